import { expect, test } from "vitest";
import {
  ApiError,
  AuthenticationError,
  ForbiddenError,
  NotFoundError,
  ServerError,
  WalletNotRegisteredError,
} from "../../src/index.js";
import { formatPath } from "../../src/shared/format-path.js";
import explained from "./explained-drift.json" with { type: "json" };
import { errorBodyOf, isSuccess, loadRecordings, type Recording } from "./recording.js";
import { replay } from "./replay.js";

interface ExplainedDrift {
  readonly operation: string;
  readonly field: string;
  readonly reason: string;
}

const explainedDrift: readonly ExplainedDrift[] = explained;
const recordings = loadRecordings();
const successes = recordings.filter(([, recording]) => isSuccess(recording));
const failures = recordings.filter(([, recording]) => !isSuccess(recording));
const seenDrift = new Set<string>();

test("finds recordings of successes and of errors", () => {
  expect(successes.length).toBeGreaterThanOrEqual(13);
  expect(failures.length).toBeGreaterThanOrEqual(22);
});

test.each(successes)("reads %s without an error and without unexplained drift", async (_, each) => {
  const { error, drifts } = await replay(each);
  expect(error).toBeUndefined();
  const fields = drifts.flatMap(({ operation, issues }) =>
    issues.map(({ path }) => `${operation} ${path.replace(/\[\d+\]/g, "")}`),
  );
  for (const field of fields) seenDrift.add(field);
  expect(fields.filter((field) => !isExplained(field))).toEqual([]);
});

function isExplained(field: string): boolean {
  return explainedDrift.some((drift) => `${drift.operation} ${drift.field}` === field);
}

test("explains only drift that occurs", () => {
  const names = explainedDrift.map(({ operation, field }) => `${operation} ${field}`);
  expect(names.filter((name) => !seenDrift.has(name))).toEqual([]);
});

test.each(failures)("reads %s as an error with its id, issues and trace id", async (_, each) => {
  const { error } = await replay(each);
  const { id, message, traceId, errors = [] } = errorBodyOf(each);
  expect(error).toBeInstanceOf(classOf(each));
  expect(error).toMatchObject({ status: each.status, id, serviceMessage: message });
  const { issues, bodyTraceId, traceId: knownTraceId } = error as ApiError;
  expect([bodyTraceId, knownTraceId]).toEqual([traceId, traceId]);
  expect(issues.map(pickKnownFields)).toEqual(
    errors.map((each) => pickKnownFields({ ...each, path: formatPath(each.path) })),
  );
});

test("reads every success whose request is complete by a method of the client", async () => {
  const complete = successes.filter(
    ([, { request }]) => !/\{\{/.test(JSON.stringify(request ?? {})),
  );
  for (const [file, each] of complete)
    expect([file, (await replay(each)).via]).not.toEqual([file, "request"]);
});

/** The class of an error, by its id or, if the id has no class of its own, by its status. */
function classOf(recording: Recording): new (...args: never[]) => Error {
  const { status } = recording;
  const { id, message = "" } = errorBodyOf(recording);
  if (status === 403 && id === "HTTP_EXCEPTION")
    return /api key/i.test(message) ? AuthenticationError : ForbiddenError;
  if (id === "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT")
    return WalletNotRegisteredError;
  if (status === 404) return NotFoundError;
  return status >= 500 ? ServerError : ApiError;
}

const issueFields = ["code", "path", "message", "expected", "received", "options"];

function pickKnownFields(issue: object): object {
  const defined = Object.entries(issue).filter(
    ([name, value]) => issueFields.includes(name) && value !== undefined,
  );
  return Object.fromEntries(defined);
}
