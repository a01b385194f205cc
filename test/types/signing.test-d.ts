import { describe, expectTypeOf, it } from "vitest";
import type {
  ReviewProblemCode,
  SigningProblem,
  SigningProblemCode,
  SwapQuoteRequest,
} from "../../src/index.js";
import {
  type AcceptOptions,
  type CheckQuoteOptions,
  problemGuide,
  type SignOperationOptions,
  type SignQuoteOptions,
} from "../../src/signing/index.js";

declare const expect: SwapQuoteRequest;

describe("the codes of signing problems", () => {
  it("derive from the guide", () => {
    expectTypeOf<SigningProblemCode>().toEqualTypeOf<keyof typeof problemGuide>();
    expectTypeOf<SigningProblem["code"]>().toEqualTypeOf<SigningProblemCode>();
    expectTypeOf(problemGuide.price_loss.severity).toEqualTypeOf<"review">();
    expectTypeOf(problemGuide.chain.severity).toEqualTypeOf<"fatal">();
    expectTypeOf(problemGuide.unknown_data.sentence).toEqualTypeOf<"Reasonable">();
  });

  it("name those that accept and confirm lift", () => {
    expectTypeOf<ReviewProblemCode>().toEqualTypeOf<
      | "receiver_missing"
      | "expiry_later"
      | "quote_id"
      | "slippage"
      | "price_loss"
      | "price_unknown"
      | "wrapper_name"
      | "unknown_data"
      | "high_costs"
    >();
  });

  it("can all be accepted, and no other text can", () => {
    expectTypeOf<readonly SigningProblemCode[]>().toExtend<NonNullable<AcceptOptions["accept"]>>();
    // @ts-expect-error not a code
    const accept: AcceptOptions["accept"] = ["price_los"];
    expectTypeOf(accept).not.toBeAny();
  });

  it("say how typed data is malformed", () => {
    expectTypeOf<NonNullable<SigningProblem["detail"]>>().toEqualTypeOf<
      | "wrong_type"
      | "missing_field"
      | "unknown_field"
      | "rounded_number"
      | "out_of_range"
      | "wrong_length"
      | "too_deep"
      | "invalid_type"
      | "domain"
    >();
  });
});

describe("the options of signing", () => {
  it("are those that the promise names", () => {
    expectTypeOf<keyof CheckQuoteOptions>().toEqualTypeOf<
      | "expect"
      | "owner"
      | "approval"
      | "minReceived"
      | "maxGasFee"
      | "maxLossPercent"
      | "delegates"
      | "now"
      | "margin"
    >();
    expectTypeOf<keyof SignQuoteOptions>().toEqualTypeOf<
      keyof CheckQuoteOptions | "accept" | "confirm" | "mandate" | "policy" | "receipts" | "signal"
    >();
    expectTypeOf<keyof SignOperationOptions>().toEqualTypeOf<
      | "expect"
      | "maxGasFee"
      | "maxLossPercent"
      | "owner"
      | "chainId"
      | "walletAddress"
      | "delegates"
      | "accept"
      | "confirm"
      | "mandate"
      | "policy"
      | "receipts"
      | "signal"
      | "now"
      | "margin"
    >();
  });

  it("do not exist under their former names", () => {
    // @ts-expect-error fees are only described
    const share: CheckQuoteOptions = { expect, maxServiceFeePercent: 1 };
    // @ts-expect-error the digits that the quote shows are the tolerance
    const decimals: CheckQuoteOptions = { expect, tokenOutDecimals: 6 };
    // @ts-expect-error no response shows the calls of an operation
    const contracts: CheckQuoteOptions = { expect, contracts: [] };
    expectTypeOf([share, decimals, contracts]).not.toBeAny();
  });
});
