import { type BytesCoder, base64, hex } from "@scure/base";
import { crypto } from "bitcoinjs-lib";
import { joinBytes } from "../../shared/join-bytes.js";

/** Returns lower case. */
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
  return joinBytes(parts);
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const prefix = crypto.sha256(encodeUtf8(tag));
  return crypto.sha256(concatBytes(prefix, prefix, ...parts));
}
