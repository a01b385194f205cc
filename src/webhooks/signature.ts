import { ConfigurationError } from "../errors/index.js";

/** What a delivery's signature is made over: `{id}.{timestamp}.{raw body}`. A copy, so that nobody changes it meanwhile. */
export function buildSignedContent(
  id: string,
  timestamp: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/** HMAC-SHA256. */
export async function computeHmac(
  key: Uint8Array<ArrayBuffer>,
  content: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  // Missing in pages that are not served over HTTPS.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    throw new ConfigurationError(
      "webhooks need Web Crypto (crypto.subtle), and there is none here",
      {
        hint: "Verify on a server: a signing secret does not belong in a page.",
      },
    );
  }
  const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await subtle.sign("HMAC", imported, content));
}

/** Lengths first, then every byte, whether or not an earlier one differs: the time taken tells nothing about where. */
export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}
