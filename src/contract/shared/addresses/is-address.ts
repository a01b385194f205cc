import type { Address } from "../../../shared/patterns.js";
import { evmAddressPattern } from "../../../shared/patterns.js";
import { hasValidChecksum } from "./checksum.js";

/**
 * Whether a value is an EVM address that requests accept: `0x` and 40 hex digits. If it has letters
 * of both cases, they must match its EIP-55 checksum.
 *
 * @example
 * ```ts
 * import { isAddress } from "bursar";
 *
 * console.log(isAddress("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359")); // true
 * console.log(isAddress("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3358")); // false: typo
 * ```
 */
export function isAddress(value: unknown): value is Address {
  return typeof value === "string" && evmAddressPattern.test(value) && hasValidChecksum(value);
}
