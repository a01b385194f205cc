import { readableAmountPattern } from "../../shared/patterns.js";
import { readExpiry } from "../shared/expiry.js";
import { isSignable } from "../shared/is-signable.js";
import type { ExecutableSwapQuote, SwapQuote } from "./records.js";

/**
 * Whether a quote can be signed and executed: it has a hash, a guaranteed minimum, an expiry, and
 * no revert reason. A quote with a revert reason may also have a hash.
 *
 * @example
 * ```ts
 * import { isExecutable } from "bursar";
 *
 * const best = quotes.find(isExecutable);
 * if (!best) console.error(quotes.map((quote) => quote.revertReason?.decoded));
 * ```
 */
export function isExecutable(quote: SwapQuote): quote is ExecutableSwapQuote {
  // A quote that could not be read is among the others, as received.
  if (!isSignable(quote)) return false;
  const { tokenIn, tokenOut, walletAddress, amountIn, minAmountOut, expiresAt } = quote;
  return (
    [tokenIn, tokenOut, walletAddress].every((text) => typeof text === "string") &&
    [amountIn, minAmountOut].every((amount) => readableAmountPattern.test(String(amount))) &&
    typeof readExpiry(expiresAt) === "number"
  );
}
