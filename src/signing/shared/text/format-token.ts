import { nativeToken } from "../../../contract/shared/chains/chain-ids.js";
import { isMissing } from "../problems.js";
import { normalizeToken } from "../same-token.js";
import { formatAddress } from "./format-values.js";

/** The address of a token, or words for the native coin. */
export function formatToken(address: unknown, chainId: unknown): string {
  if (isMissing(address)) return "an unknown token";
  const isNative = normalizeToken(address, chainId) === nativeToken;
  return isNative ? "the chain's native coin" : (formatAddress(address) ?? "an unknown token");
}
