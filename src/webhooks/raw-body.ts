import { WebhookVerificationError } from "../errors/index.js";

/** The body as it came over the wire: bytes, or their text. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/** The bytes that were signed. Parsed JSON has lost them: writing it anew moves white space, escapes and digits. */
export function toBytes(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  if (ArrayBuffer.isView(rawBody))
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  // By its name, since test environments have several ArrayBuffers.
  if (Object.prototype.toString.call(rawBody) === "[object ArrayBuffer]")
    return new Uint8Array(rawBody);
  throw new WebhookVerificationError(
    "bad_body",
    "the raw body is needed, as it came over the wire, and this is something else",
    {
      hint: 'Express: express.raw({ type: "application/json" }) on this route. Next.js, Hono, Workers, Deno, Bun: await request.arrayBuffer(), before any json().',
    },
  );
}

/** The JSON object in a body whose signature was right. */
export function parseBody(bytes: Uint8Array, webhookId: string): Record<string, unknown> {
  let json: unknown;
  try {
    // A byte order mark was signed like every other byte, and JSON.parse does not know it: the decoder drops it.
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    json = undefined;
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw new WebhookVerificationError(
    "bad_body",
    "the signature is right, but the body is no JSON object",
    { webhookId },
  );
}
