import { isSignable } from "../swap/is-executable.js";
import type { LiquidityOperation, SignableLiquidityOperation } from "./types.js";
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
