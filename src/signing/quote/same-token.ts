import { nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { isEqual } from "../shared/problems.js";

/** Every way to write the native coin of an EVM chain. */
const nativeCoins = [nativeToken, `0x${"0".repeat(40)}`];
/** Bitcoin has no tokens: this is its native coin. */
const bitcoin = "btc";

/** Compares tokens of one chain. All spellings of the native coin are equal. */
export function isSameToken(a: unknown, b: unknown, chainId: unknown): boolean {
  return isEqual(normalizeToken(a, chainId), normalizeToken(b, chainId));
}

/** Tokens that are not addresses, such as BTC, are compared without letter case too. */
export function normalizeToken(token: unknown, chainId: unknown): unknown {
  if (typeof token !== "string") return token;
  const text = token.toLowerCase();
  return nativeCoins.includes(text) || (chainId === 0 && text === bitcoin) ? nativeToken : text;
}
