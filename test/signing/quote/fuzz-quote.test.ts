import { describe, expect, test } from "vitest";
import { quoteKinds, quotesToExtend, rejectAdditions, signChanged } from "./fuzz-quote.js";

describe.each(quoteKinds)("a changed quote of a %s", (_name, createQuote, allowedFields) => {
  test("is not signed, unless the changed field is listed as harmless", async () => {
    const signedFields = await signChanged(createQuote, allowedFields, 15);
    expect(signedFields.size).toBeGreaterThan(0);
  });

  test("does not list fields that move money as harmless", () => {
    for (const field of ["chainIn", "chainOut", "tokenIn", "tokenOut", "walletAddress"])
      expect(allowedFields).not.toHaveProperty([field]);
  });
});

describe("does not sign fields that are added", () => {
  test.each(quotesToExtend)("to %s", async (_name, createQuote, expectedCalls) => {
    await rejectAdditions(createQuote, expectedCalls, 16);
  });
});
