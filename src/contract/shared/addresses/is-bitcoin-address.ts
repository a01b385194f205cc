import { sha256 } from "@noble/hashes/sha2";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { bitcoinAddressPattern } from "./bitcoin-address.js";

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
  try {
    return value.startsWith("bc1") ? isSegwitAddress(value) : isBase58Address(value);
  } catch {
    return false;
  }
}

/** P2PKH and P2SH. */
function isBase58Address(text: string): boolean {
  const bytes = createBase58check(sha256).decode(text);
  return bytes.length === 21 && (bytes[0] === 0x00 || bytes[0] === 0x05);
}

/** The pattern allows versions 0 and 1. */
function isSegwitAddress(text: string): boolean {
  const codec = text[3] === "q" ? bech32 : bech32m;
  const { words } = codec.decode(text as `${string}1${string}`);
  const program = codec.fromWords(words.slice(1));
  if (codec === bech32) return program.length === 20 || program.length === 32;
  return program.length === 32 && isOnCurve(program);
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
