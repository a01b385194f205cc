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
  test("has only problems to review: it states neither receiver nor expected amount", async () => {
    const problems = checkQuote(quote, options);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ["receiver_missing", "review"],
      ["amount_out_missing", "review"],
    ]);
    expect(await getRejection(signQuote(quote, account, options))).toMatchObject({ problems });
  });

  test("is signed if the user accepts both", async () => {
    const accept = ["receiver_missing", "amount_out_missing"] as const;
    const signed = await signQuote(quote, account, { ...options, accept });
    expect(signed.userOperationHash).toBe(hash);
    expect(checkQuote(quote, { ...options, minAmountOut: "190000" })).toHaveLength(1);
  });

  test("has no problem with both fields", () => {
    const complete = { ...quote, amountOut: "203780.24380608690", toAddress: request.toAddress };
    expect(checkQuote(complete, options)).toEqual([]);
  });

  test("is described with its total cost, its loss and its problems", () => {
    const summary = describeQuote(quote, options);
    expect(summary).toMatchObject({
      kind: "market swap",
      totalCost: [{ amount: "0.04934719714136787", token }],
      loss: { usd: "0.46", percent: "16.72" },
      problems: [
        "It does not say that the receiver you asked for gets the money.",
        "It does not say how much you can expect.",
      ],
      digests: { userOperationHash: hash },
    });
    expect(summary.text).toContain(`Total cost: 0.04934719714136787 of ${token}`);
    expect(summary.text).toContain("Loss: 0.46 US dollars, 16.72%");
    expect(summary.text).toContain("Problem: It does not say how much you can expect.");
    expect(describeQuote(quote, { now }).problems).toEqual([]);
  });
});
