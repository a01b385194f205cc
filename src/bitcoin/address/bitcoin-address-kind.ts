import type { BitcoinNetworkOptions } from "../shared/networks.js";
import type { BitcoinAddressKind } from "../shared/scripts.js";
import { checkBitcoinAddress } from "./check-bitcoin-address.js";

/**
 * Returns the kind of a Bitcoin address, or `undefined` if the address is not valid.
 *
 * @example
 * ```ts
 * import { bitcoinAddressKind } from "bursar/bitcoin";
 *
 * console.log(bitcoinAddressKind("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")); // P2WPKH
 * ```
 */
export function bitcoinAddressKind(
  text: unknown,
  options?: BitcoinNetworkOptions,
): BitcoinAddressKind | undefined {
  const check = checkBitcoinAddress(text, options);
  return check.valid ? check.kind : undefined;
}
