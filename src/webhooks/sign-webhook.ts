import { ConfigurationError } from "../errors/index.js";
import { toBase64 } from "./base64.js";
import { decodeSecrets, type WebhookSecret } from "./secrets.js";
import { buildSignedContent, computeHmac } from "./signature.js";

/** How `signWebhook` makes a delivery. */
export interface SignWebhookOptions {
  /** @defaultValue a random one */
  id?: string | undefined;
  /** When it is signed, in milliseconds since 1970; the header holds seconds. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** How the headers begin: `svix` or `webhook`. @defaultValue `"svix"` */
  prefix?: "svix" | "webhook" | undefined;
}

/** A delivery as the service would send it. */
export interface SignedWebhook {
  readonly id: string;
  readonly headers: Record<string, string>;
  /** Exactly these characters were signed. */
  readonly body: string;
}

/**
 * Signs a delivery, for tests of your own handler. Several secrets give several signatures, as while one secret replaces another. A string is taken
 * as the raw body.
 *
 * @example
 * ```ts
 * import { createWebhookHandler, signWebhook } from "bursar/webhooks";
 *
 * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
 * const handler = createWebhookHandler({ secret, onEvent: (event) => console.log(event.event_type) });
 *
 * const { headers, body } = await signWebhook({ event_type: "ping", data: { success: true } }, secret);
 * const response = await handler(new Request("https://example.com/webhooks", { method: "POST", headers, body }));
 * console.log(response.status); // 204
 * ```
 */
export async function signWebhook(
  event: object | string,
  secret: WebhookSecret,
  options: SignWebhookOptions = {},
): Promise<SignedWebhook> {
  const { now = Date.now(), prefix = "svix" } = options;
  const keys = decodeSecrets(secret);
  if (!(now >= 0 && now < 1e15))
    throw new ConfigurationError("signWebhook: now must be a number of milliseconds since 1970");
  const id = options.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  // With a full stop in the id, what was signed could be read in two ways.
  if (!/^[\w-]+$/.test(id))
    throw new ConfigurationError("signWebhook: an id is made of letters, digits, _ and -");
  const timestamp = String(Math.floor(now / 1000));
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const content = buildSignedContent(id, timestamp, new TextEncoder().encode(body));
  const signatures = await Promise.all(
    keys.map(async (key) => `v1,${toBase64(await computeHmac(key, content))}`),
  );
  const headers = {
    "content-type": "application/json",
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: signatures.join(" "),
  };
  return { id, headers, body };
}
