import { sha256 } from "@noble/hashes/sha2";
import { bitcoinAddressPattern } from "../../../shared/bitcoin-pattern.js";
import { decodeBase58Check, decodeSegwit } from "./bitcoin-encodings.js";

/**
 * Whether a value is a Bitcoin mainnet address that the service accepts. Checks form and checksum,
 * and for taproot that the key is on the curve. Needs no other package. `checkBitcoinAddress` of
 * `bursar/bitcoin` also returns the reason.
 *
 * @example
 * ```ts
 * import { isBitcoinAddress } from "bursar";
 *
 * console.log(isBitcoinAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")); // true
 * console.log(isBitcoinAddress("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5")); // false: typo
 * ```
 */
export function isBitcoinAddress(value: unknown): value is string {
  if (typeof value !== "string" || !bitcoinAddressPattern.test(value)) return false;
  return value.startsWith("bc1") ? isSegwitAddress(value) : isBase58Address(value);
}

const hash256 = (bytes: Uint8Array) => sha256(sha256(bytes));

/** P2PKH and P2SH: a version and 20 bytes. */
function isBase58Address(text: string): boolean {
  const payload = decodeBase58Check(text, hash256);
  if (typeof payload === "string" || payload.length !== 21) return false;
  return payload[0] === 0x00 || payload[0] === 0x05;
}

/** The pattern allows `bc1q` with 20 or 32 bytes, and `bc1p`. */
function isSegwitAddress(text: string): boolean {
  const decoded = decodeSegwit(text);
  if (typeof decoded === "string") return false;
  const { version, program } = decoded;
  return version === 0 || (program.length === 32 && isOnCurve(program));
}

const fieldPrime = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;

/** Whether a point of secp256k1 has this x: only then x³ + 7 is a square (Euler's criterion). */
function isOnCurve(bytes: Uint8Array): boolean {
  let x = 0n;
  for (const byte of bytes) x = (x << 8n) | BigInt(byte);
  let base = (x * x * x + 7n) % fieldPrime;
  let result = 1n;
  for (let exponent = fieldPrime >> 1n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % fieldPrime;
    base = (base * base) % fieldPrime;
  }
  return x < fieldPrime && result === 1n;
}
