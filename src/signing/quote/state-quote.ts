import { isMissing } from "../../shared/guards.js";
import type { StatedOperation } from "../statement/statement.js";
import type { QuoteReading } from "./read-quote.js";

export function stateQuote({ request, costs, statement, parts }: QuoteReading): StatedOperation {
  const { walletAddress, chainIdIn, extraFee, minAmountOut } = request;
  return {
    statement,
    walletAddress,
    chainId: chainIdIn,
    feeReceivers: extraFee ? [extraFee.toAddress] : [],
    // Nothing states what other data than an order does, or costs that cannot be read.
    isPartial:
      (isMissing(minAmountOut) && parts.typedData !== undefined) ||
      costs.unreadable.length > 0 ||
      costs.fees.some(({ token, isKnown }) => !isKnown || typeof token !== "string"),
  };
}
