import { sha256 } from "@noble/hashes/sha2";
import { bitcoinAddressPattern } from "../../../shared/bitcoin-pattern.js";

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

/** P2PKH and P2SH: a version, 20 bytes, and the first 4 bytes of their double SHA-256. */
function isBase58Address(text: string): boolean {
  const bytes = decodeBase58(text);
  if (bytes.length !== 25 || (bytes[0] !== 0x00 && bytes[0] !== 0x05)) return false;
  const checksum = sha256(sha256(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, i) => byte === checksum[i]);
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** A leading 1 stands for a zero byte. */
function decodeBase58(text: string): Uint8Array {
  let value = 0n;
  for (const character of text) value = value * 58n + BigInt(base58.indexOf(character));
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes]);
}

const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/**
 * BIP-173 and BIP-350. The pattern allows `bc1q` with 20 or 32 bytes, which has the checksum of
 * bech32, and `bc1p`, which has that of bech32m.
 */
function isSegwitAddress(text: string): boolean {
  const words = [...text.slice(3)].map((character) => bech32.indexOf(character));
  // The human-readable part "bc": its high bits, a zero, and its low bits.
  const checksum = [3, 3, 0, 2, 3, ...words].reduce((sum, word) => {
    const next = ((sum & 0x1ffffff) << 5) ^ word;
    return generators.reduce(
      (acc, generator, i) => ((sum >> (25 + i)) & 1 ? acc ^ generator : acc),
      next,
    );
  }, 1);
  const program = toBytes(words.slice(1, -6));
  if (text[3] === "q") return checksum === 1 && program !== undefined;
  return checksum === 0x2bc830a3 && program?.length === 32 && isOnCurve(program);
}

/** Joins groups of 5 bits to bytes. Undefined if there is more than padding left, or no zeros. */
function toBytes(words: readonly number[]): number[] | undefined {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const word of words) {
    buffer = (buffer << 5) | word;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 255);
    buffer &= (1 << bits) - 1;
  }
  return bits < 5 && buffer === 0 ? bytes : undefined;
}

const fieldPrime = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;

/** Whether a point of secp256k1 has this x: only then x³ + 7 is a square (Euler's criterion). */
function isOnCurve(bytes: readonly number[]): boolean {
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
