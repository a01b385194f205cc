import type { Fee } from "../../contract/shared/types.js";
import type { SwapQuoteRequest } from "../../contract/swap/types.js";
import { isSameToken } from "./same-token.js";

/** Another word than GAS is gas if only gas is paid in the token of the fee. */
export function isGasFee(
  { type, token }: Partial<Fee>,
  { tokenIn, payGasFeeToken, chainIdIn }: SwapQuoteRequest,
): boolean {
  return (
    (typeof type === "string" && type.toUpperCase() === "GAS") ||
    (!isSameToken(payGasFeeToken, tokenIn, chainIdIn) &&
      isSameToken(token, payGasFeeToken, chainIdIn))
  );
}
