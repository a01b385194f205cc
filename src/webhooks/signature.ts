import { ConfigurationError } from "../errors/index.js";
import { joinBytes } from "../shared/join-bytes.js";

/** Copies the signed content `{id}.{timestamp}.{raw body}`, so that the caller cannot change it. */
export function buildSignedContent(
  id: string,
  timestamp: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return joinBytes([new TextEncoder().encode(`${id}.${timestamp}.`), body]);
}

export async function computeHmac(
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  // Undefined in pages that are not served over HTTPS.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    throw new ConfigurationError("webhooks: Web Crypto (crypto.subtle) is not available", {
      hint: "Verify webhooks on a server: a signing secret must not be in a page.",
    });
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, content));
}

/** Compares in time that depends only on the lengths. */
export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}
