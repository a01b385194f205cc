import { isNone } from "../shared/guards.js";
import type { ExecutableSwapQuote, SwapQuote } from "./types.js";

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
  return (
    isSignable(quote) &&
    typeof quote.minAmountOut === "string" &&
    quote.expiresAt !== null &&
    quote.expiresAt !== undefined
  );
}

/** Whether there is a hash to sign and no revert reason. */
export function isSignable({
  revertReason,
  userOperationHash,
}: Pick<SwapQuote, "revertReason" | "userOperationHash">): boolean {
  return (
    isNone(revertReason) && typeof userOperationHash === "string" && userOperationHash.length > 0
  );
}
