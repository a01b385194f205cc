import { findAddresses } from "./mentioned-wallets.js";
import type { ProxyInput } from "./types.js";

/**
 * Every account that a call names, each once: the wallet that acts, the owner, who gets the money, who gets the fee. EVM addresses come in lower
 * case. Tokens, factories and metadata are left out. Ids of sessions, transactions, quotes and persons, and hashes, are no addresses: an empty list
 * does not mean that a call touches nobody.
 *
 * @example
 * ```ts
 * import { walletsOf } from "bursar/proxy";
 *
 * const mine = new Set(["0x1111111111111111111111111111111111111111"]);
 * const call = {
 *   operation: "swap.quote",
 *   input: { params: {}, query: {}, body: { walletAddress: [...mine][0], toAddress: "0x2222222222222222222222222222222222222222" } },
 * };
 * console.log(walletsOf(call).filter((wallet) => !mine.has(wallet))); // [ '0x2222222222222222222222222222222222222222' ]
 * ```
 */
export function walletsOf(call: { readonly input: ProxyInput }): string[] {
  return [...new Set(findAddresses(call.input).map(({ address }) => address))];
}
