import { chainIds, nativeToken } from "../../contract/shared/chains/chain-ids.js";
import { isEqual } from "./problems.js";

/** Every way to write the native coin of an EVM chain. */
const nativeCoins = [nativeToken, `0x${"0".repeat(40)}`];
/** On some chains, the native coin is also a contract whose balances are the native ones. */
const nativeContracts: ReadonlyMap<unknown, string> = new Map([
  [chainIds.polygon, "0x0000000000000000000000000000000000001010"],
]);
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
  const isNative =
    nativeCoins.includes(text) ||
    nativeContracts.get(chainId) === text ||
    (chainId === chainIds.bitcoin && text === bitcoin);
  return isNative ? nativeToken : text;
}
