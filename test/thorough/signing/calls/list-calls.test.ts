import { expect, test } from "vitest";
import { changeBytes, listRandomCalls } from "../../../signing/calls/encoded-calls.js";
import { countRuns } from "../../../support/random-runs.js";

test("every changed byte is either rejected or part of the calls", () => {
  expect(changeBytes(1)).toBeGreaterThan(0);
});

test("random calls are listed as they were encoded", () => listRandomCalls(countRuns(5_000)));
