/** Addresses and keys are shorter. Base58 decoding takes quadratic time. */
const maxLength = 120;
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Returns the payload, or why the text is not base58check. `hash256` is SHA-256, twice. */
export function decodeBase58Check(
  text: string,
  hash256: (bytes: Uint8Array) => Uint8Array,
): Uint8Array | "characters" | "length" | "checksum" {
  if (text.length > maxLength) return "length";
  let value = 0n;
  for (const character of text) {
    const digit = base58.indexOf(character);
    if (digit < 0) return "characters";
    value = value * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n));
  // A leading 1 stands for a zero byte.
  for (let i = 0; text[i] === "1"; i++) bytes.unshift(0);
  if (bytes.length < 5) return "length";
  const payload = Uint8Array.from(bytes.slice(0, -4));
  const checksum = hash256(payload);
  return bytes.slice(-4).every((byte, i) => byte === checksum[i]) ? payload : "checksum";
}

interface SegwitAddress {
  readonly prefix: string;
  readonly version: number;
  readonly program: Uint8Array;
}

const bech32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const bech32Checksum = 1;
const bech32mChecksum = 0x2bc830a3;

/**
 * Decodes bech32 (BIP-173) of version 0, or bech32m (BIP-350) of a later version. Returns why the
 * text is neither. Expects lower case, and only characters of the alphabet after the prefix.
 */
export function decodeSegwit(text: string): SegwitAddress | "checksum" | "encoding" | "padding" {
  const separator = text.lastIndexOf("1");
  const prefix = text.slice(0, separator);
  const words = [...text.slice(separator + 1)].map((character) => bech32.indexOf(character));
  const checksum = computeChecksum(prefix, words);
  if (checksum !== bech32Checksum && checksum !== bech32mChecksum) return "checksum";
  const [version = 0] = words;
  if ((version === 0) !== (checksum === bech32Checksum)) return "encoding";
  const program = toBytes(words.slice(1, -6));
  return program ? { prefix, version, program } : "padding";
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function computeChecksum(prefix: string, words: readonly number[]): number {
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  return [...expanded, ...words].reduce((sum, word) => {
    const next = ((sum & 0x1ffffff) << 5) ^ word;
    return generators.reduce(
      (acc, generator, i) => ((sum >> (25 + i)) & 1 ? acc ^ generator : acc),
      next,
    );
  }, 1);
}

/** Joins groups of 5 bits to bytes. Undefined if there is more than padding left, or no zeros. */
function toBytes(words: readonly number[]): Uint8Array | undefined {
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
  return bits < 5 && buffer === 0 ? Uint8Array.from(bytes) : undefined;
}
