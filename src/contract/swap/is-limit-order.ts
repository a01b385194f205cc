import { isNone } from "../../shared/guards.js";
import type { LimitOrderQuote, SwapQuote } from "./records.js";

/**
 * Whether a quote is a limit order: it contains typed data to sign beside the operation. The typed
 * data of a market swap is absent, or is the operation itself. It is false without a quote.
 *
 * Records of the history cannot be told apart like this: the service does not document their type.
 * Find an order by its `userOperationHash`, or by metadata that you set in the request.
 *
 * @example
 * ```ts
 * import { isLimitOrder } from "bursar";
 *
 * for (const quote of quotes) console.log(isLimitOrder(quote) ? "limit order" : "market swap");
 * ```
 */
export function isLimitOrder(quote: SwapQuote | null | undefined): quote is LimitOrderQuote {
  const typedData = quote?.typedData;
  return !isNone(typedData) && typedData.primaryType !== "PackedUserOperation";
}
