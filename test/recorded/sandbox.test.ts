import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { openSandbox } from "../sandbox/open-sandbox.js";
import { sendRaw } from "../sandbox/send-raw-request.js";
import { compareShapes } from "./compare-shapes.js";
import { errorBodyOf, loadRecordings, type Recording } from "./recording.js";
import { urlOf } from "./replay.js";
import { nameSituations, prepareSandbox } from "./situations.js";

/** The rows of the table in `docs/parity.md`: operation, difference, reason. */
const rows = readFileSync("docs/parity.md", "utf8")
  .split("\n")
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, operation, difference, reason]) => ({ operation, difference, reason }));
const known = new Set(rows.map(({ operation, difference }) => `${operation} ${difference}`));
const seen = new Set<string>();
const recordings = loadRecordings();

describe("the sandbox, in the situation of the recording,", () => {
  test.each(recordings)("responds to %s with the same status, id and fields", async (_, each) => {
    const differences = await findDifferences(each);
    const named = differences.map((difference) => `\`${nameCall(each)}\` ${difference}`);
    for (const name of named) seen.add(name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

test("docs/parity.md lists no difference that does not exist, and a reason for each", () => {
  expect([...known].filter((name) => !seen.has(name))).toEqual([]);
  expect(rows.filter(({ reason }) => !reason)).toEqual([]);
});

test("recognises the situations of all recordings", () => {
  const names = new Set(recordings.flatMap(([, recording]) => nameSituations(recording)));
  expect(names.size).toBe(8);
});

async function findDifferences(recording: Recording): Promise<string[]> {
  const { sandbox } = openSandbox();
  const request = await prepareSandbox(sandbox, recording);
  const { status, body } = await sendRaw(sandbox, request);
  const differences: string[] = [];
  const expected = errorBodyOf(recording);
  const name = (code: number, id: string | undefined) =>
    `${code}${id !== undefined && code >= 400 ? ` ${id}` : ""}`;
  const [recorded, received] = [name(recording.status, expected.id), name(status, body?.id)];
  if (recorded !== received) return [`${received} instead of ${recorded}`];
  differences.push(...compareShapes(recording.response, body));
  const issuesOf = ({ errors = [] }: typeof expected) =>
    errors.map(({ code, path }) => `${code} at ${path.join(".")}`).join(", ");
  const [recordedIssues, issues] = [issuesOf(expected), issuesOf(body ?? {})];
  if (recordedIssues !== issues) differences.push(`issue ${issues} instead of ${recordedIssues}`);
  return differences;
}

function nameCall(recording: Recording): string {
  const { pathname } = urlOf(recording);
  return findRoute(recording.method, pathname)?.endpoint.name ?? `${recording.method} ${pathname}`;
}
