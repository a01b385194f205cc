import {
  ConfigurationError,
  type Issue,
  WebhookReplayError,
  WebhookVerificationError,
} from "../errors/index.js";
import { fromBase64 } from "./base64.js";
import type { WebhookEvent } from "./events.js";
import { parseHeaders, type SignedHeaders, type WebhookHeaders } from "./headers.js";
import { parseBody, type RawBody, toBytes } from "./raw-body.js";
import type { ReplayStore } from "./replay-guard.js";
import { decodeSecrets, type WebhookSecret } from "./secrets.js";
import { buildSignedContent, computeHmac, timingSafeEqual } from "./signature.js";
import { validateEvent } from "./validate-event.js";

/** How `verifyWebhook` judges. */
export interface VerifyWebhookOptions {
  /** How far the timestamp may be off, either way, in milliseconds. `Infinity` switches the check off. @defaultValue five minutes */
  tolerance?: number | undefined;
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
  /** Remembers ids: a known one is a `WebhookReplayError`. Without it, drop what you have had by `id` yourself. */
  replays?: ReplayStore | undefined;
}

/** A delivery whose signature is right. */
export interface WebhookDelivery {
  /** The same in every redelivery. */
  readonly id: string;
  /** When this attempt was signed, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly event: WebhookEvent;
  /** What of a known event is not of the published type, and no reason to refuse it. Worth a line in the log. */
  readonly drift: readonly Issue[];
  /** Your own work is done: from now on the id is a replay. Does nothing without `replays`. */
  complete(): Promise<void>;
  /** Your own work failed: the redelivery is to be accepted. Does nothing without `replays`, nor after `complete`. */
  release(): Promise<void>;
}

/**
 * Verifies a delivery (Standard Webhooks, with `svix-*` or `webhook-*` headers) and types its event. It throws a `WebhookVerificationError` with a
 * `code` for what is not genuine or too far off in time, and hands over every genuine event, known or not. Only a ramp event without `orderId` or
 * `status`, or with an amount or currency that is no string, is refused as `unexpected_body`: answer that with an error, so that it comes again.
 *
 * With `replays` the id is claimed once all else is right. Call `complete()` after your own work and `release()` where that failed.
 *
 * @example
 * ```ts
 * import { signWebhook, verifyWebhook } from "bursar/webhooks";
 *
 * const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl"; // yours: process.env.WEBHOOK_SECRET
 * const { headers, body } = await signWebhook({ event_type: "ramp.deposit", orderId: "order_1", status: "COMPLETED" }, secret);
 *
 * const { event, id } = await verifyWebhook(headers, body, secret); // request.headers, await request.arrayBuffer()
 * switch (event.event_type) {
 *   case "ramp.deposit":
 *     console.log(id, event.orderId, event.status, event.receivedCryptoAmount);
 *     break;
 *   default:
 *     console.log("no event of ours", event);
 * }
 * ```
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: RawBody,
  secret: WebhookSecret,
  options: VerifyWebhookOptions = {},
): Promise<WebhookDelivery> {
  const { replays, now = Date.now() } = options;
  const tolerance = validateTolerance(options.tolerance);
  const keys = decodeSecrets(secret);
  const body = toBytes(rawBody);
  const signed = parseHeaders(headers);
  const content = buildSignedContent(signed.id, signed.timestamp, body);
  const sentAt = validateTimestamp(signed, tolerance, now);
  const signatures = parseSignatures(signed);

  let genuine = false;
  for (const key of keys) {
    const expected = await computeHmac(key, content);
    // Each is compared: which of them fits is nobody's business.
    for (const signature of signatures) genuine = timingSafeEqual(signature, expected) || genuine;
  }
  if (!genuine) {
    throw new WebhookVerificationError(
      "bad_signature",
      "no signature fits these bytes and this secret",
      {
        hint: "Is it this endpoint's secret? Is the body untouched: not parsed and written anew, not trimmed, not decoded as another charset?",
        webhookId: signed.id,
      },
    );
  }

  // Of the copy that was verified, whatever has become of the caller's bytes.
  const json = parseBody(content.subarray(content.length - body.length), signed.id);
  const { grave, drift } = validateEvent(json);
  if (grave.length > 0) {
    throw new WebhookVerificationError(
      "unexpected_body",
      "the signature is right, but a decision about money needs more:",
      {
        hint: "Answer with an error, so that it is delivered again, and look at `event`: it holds the event as it came.",
        webhookId: signed.id,
        issues: grave,
        event: json,
      },
    );
  }
  // Last of all: an id that anybody could burn would lose the true delivery.
  const settle = replays ? await claimDelivery(replays, signed.id) : () => Promise.resolve();
  return {
    id: signed.id,
    sentAt,
    event: json as unknown as WebhookEvent,
    drift,
    complete: () => settle("complete"),
    release: () => settle("release"),
  };
}

export function validateTolerance(tolerance = 300_000): number {
  if (typeof tolerance === "number" && tolerance >= 0) return tolerance;
  throw new ConfigurationError("webhooks: tolerance must be a number of milliseconds, 0 or more");
}

function validateTimestamp(
  { id, timestamp }: SignedHeaders,
  tolerance: number,
  now: number,
): number {
  // One way to write a number, and no more digits than seconds have for ages.
  if (!/^(?:0|[1-9]\d{0,11})$/.test(timestamp)) {
    throw new WebhookVerificationError(
      "bad_timestamp",
      "the timestamp is not a whole number of seconds",
      { webhookId: id },
    );
  }
  if (!Number.isFinite(now))
    throw new ConfigurationError("webhooks: now must be a number of milliseconds since 1970");
  const sentAt = Number(timestamp) * 1000;
  const age = now - sentAt;
  if (Math.abs(age) <= tolerance) return sentAt;
  const [code, word, clock] =
    age > 0 ? (["too_old", "ago", "ahead"] as const) : (["too_new", "from now", "behind"] as const);
  throw new WebhookVerificationError(
    code,
    `signed ${Math.round(Math.abs(age) / 1000)} s ${word}, and ${tolerance / 1000} s are allowed`,
    {
      hint: `A genuine delivery is signed anew for every attempt. If all are refused, this machine's clock is ${clock}.`,
      webhookId: id,
    },
  );
}

function parseSignatures({ id, signature }: SignedHeaders): Uint8Array[] {
  const supported = signature.split(" ").filter((each) => each.startsWith("v1,"));
  if (supported.length === 0) {
    throw new WebhookVerificationError("no_supported_signature", "no signature is of version v1", {
      webhookId: id,
    });
  }
  return supported.map((each) => fromBase64(each.slice(3)) ?? new Uint8Array());
}

async function claimDelivery(
  replays: ReplayStore,
  id: string,
): Promise<(how: "complete" | "release") => Promise<void>> {
  const answer = await replays.claim(id);
  if (answer === "done" || answer === "busy") throw new WebhookReplayError(id, answer);
  if (typeof answer?.complete !== "function" || typeof answer.release !== "function") {
    throw new ConfigurationError(
      'webhooks: replays.claim must answer "done", "busy" or a claim with complete and release',
    );
  }
  let settled = false;
  return async (how) => {
    // Set before it is tried: where completing fails, the work is done all the same and must not be freed.
    if (settled) return;
    settled = true;
    await answer[how]();
  };
}
