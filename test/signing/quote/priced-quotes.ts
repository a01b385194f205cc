import type { SwapQuote, SwapQuoteRequest } from "../../../src/index.js";
import { checkQuote, type SignQuoteOptions } from "../../../src/signing/index.js";
import { createQuote, owner, request, tokenIn, wallet } from "../market-quotes.js";

/** The time at which the quotes are checked. They are valid for a minute. */
export const now = Date.UTC(2026, 0, 1);
const orderHash = `0x${"0d".repeat(32)}` as const;

type Options = Omit<Partial<SignQuoteOptions>, "expect"> & { expect?: object };

/** Options for a request that adds gas to the amount and pays it in the input token. */
export const createOptions = ({ expect, ...more }: Options = {}) => ({
  owner: owner.address,
  now,
  ...more,
  expect: { ...request, ...expect } as SwapQuoteRequest,
});

/** A quote of 100 tokens for at least 99 of 100 others. All are worth one US dollar. */
export const createPricedQuote = (changes: object = {}): SwapQuote =>
  createQuote({ expiresAt: now + 60_000, ...changes });

export const check = (changes: object, options: Options = {}) =>
  checkQuote(createPricedQuote(changes), createOptions(options));

/** The code and the path of each problem. */
export const listProblems = (...given: Parameters<typeof check>) =>
  check(...given).map(({ code, path }) => `${code} ${path}`);

/** The fields of an order for at least 90 tokens, and of its request. */
export const order = {
  typedData: {
    domain: { name: "LightAccount", version: "1", chainId: 137, verifyingContract: wallet },
    types: { LightAccountMessage: [{ name: "message", type: "bytes" }] },
    primaryType: "LightAccountMessage",
    message: { message: orderHash },
  },
  userOperationHash: orderHash,
  quoteId: orderHash,
  minAmountOut: "90",
};
export const orderRequest = { minAmountOut: "90", slippage: undefined };

/** Gas that the quote estimates, in the input token where `more` names no other. */
export const estimateGas = (maxGasFeeToken: unknown, more: object = {}) => ({
  estimatedGasFees: { payGasFeeToken: tokenIn, maxGasFeeToken, ...more },
});

export const listFees = (...fees: object[]) => ({
  fees: fees.map((fee) => ({ type: "SERVICE", token: tokenIn, ...fee })),
});
