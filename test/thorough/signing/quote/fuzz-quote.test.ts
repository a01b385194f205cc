import { describe, expect, test } from "vitest";
import {
  quoteKinds,
  quotesToExtend,
  rejectAdditions,
  rejectReceivers,
  signChanged,
  signMinimums,
} from "../../../signing/quote/fuzz-quote.js";
import { countRuns } from "../../../support/random-runs.js";

test.each(quoteKinds)(
  "a changed quote of a %s is not signed, unless the changed field is listed as harmless",
  async (_name, createQuote, allowedFields) => {
    const signedFields = await signChanged(createQuote, allowedFields, countRuns(50_000));
    // Proves that the generator also produces harmless changes.
    expect(signedFields.size).toBeGreaterThan(5);
  },
);

test("never signs a lower minimum", async () => {
  const signedAmounts = await signMinimums(countRuns(7_500));
  // Proves that the property also covers quotes that are signed.
  expect(signedAmounts.size).toBeGreaterThan(0);
});

test("never signs a quote for another receiver", () => rejectReceivers(countRuns(5_000)));

describe("does not sign fields that are added", () => {
  test.each(quotesToExtend)("to %s", async (_name, createQuote, expectedCalls) => {
    await rejectAdditions(createQuote, expectedCalls, 1);
  });
});
