import { describe, expect, test } from "vitest";
import type { SwapQuote, SwapQuoteRequest } from "../../../src/index.js";
import { checkQuote, describeQuote, signQuote } from "../../../src/signing/index.js";
import { account, getRejection, owner } from "../test-signers.js";

const token = "0x4ed141110f6eeeaba9a1df36d8c26f684d2475dc";
const now = 1_760_403_379_000;

/** A request and its quote as recorded from the service. Addresses are masked. */
const request = {
  amountIn: "15.00",
  chainIdIn: 137,
  chainIdOut: 1,
  gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  payGasFeeToken: token,
  tokenIn: token,
  tokenOut: "0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce",
  walletAddress: "0x57a1b2c3d4e5f60718293a4b5c6d7e8f9001021c",
  toAddress: "0xc5a1b2c3d4e5f60718293a4b5c6d7e8f9001024a",
  routeProfile: "BEST_OUTPUT",
  transactionFeePercent: null,
  slippage: 5,
} as SwapQuoteRequest;
const hash = "0xba2ac3c5f8ce443b2d5d6f29eb461cd3c3f497d0d44702cb9805f91efa15519b";
const quote = {
  amountIn: "15.00",
  amountInUSD: "2.7240819056718136665192",
  amountOutUSD: "2.2687587677997714",
  chainIn: 137,
  chainOut: 1,
  estimatedExecutionTime: "2025-10-14T00:57:18.041Z",
  estimatedCollectedFee: {
    collectedFee: "0",
    collectedFeeToken: token,
    collectedFeePercent: "0",
    serviceCollectedFee: "0.03",
    serviceCollectedFeePercent: "0.2",
  },
  estimatedGasFees: {
    payGasFeeToken: token,
    maxGasFeeToken: "0.01934719714136787",
    gasFeeTokenAmount: "0.01934719714136787",
    gasFeeTokenAmountUSD: "0.0035148082855095203772170390169945",
    maxGasFeeNative: "0.037931512746807708",
  },
  expiresAt: 1_760_403_439_000,
  minAmountOut: "193591.231615782554529124",
  quoteId: hash,
  userOperationHash: hash,
  revertReason: null,
  authorization: null,
  swapProvider: "SWAPPROV_A",
  tokenIn: token,
  tokenInPrice: "0.18184",
  tokenOut: "0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce",
  walletAddress: "0x57a1b2c3d4e5f60718293a4b5c6d7e8f9001021c",
  metadata: null,
} as SwapQuote;
const options = { expect: request, owner, now };

describe("a recorded quote that a user executed", () => {
  test("has one problem, which needs a review: it does not state the receiver", async () => {
    expect(checkQuote(quote, options)).toHaveLength(1);
    expect(await getRejection(signQuote(quote, account, options))).toMatchObject({
      problems: [{ code: "receiver_missing", severity: "review" }],
    });
  });

  test("is signed if the user accepts that", async () => {
    const signed = await signQuote(quote, account, { ...options, accept: ["receiver_missing"] });
    expect(signed.userOperationHash).toBe(hash);
  });

  test("has no problem with its receiver, with and without the expected amount", () => {
    const named = { ...quote, toAddress: request.toAddress };
    expect(checkQuote(named, options)).toEqual([]);
    expect(checkQuote({ ...named, amountOut: "203780.24380608690" }, options)).toEqual([]);
  });

  test("is within the limits of the caller that it states, and not within lower ones", () => {
    const codesOf = (more: object) =>
      checkQuote(quote, { ...options, ...more }).map(({ code }) => code);
    const limits = { minReceived: "193591.2", maxGasFee: "0.01934719714136787" };
    expect(codesOf(limits)).toEqual(["receiver_missing"]);
    expect(codesOf({ minReceived: "193592" })).toContain("below_minimum");
    expect(codesOf({ maxGasFee: "0.0193" })).toContain("gas_above_maximum");
  });

  test("is described with its total cost, its loss and its problem", () => {
    const summary = describeQuote(quote, options);
    expect(summary).toMatchObject({
      kind: "market swap",
      give: { amount: "15" },
      getAtLeast: { amount: "193591.23161578" },
      totalCost: "0.01",
      loss: { usd: "0.58", percent: "20.99" },
      problems: ["It does not say that the receiver you asked for gets the money."],
      digests: { userOperationHash: hash },
    });
    const lines = summary.text.split("\n");
    expect(lines).toContain(`Fee (GAS): 0.01934719714136787 of ${token}`);
    expect(lines).toContain(`Fee (SERVICE): 0.03 of ${token}`);
    expect(lines).toContain("Total cost: 0.01 US dollars");
    expect(lines).toContain("Loss: 0.58 US dollars, 20.99%, with all fees and gas");
    expect(summary.warnings).toEqual([
      "It does not state the expected amount.",
      "It does not state the receiver.",
      "Only the hash of the operation is known: it can do anything.",
    ]);
    expect(describeQuote(quote, { now }).problems).toEqual([]);
  });
});
