import { oneOf, text } from "../contract/records/schema.js";
import { custom, type Options, readOptions, withDefault } from "../errors/options.js";
import { decodeSecrets, type WebhookSecret } from "./secrets.js";
import { buildSignedContent, computeHmac } from "./signature.js";

/** Options of `signWebhook`. */
export interface SignWebhookOptions {
  /** @defaultValue a random id */
  id?: string | undefined;
  /** The signing time in milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** The prefix of the header names. @defaultValue `"svix"` */
  prefix?: "svix" | "webhook" | undefined;
}

/** A delivery in the form in which the service sends it. */
export interface SignedWebhook {
  readonly id: string;
  readonly headers: Record<string, string>;
  /** The signed body. Send it unchanged. */
  readonly body: string;
}

const signOptions: Options<SignWebhookOptions, "prefix"> = () => ({
  // A dot in the id would make the signed content ambiguous.
  id: text(/^[\w-]+$/, "letters, digits, _ and -"),
  now: custom(isTime, "milliseconds since 1970"),
  prefix: withDefault(oneOf("svix", "webhook"), "svix"),
});

const isTime = (now: unknown) => typeof now === "number" && now >= 0 && now < 1e15;

/**
 * Signs a delivery, to test your own handler. Several secrets produce several signatures, as during
 * a rotation. A string is used as the raw body.
 *
 * @example
 * ```ts
 * import { createWebhookHandler, signWebhook } from "bursar/webhooks";
 *
 * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
 * const handler = createWebhookHandler({
 *   secret,
 *   onEvent: (event) => console.log(event.event_type),
 * });
 *
 * const event = { event_type: "ping", data: { success: true } };
 * const { headers, body } = await signWebhook(event, secret);
 * const request = new Request("https://example.com/hooks", { method: "POST", headers, body });
 * console.log((await handler(request)).status); // 204
 * ```
 */
export async function signWebhook(
  event: object | string,
  secret: WebhookSecret,
  options: SignWebhookOptions = {},
): Promise<SignedWebhook> {
  const read = readOptions("signWebhook", options, signOptions);
  const { id = `msg_${crypto.randomUUID().replaceAll("-", "")}`, now = Date.now(), prefix } = read;
  const keys = decodeSecrets(secret);
  const timestamp = String(Math.floor(now / 1000));
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const content = buildSignedContent(id, timestamp, new TextEncoder().encode(body));
  const signatures = keys.map((key) => btoa(String.fromCharCode(...computeHmac(key, content))));
  const headers = {
    "content-type": "application/json",
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: signatures.map((signature) => `v1,${signature}`).join(" "),
  };
  return { id, headers, body };
}
