import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findDifferences } from "./compare-with-sandbox.js";
import { loadRecordings } from "./recording.js";

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
    for (const difference of differences) seen.add(difference);
    expect(differences.filter((difference) => !known.has(difference))).toEqual([]);
  });
});

test("docs/parity.md lists no difference that does not exist, and a reason for each", () => {
  expect([...known].filter((name) => !seen.has(name))).toEqual([]);
  expect(rows.filter(({ reason }) => !reason)).toEqual([]);
});
