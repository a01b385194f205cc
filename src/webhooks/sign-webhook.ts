import { ConfigurationError } from "../errors/index.js";
import { assertKnownOptions } from "../errors/unknown-option.js";
import type { OptionNames } from "../shared/option-names.js";
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

const optionNames: OptionNames<SignWebhookOptions> = { id: true, now: true, prefix: true };

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
  assertKnownOptions("signWebhook", options, optionNames);
  const { now = Date.now(), prefix = "svix" } = options;
  const keys = decodeSecrets(secret);
  if (!(now >= 0 && now < 1e15))
    throw new ConfigurationError("signWebhook: expected now in milliseconds since 1970");
  const id = options.id ?? `msg_${crypto.randomUUID().replaceAll("-", "")}`;
  // A dot in the id would make the signed content ambiguous.
  if (!/^[\w-]+$/.test(id))
    throw new ConfigurationError("signWebhook: expected letters, digits, _ and - in the id");
  const timestamp = String(Math.floor(now / 1000));
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const content = buildSignedContent(id, timestamp, new TextEncoder().encode(body));
  const signatures = await Promise.all(
    keys.map(async (key) => btoa(String.fromCharCode(...(await computeHmac(key, content))))),
  );
  const headers = {
    "content-type": "application/json",
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: signatures.map((signature) => `v1,${signature}`).join(" "),
  };
  return { id, headers, body };
}
