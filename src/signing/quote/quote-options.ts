import type { SwapQuoteRequest } from "../../contract/swap/records.js";
import type { CheckOperationOptions } from "../authorization/check-operation.js";
import type { Fields } from "../shared/read-options.js";
import type { AcceptOptions } from "../skeleton/accept-options.js";
import type { MandateOption } from "../skeleton/mandate.js";

/** What a quote must match. */
export interface CheckQuoteOptions extends CheckOperationOptions {
  /**
   * The request that was quoted. Required for a quote that is not an object that the client
   * returned, such as a copy, or JSON from another process.
   * @defaultValue the request that the client sent
   */
  expect?: SwapQuoteRequest | undefined;
  /**
   * The least that you accept, regardless of slippage: a decimal string in whole tokens, such as
   * the amount that was displayed to the user.
   */
  minReceived?: string | undefined;
  /**
   * The maximum gas as a decimal string in `payGasFeeToken`. With it, the quote must state its gas
   * as an amount of that token.
   */
  maxGasFee?: string | undefined;
  /**
   * The worth that the expected amount may lose by the quote's own prices, in percent of what you
   * give. All fees and gas count, less the fees that the request names. The guaranteed amount may
   * be lower by the slippage. By default, a loss is a problem above 10% and 5 US dollars, and above
   * 3% and 500 US dollars.
   */
  maxLossPercent?: number | undefined;
  /**
   * Whether the approval of a swap of a real-world asset is signed, too: a second operation, of
   * which only the hash is known. Without it, a quote with an approval is rejected.
   * @defaultValue `false`
   */
  approval?: boolean | undefined;
}

/** The options with the request, as they are applied. */
export interface QuoteTerms extends CheckQuoteOptions {
  expect: SwapQuoteRequest;
  /** Whether `now` is the time of the service. */
  isServiceTime?: boolean | undefined;
}

// Records, so that TypeScript reports a missing name.
// biome-ignore format: a compact table
export const requestFields: Fields<SwapQuoteRequest> = {
  amountIn: "value", chainIdIn: "value", chainIdOut: "value", routeProfile: "value",
  gasFeePaymentMethod: "value", payGasFeeToken: "value", tokenIn: "value", tokenOut: "value",
  walletAddress: "value", toAddress: "value", transactionFeePercent: "value", slippage: "value",
  extraFee: { percentage: "value", toAddress: "value" }, metadata: "any", individualId: "value",
  minAmountOut: "value", expiration: "value", partialFillable: "value",
};
// biome-ignore format: a compact table
export const quoteFields: Fields<CheckQuoteOptions & AcceptOptions & MandateOption> = {
  expect: requestFields, owner: "value", minReceived: "amount", maxGasFee: "amount",
  maxLossPercent: "percent", delegates: "addresses", approval: "flag", now: "time",
  margin: "value", accept: "codes", confirm: "function", policy: "policy", mandate: "data",
  signal: "signal", receipts: "function",
};
