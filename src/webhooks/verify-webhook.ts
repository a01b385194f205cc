import { type Issue, WebhookVerificationError } from "../errors/index.js";
import {
  atLeast,
  custom,
  type Options,
  readOptions,
  unchecked,
  withDefault,
} from "../errors/options.js";
import { decodeBase64 } from "./base64.js";
import { claimDelivery } from "./claim-delivery.js";
import type { WebhookEvent } from "./events.js";
import { parseHeaders, type SignedHeaders, type WebhookHeaders } from "./headers.js";
import { parseBody, type RawBody, toBytes } from "./raw-body.js";
import type { ReplayStore } from "./replay-guard.js";
import { decodeSecrets, type WebhookSecret } from "./secrets.js";
import { buildSignedContent, computeHmac, timingSafeEqual } from "./signature.js";
import { validateEvent } from "./validate-event.js";

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** The maximum clock difference in ms. `Infinity`: no limit. @defaultValue five minutes */
  tolerance?: number | undefined;
  /** The current time in milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** Rejects known ids with a `WebhookReplayError`. Without it, deduplicate by `id` yourself. */
  replays?: ReplayStore | undefined;
}

/** A delivery with a valid signature. */
export interface WebhookDelivery {
  /** The same for every redelivery. */
  readonly id: string;
  /** The signing time of this attempt, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly event: WebhookEvent;
  /** Unexpected types in a known event that do not prevent its use. Log them. */
  readonly drift: readonly Issue[];
  /**
   * Marks the delivery as processed. If the store fails, it tries twice more within about a second
   * before it rejects. You may then call it again. No effect without `replays`.
   */
  complete(): Promise<void>;
  /**
   * Accepts a redelivery, if your work failed. No effect without `replays` or after `complete`,
   * even if `complete` failed: your work is done.
   */
  release(): Promise<void>;
}

const verifyOptions: Options<VerifyWebhookOptions, "tolerance"> = () => ({
  tolerance: tolerance(),
  now: custom(Number.isFinite, "milliseconds since 1970"),
  replays: unchecked,
});

export const tolerance = () => withDefault(atLeast(0, "milliseconds"), 300_000);

/**
 * Verifies a delivery (Standard Webhooks, `svix-*` or `webhook-*` headers) and returns its event.
 * Throws a `WebhookVerificationError` with a `code` if the delivery is not genuine or its timestamp
 * is outside the tolerance. Returns every genuine event, known or not, with one exception: a ramp
 * event without `orderId` or `status`, or with an amount or currency that is not a string, is
 * rejected as `unexpected_body`. Respond to it with an error, so that the service retries.
 *
 * With `replays`, the id is claimed after all other checks. Call `complete()` after your own work,
 * or `release()` if it failed.
 *
 * @example
 * ```ts
 * import { signWebhook, verifyWebhook } from "bursar/webhooks";
 *
 * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl"; // yours: process.env.WEBHOOK_SECRET
 * const sample = { event_type: "ramp.deposit", orderId: "order_1", status: "COMPLETED" };
 * const { headers, body } = await signWebhook(sample, secret);
 *
 * // In a handler: request.headers, await request.arrayBuffer()
 * const { event, id } = await verifyWebhook(headers, body, secret);
 * switch (event.event_type) {
 *   case "ramp.deposit":
 *     console.log(id, event.orderId, event.status, event.receivedCryptoAmount);
 *     break;
 *   default:
 *     console.log("ignored", event);
 * }
 * ```
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: RawBody,
  secret: WebhookSecret,
  options: VerifyWebhookOptions = {},
): Promise<WebhookDelivery> {
  const read = readOptions("verifyWebhook", options, verifyOptions);
  const { replays, now = Date.now(), tolerance } = read;
  const keys = decodeSecrets(secret);
  const body = toBytes(rawBody);
  const signed = parseHeaders(headers);
  const content = buildSignedContent(signed.id, signed.timestamp, body);
  const sentAt = validateTimestamp(signed, tolerance, now);
  const signatures = parseSignatures(signed);

  let isGenuine = false;
  for (const key of keys) {
    const expected = computeHmac(key, content);
    // Compare all signatures in constant time.
    for (const signature of signatures)
      isGenuine = timingSafeEqual(signature, expected) || isGenuine;
  }
  if (!isGenuine) {
    throw new WebhookVerificationError("bad_signature", "no signature matches body and secret", {
      hint: "Check that the secret belongs to this endpoint, and that the body is the raw body: not parsed and serialized again, not trimmed, not decoded with another charset.",
      webhookId: signed.id,
    });
  }

  // Parse the verified copy: the caller may have changed the original bytes.
  const json = parseBody(content.subarray(content.length - body.length), signed.id);
  const { errors, drift } = validateEvent(json);
  if (errors.length > 0) {
    throw new WebhookVerificationError("unexpected_body", "the event is incomplete or malformed:", {
      hint: "Respond with an error, so that the service retries. `event` contains the event.",
      webhookId: signed.id,
      issues: errors,
      event: json,
    });
  }
  // Claim last: an invalid delivery must not block the genuine one with the same id.
  const claim = await claimDelivery(replays, signed.id);
  return { id: signed.id, sentAt, event: json as unknown as WebhookEvent, drift, ...claim };
}

function validateTimestamp(signed: SignedHeaders, tolerance: number, now: number): number {
  const { id: webhookId, timestamp } = signed;
  // At most 12 digits, without sign, fraction or leading zeros.
  if (!/^(?:0|[1-9]\d{0,11})$/.test(timestamp))
    throw new WebhookVerificationError("bad_timestamp", "expected whole seconds", { webhookId });
  const sentAt = Number(timestamp) * 1000;
  const age = now - sentAt;
  if (Math.abs(age) <= tolerance) return sentAt;
  const [code, direction, clock] =
    age > 0 ? (["too_old", "ago", "ahead"] as const) : (["too_new", "from now", "behind"] as const);
  const seconds = Math.round(Math.abs(age) / 1000);
  const message = `signed ${seconds} s ${direction}, the tolerance is ${tolerance / 1000} s`;
  const hint = `Retries have new timestamps. If all deliveries are rejected, the clock of this machine is ${clock}.`;
  throw new WebhookVerificationError(code, message, { hint, webhookId });
}

function parseSignatures({ id: webhookId, signature }: SignedHeaders): Uint8Array[] {
  const supported = signature.split(" ").filter((each) => each.startsWith("v1,"));
  const message = "there is no v1 signature";
  if (supported.length === 0)
    throw new WebhookVerificationError("no_supported_signature", message, { webhookId });
  return supported.map((each) => decodeBase64(each.slice(3)) ?? new Uint8Array());
}
