import type { BitcoinNetworkOptions } from "../shared/networks.js";
import { checkBitcoinAddress } from "./check-bitcoin-address.js";

/**
 * Returns whether a value is a Bitcoin address that the service accepts. Checks form, checksum and
 * network. `checkBitcoinAddress` also returns the reason.
 *
 * @example
 * ```ts
 * import { isBitcoinAddress } from "bursar/bitcoin";
 *
 * console.log(isBitcoinAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")); // true
 * console.log(isBitcoinAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5")); // false: typo
 * ```
 */
export function isBitcoinAddress(text: unknown, options?: BitcoinNetworkOptions): text is string {
  return checkBitcoinAddress(text, options).valid;
}
