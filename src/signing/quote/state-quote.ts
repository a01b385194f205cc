import { isMissing } from "../../shared/guards.js";
import { createStatement, type StatedOperation } from "../statement/statement.js";
import type { QuoteReading } from "./read-quote.js";

export function stateQuote({ quote, request, costs, parts }: QuoteReading): StatedOperation {
  const { walletAddress, chainIdIn, extraFee, minAmountOut } = request;
  return {
    statement: createStatement(quote, request, costs),
    walletAddress,
    chainId: chainIdIn,
    feeReceivers: extraFee ? [extraFee.toAddress] : [],
    // What other data than an order does is not stated.
    isPartial: isMissing(minAmountOut) && parts.typedData !== undefined,
  };
}
