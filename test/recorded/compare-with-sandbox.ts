import { findRoute } from "../../src/contract/routing/find-route.js";
import { openWallet } from "../sandbox/open-sandbox.js";
import { sendRaw } from "../sandbox/send-raw-request.js";
import { compareShapes } from "./compare-shapes.js";
import { compareValues } from "./compare-values.js";
import { type ErrorBody, errorBodyOf, type Recording } from "./recording.js";
import { urlOf } from "./replay.js";
import { prepareSandbox } from "./situations.js";

/** The differences between a recording and the sandbox, in the words of `docs/parity.md`. */
export async function findDifferences(recording: Recording): Promise<string[]> {
  const opened = await openWallet();
  const request = await prepareSandbox(opened, recording);
  const { status, body = {} } = await sendRaw(opened.sandbox, request);
  const expected = errorBodyOf(recording);
  const outcomes = [nameOutcome(recording.status, expected), nameOutcome(status, body)];
  const call = `\`${nameCall(recording)}\``;
  if (outcomes[0] !== outcomes[1]) return [`${call} ${outcomes[1]} instead of ${outcomes[0]}`];
  const issues = [listIssues(expected), listIssues(body)];
  const differences = [
    ...compareShapes(recording.response, body),
    ...compareValues(recording.response, body),
  ];
  if (issues[0] !== issues[1]) differences.push(`issues ${issues[1]} instead of ${issues[0]}`);
  return differences.map((difference) => `${call} ${difference}`);
}

function nameOutcome(status: number, { id }: ErrorBody): string {
  return status >= 400 && id !== undefined ? `${status} ${id}` : String(status);
}

function listIssues({ errors = [] }: ErrorBody): string {
  return errors.map(({ code, path }) => `${code} at ${path.join(".")}`).join(", ");
}

function nameCall(recording: Recording): string {
  const { pathname } = urlOf(recording);
  return findRoute(recording.method, pathname)?.endpoint.name ?? `${recording.method} ${pathname}`;
}
