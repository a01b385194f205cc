import type { LiquidityOperation, SignableLiquidityOperation } from "./types/liquidity.js";
import type { ExecutableSwapQuote, SwapQuote } from "./types/swap.js";

/** Null, absent and `{}` all mean "none" wherever the service may send an object. */
const isNone = (value: unknown) => value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Tells whether a quote can be signed and executed. A quote needs a hash, and must have no reason to revert; a published example has both, so
 * both are looked at.
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
  return isNone(quote.revertReason) && typeof quote.userOperationHash === "string" && quote.userOperationHash.length > 0;
}

/**
 * Whether a liquidity call prepared an operation that can be signed. Where it did not, nothing was executed and nothing will be:
 * the service only echoed the request, or says in `revertReason` why the operation would fail. Never report a position as created then.
 *
 * @example
 * ```ts
 * const { operation } = await client.liquidity.create(request);
 * if (hasSomethingToSign(operation)) {
 *   const signature = await signUserOperation(operation.userOperationHash, signer);
 *   await client.operations.execute({ userOperationHash: operation.userOperationHash, signature });
 * } else {
 *   console.warn("No position was created:", operation.revertReason?.decoded ?? "the service only echoed the request");
 * }
 * ```
 */
export function hasSomethingToSign(operation: LiquidityOperation): operation is SignableLiquidityOperation {
  return isNone(operation.revertReason) && typeof operation.userOperationHash === "string" && operation.userOperationHash.length > 0;
}
