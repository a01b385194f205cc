import { isSignable } from "../shared/is-signable.js";
import type {
  LiquidityEcho,
  LiquidityOperation,
  SignableLiquidityOperation,
} from "./operation-records.js";

/**
 * Whether a liquidity call returned an operation to sign. If not, nothing was executed: do not
 * report the position as created.
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
 * if (hasSomethingToSign(operation)) console.log(operation.userOperationHash);
 * else console.log("nothing to sign, nothing executed");
 * ```
 */
export function hasSomethingToSign(
  operation: LiquidityOperation | LiquidityEcho,
): operation is SignableLiquidityOperation {
  return isSignable(operation);
}
