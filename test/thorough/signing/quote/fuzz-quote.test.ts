import { describe, expect, test } from "vitest";
import {
  quoteKinds,
  quotesToExtend,
  rejectAdditions,
  signChanged,
} from "../../../signing/quote/fuzz-quote.js";
import { countRuns } from "../../../support/random-runs.js";

test.each(quoteKinds)(
  "a changed quote of a %s is not signed, unless the changed field is listed as harmless",
  async (_name, createQuote, allowedFields) => {
    const signedFields = await signChanged(createQuote, allowedFields, countRuns(50_000, 100));
    // Proves that the generator also produces harmless changes.
    expect(signedFields.size).toBeGreaterThan(5);
  },
);

describe("does not sign fields that are added", () => {
  test.each(quotesToExtend)("to %s", async (_name, createQuote, expectedCalls) => {
    await rejectAdditions(createQuote, expectedCalls, 1);
  });
});
