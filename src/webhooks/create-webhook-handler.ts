import {
  ConfigurationError,
  type WebhookErrorCode,
  WebhookReplayError,
  WebhookVerificationError,
} from "../errors/index.js";
import type { WebhookEvent } from "./events.js";
import { readBody } from "./read-body.js";
import { createReplayGuard, type ReplayStore } from "./replay-guard.js";
import { decodeSecrets, type WebhookSecret } from "./secrets.js";
import { validateTolerance, verifyWebhook, type WebhookDelivery } from "./verify-webhook.js";

/** What comes along with an event. */
export interface ReceivedWebhook extends Pick<WebhookDelivery, "id" | "sentAt" | "drift"> {
  readonly request: Request;
}

/** How `createWebhookHandler` receives. */
export interface WebhookHandlerOptions {
  /** The endpoint's signing secret, or several while one replaces another. */
  secret: WebhookSecret;
  /** Your own work. Where it throws, the sender is told to deliver again. */
  onEvent: (event: WebhookEvent, delivery: ReceivedWebhook) => unknown;
  /** Hears of everything that was refused or failed: log it. What it throws is dropped. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
  /** Remembers ids. @defaultValue a `createReplayGuard()` of its own */
  replays?: ReplayStore | undefined;
  /** In milliseconds. @defaultValue five minutes */
  tolerance?: number | undefined;
  /** How many bytes a body may have. @defaultValue 1 MiB */
  maxBodyBytes?: number | undefined;
  /** Milliseconds since 1970. @defaultValue `Date.now` */
  now?: (() => number) | undefined;
}

/** Refusals that tell of somebody else than the sender. What is not here is a request that is not formed as a delivery is: 400. */
const statuses: Partial<Record<WebhookErrorCode, number>> = {
  too_old: 401,
  too_new: 401,
  no_supported_signature: 401,
  bad_signature: 401,
  // Genuine, and not processed: it has to come again.
  unexpected_body: 500,
};

/**
 * A whole endpoint: a `Request` in, a `Response` out. Make it once, not per request: it remembers what was processed. It reads the body with a
 * cap, verifies, drops what was processed before, calls `onEvent`, and answers: 204 processed, now or before · 400 not a delivery · 401 not genuine
 * or too far off in time · 405 not a POST · 413 too large · 500 `onEvent` threw, or the event lacks what money depends on · 503 the same delivery is
 * being processed right now. The sender delivers again after 500 and 503.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from "bursar/webhooks";
 *
 * const POST = createWebhookHandler({
 *   secret: "whsec_plJ3nmyCDGBKInavdOK15jsl", // yours: process.env.WEBHOOK_SECRET
 *   onEvent: async (event) => {
 *     if (event.event_type === "ramp.deposit" && event.status === "COMPLETED") console.log("credit", event.orderId);
 *   },
 *   onError: (error) => console.error(error),
 * });
 * console.log((await POST(new Request("https://example.com/webhooks"))).status); // 405
 * ```
 */
export function createWebhookHandler(
  options: WebhookHandlerOptions,
): (request: Request) => Promise<Response> {
  const {
    onEvent,
    replays = createReplayGuard({ now: options.now }),
    maxBodyBytes = 1_048_576,
    now = Date.now,
  } = options;
  // A wrong set-up shows at the start, and not with the first delivery.
  decodeSecrets(options.secret);
  const tolerance = validateTolerance(options.tolerance);
  const secret = typeof options.secret === "string" ? options.secret : [...options.secret];
  if (typeof onEvent !== "function")
    throw new ConfigurationError("createWebhookHandler: onEvent must be a function");
  if (!(maxBodyBytes >= 0))
    throw new ConfigurationError("createWebhookHandler: maxBodyBytes must be a number of bytes");

  return async (request) => {
    const tell = (error: unknown) => {
      try {
        const told: unknown = options.onError?.(error, request);
        // Unheard, a rejection ends the process.
        if (told instanceof Promise) told.catch(() => {});
      } catch {
        // A broken log must not change what the sender hears.
      }
    };
    if (request.method !== "POST")
      return new Response(null, { status: 405, headers: { allow: "POST" } });
    if (request.bodyUsed) {
      tell(
        new ConfigurationError("webhooks: the body was read before the handler got the request", {
          hint: "Hand over the request as it came.",
        }),
      );
      return new Response(null, { status: 500 });
    }

    let body: Uint8Array | undefined;
    try {
      body = await readBody(request, maxBodyBytes);
    } catch (error) {
      tell(error);
      return new Response(null, { status: 400 });
    }
    if (!body) {
      tell(
        new WebhookVerificationError("bad_body", `the body has more than ${maxBodyBytes} bytes`),
      );
      return new Response(null, { status: 413 });
    }

    let delivery: WebhookDelivery;
    try {
      delivery = await verifyWebhook(request.headers, body, secret, {
        replays,
        tolerance,
        now: now(),
      });
    } catch (error) {
      if (error instanceof WebhookReplayError && error.state === "done")
        return new Response(null, { status: 204 });
      tell(error);
      if (error instanceof WebhookReplayError)
        return new Response(null, { status: 503, headers: { "retry-after": "10" } });
      if (error instanceof WebhookVerificationError)
        return new Response(error.code, { status: statuses[error.code] ?? 400 });
      return new Response(null, { status: 500 });
    }

    const { id, sentAt, event, drift } = delivery;
    try {
      await onEvent(event, { id, sentAt, drift, request });
    } catch (error) {
      tell(error);
      await delivery.release().catch(tell);
      return new Response(null, { status: 500 });
    }
    // The work is done, whether or not that could be noted.
    await delivery.complete().catch(tell);
    return new Response(null, { status: 204 });
  };
}
