import { type BytesCoder, base64, hex } from "@scure/base";
import { crypto } from "bitcoinjs-lib";

/** Hex in lower case. */
export function toHex(bytes: Uint8Array): string {
  return hex.encode(bytes);
}

/** Returns undefined if the text is not hex. */
export function decodeHex(text: string): Uint8Array | undefined {
  return decode(hex, text);
}

export function toBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/** Returns undefined if the text is not canonical base64: one signature has one text. */
export function decodeBase64(text: string): Uint8Array | undefined {
  return decode(base64, text);
}

function decode(codec: BytesCoder, text: string): Uint8Array | undefined {
  try {
    return codec.decode(text);
  } catch {
    return undefined;
  }
}

export function concatBytes(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Bitcoin's compact size of a number below 2^32. */
export function encodeCompactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >>> 8);
  return Uint8Array.of(
    0xfe,
    value & 0xff,
    (value >>> 8) & 0xff,
    (value >>> 16) & 0xff,
    value >>> 24,
  );
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The tagged hash of BIP-340. */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const prefix = crypto.sha256(encodeUtf8(tag));
  return crypto.sha256(concatBytes(prefix, prefix, ...parts));
}

/** The items of a serialised witness; undefined where the bytes are not exactly one, in its shortest form. */
export function parseWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  let at = 0;
  const size = (): number => {
    const first = bytes[at++] ?? Number.NaN;
    if (!(first >= 0xfd)) return first;
    const width = first === 0xfd ? 2 : first === 0xfe ? 4 : 0;
    let value = 0;
    for (let i = 0; i < width; i++) value += (bytes[at++] ?? Number.NaN) * 256 ** i;
    // No witness holds an item of four gigabytes, and a number must not be written longer than it needs to be.
    return value > (width === 2 ? 0xfc : 0xffff) ? value : Number.NaN;
  };
  const items: Uint8Array[] = [];
  for (let left = size(); left !== 0; left--) {
    const length = size();
    if (!(at + length <= bytes.length)) return undefined;
    items.push(bytes.slice(at, at + length));
    at += length;
  }
  return at === bytes.length ? items : undefined;
}

export function serializeWitness(items: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    encodeCompactSize(items.length),
    ...items.flatMap((item) => [encodeCompactSize(item.length), item]),
  );
}
