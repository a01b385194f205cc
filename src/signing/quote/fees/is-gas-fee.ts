import { isSameToken } from "../../shared/same-token.js";

/** The fields of a request, or of its quote. */
interface GasTokens {
  tokenIn: unknown;
  payGasFeeToken: unknown;
  chainIdIn: unknown;
}

/** Another word than GAS is gas if only gas is paid in the token of the fee. */
export function isGasFee(
  { type, token }: { readonly type?: unknown; readonly token?: unknown },
  { tokenIn, payGasFeeToken, chainIdIn }: GasTokens,
): boolean {
  return (
    (typeof type === "string" && type.toUpperCase() === "GAS") ||
    (!isSameToken(payGasFeeToken, tokenIn, chainIdIn) &&
      isSameToken(token, payGasFeeToken, chainIdIn))
  );
}
