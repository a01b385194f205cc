import { isNone } from "../shared/guards.js";
import type { ExecutableSwapQuote, SwapQuote } from "./types.js";
/**
 * Tells whether a quote can be signed and executed: it has a hash, a guaranteed minimum and an expiry, and no reason to revert. A published
 * example has a hash and a reason together, so both are looked at.
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

/** A hash and no reason to revert, whatever else is missing. */
export function isSignable({
  revertReason,
  userOperationHash,
}: Pick<SwapQuote, "revertReason" | "userOperationHash">): boolean {
  return (
    isNone(revertReason) && typeof userOperationHash === "string" && userOperationHash.length > 0
  );
}
