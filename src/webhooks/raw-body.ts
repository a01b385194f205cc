import { WebhookVerificationError } from "../errors/index.js";

/** The request body, not parsed: bytes, or their text. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/** Returns the signed bytes. Serializing parsed JSON again would not restore them. */
export function toBytes(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  // instanceof fails for an ArrayBuffer of another realm, for example in test environments.
  if (Object.prototype.toString.call(rawBody) === "[object ArrayBuffer]")
    return new Uint8Array(rawBody);
  throw new WebhookVerificationError("bad_body", "expected the raw body as a string or bytes", {
    hint: 'Express: use express.raw({ type: "application/json" }) on this route. Next.js, Hono, Workers, Deno, Bun: pass await request.arrayBuffer(), before any json().',
  });
}

/** Parses the JSON object in a body with a valid signature. */
export function parseBody(bytes: Uint8Array, webhookId: string): Record<string, unknown> {
  let json: unknown;
  try {
    // The decoder removes a byte order mark, which JSON.parse does not accept.
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    json = undefined;
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  const message = "the signature is valid, but the body is not a JSON object";
  throw new WebhookVerificationError("bad_body", message, { webhookId });
}
