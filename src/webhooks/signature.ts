import { hmac } from "@noble/hashes/hmac";
import { sha256 } from "@noble/hashes/sha2";
import { joinBytes } from "../shared/join-bytes.js";

/** Copies the signed content `{id}.{timestamp}.{raw body}`, so that the caller cannot change it. */
export function buildSignedContent(
  id: string,
  timestamp: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return joinBytes([new TextEncoder().encode(`${id}.${timestamp}.`), body]);
}

/** Not by Web Crypto: a verification of some hundred bytes would take more than twice as long. */
export const computeHmac = (key: Uint8Array, content: Uint8Array): Uint8Array =>
  hmac(sha256, key, content);

/** Compares in time that depends only on the lengths. */
export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}
