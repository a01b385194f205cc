import type { LiquidityOperation, SignableLiquidityOperation } from "./types/liquidity.js";
import type { ExecutableSwapQuote, SwapQuote } from "./types/swap.js";

/** Null, absent, `{}` and an object of nothing but nulls all mean "none" wherever the service may send an object. */
export function isNone(value: unknown): value is null | undefined {
  if (Array.isArray(value)) return value.length === 0;
  return isMissing(value) || (isObject(value) && Object.values(value).every(isMissing));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

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

/**
 * Tells whether a liquidity call prepared an operation that can be signed. Where it did not, nothing was executed and nothing will be: never
 * report a position as created then.
 *
 * @example
 * ```ts
 * import { hasSomethingToSign } from "bursar";
 *
 * const { operation } = await client.liquidity.collectFees({
 *   walletAddress: "0x1111111111111111111111111111111111111111",
 *   chainId: 137,
 *   nftId: "81234",
 *   payGasFeeToken: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
 * });
 * console.log(hasSomethingToSign(operation) ? operation.userOperationHash : "nothing to sign, nothing executed");
 * ```
 */
export function hasSomethingToSign(
  operation: LiquidityOperation,
): operation is SignableLiquidityOperation {
  return isSignable(operation);
}
