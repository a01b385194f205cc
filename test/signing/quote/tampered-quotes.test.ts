import { expect, test } from "vitest";
import { countExamples, readAmounts, signTampered } from "./sign-tampered.js";

test("signs no tampered quote that breaks the promise", async () => {
  const { signed, runs, fatal, review, broken, falseAlarms } = await signTampered(20);
  expect(broken).toEqual({});
  // Gas in another token than the request names is a problem, also if the quote states its price.
  expect(countExamples(falseAlarms)).toBeLessThan(runs / 30);
  // Proves that the test covers quotes of all kinds.
  expect(Math.min(...Object.values(signed), fatal, review)).toBeGreaterThan(0);
});

test("writes each amount of a problem or a description as a person writes it", () => {
  expect(readAmounts(20)).toBeGreaterThan(0);
});
