import { expect, test } from "vitest";
import { countExamples, readAmounts, signTampered } from "../../../signing/quote/sign-tampered.js";
import { countRuns } from "../../../support/random-runs.js";

test("signs no tampered quote that breaks the promise", async () => {
  const counts = await signTampered(countRuns(120_000));
  const { signed, fatal, review, runs, broken, falseAlarms } = counts;
  expect(broken).toEqual({});
  // Gas in another token than the request names is a problem, also if the quote states its price.
  expect(countExamples(falseAlarms)).toBeLessThan(runs / 30);
  // Proves that the test covers quotes of all kinds.
  expect(Math.min(...Object.values(signed))).toBeGreaterThan(runs / 50);
  expect(Math.min(fatal, review)).toBeGreaterThan(runs / 10);
});

test("writes each amount of a problem or a description as a person writes it", () => {
  const runs = countRuns(50_000);
  expect(readAmounts(runs)).toBeGreaterThan(runs / 2);
});
