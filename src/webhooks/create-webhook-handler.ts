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

/** The details of the delivery that contained an event. */
export interface ReceivedWebhook extends Pick<WebhookDelivery, "id" | "sentAt" | "drift"> {
  readonly request: Request;
}

/** Options of `createWebhookHandler`. */
export interface WebhookHandlerOptions {
  /** The signing secret of the endpoint, or several during a rotation. */
  secret: WebhookSecret;
  /** Processes an event. If it throws, the response is 500 and the service retries. */
  onEvent: (event: WebhookEvent, delivery: ReceivedWebhook) => unknown;
  /** Called for every rejected or failed delivery, for logging. Its own errors are ignored. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
  /** Remembers processed ids. @defaultValue a new `createReplayGuard()` */
  replays?: ReplayStore | undefined;
  /** In milliseconds. @defaultValue five minutes */
  tolerance?: number | undefined;
  /** The maximum size of a body in bytes. @defaultValue 1 MiB */
  maxBodyBytes?: number | undefined;
  /** The clock, in milliseconds since 1970. @defaultValue `Date.now` */
  now?: (() => number) | undefined;
}

/** All other codes mean a malformed request: 400. */
const statuses: Partial<Record<WebhookErrorCode, number>> = {
  too_old: 401,
  too_new: 401,
  no_supported_signature: 401,
  bad_signature: 401,
  // The delivery is genuine but was not processed: the service must retry.
  unexpected_body: 500,
};

/**
 * Creates a complete webhook endpoint that turns a `Request` into a `Response`. It limits the body
 * size, verifies the delivery, ignores replays and calls `onEvent`. Create it once, not per
 * request: it remembers processed ids.
 *
 * - 204: processed, now or before
 * - 400: malformed delivery
 * - 401: invalid signature, or timestamp outside the tolerance
 * - 405: not a POST request
 * - 413: body too large
 * - 500: `onEvent` threw, or the event is incomplete (`unexpected_body`). The service retries.
 * - 503: the same delivery is being processed. The service retries.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from "bursar/webhooks";
 *
 * const POST = createWebhookHandler({
 *   secret: "whsec_plJ3nmyCDGBKInavdOK15jsl", // yours: process.env.WEBHOOK_SECRET
 *   onEvent: async (event) => {
 *     if (event.event_type === "ramp.deposit" && event.status === "COMPLETED")
 *       console.log("credit", event.orderId);
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
  // Validate all options now, not at the first delivery.
  decodeSecrets(options.secret);
  const tolerance = validateTolerance(options.tolerance);
  const secret = typeof options.secret === "string" ? options.secret : [...options.secret];
  if (typeof onEvent !== "function")
    throw new ConfigurationError("createWebhookHandler: expected onEvent to be a function");
  if (!(maxBodyBytes >= 0))
    throw new ConfigurationError("createWebhookHandler: expected maxBodyBytes ≥ 0");

  return async (request) => {
    const reportError = (error: unknown) => {
      try {
        const result: unknown = options.onError?.(error, request);
        // An unhandled rejection would end the process.
        if (result instanceof Promise) result.catch(() => {});
      } catch {
        // An error in onError must not change the response.
      }
    };
    if (request.method !== "POST") return respond(405, { allow: "POST" });
    if (request.bodyUsed) {
      const hint = "Pass the request before its body is read.";
      reportError(new ConfigurationError("webhooks: the request body is already used", { hint }));
      return respond(500);
    }

    let body: Uint8Array | undefined;
    try {
      body = await readBody(request, maxBodyBytes);
    } catch (error) {
      reportError(error);
      return respond(400);
    }
    if (!body) {
      const message = `the body exceeds ${maxBodyBytes} bytes`;
      reportError(new WebhookVerificationError("bad_body", message));
      return respond(413);
    }

    let delivery: WebhookDelivery;
    try {
      const verifyOptions = { replays, tolerance, now: now() };
      delivery = await verifyWebhook(request.headers, body, secret, verifyOptions);
    } catch (error) {
      if (error instanceof WebhookReplayError && error.state === "done") return respond(204);
      reportError(error);
      if (error instanceof WebhookReplayError) return respond(503, { "retry-after": "10" });
      if (error instanceof WebhookVerificationError)
        return new Response(error.code, { status: statuses[error.code] ?? 400 });
      return respond(500);
    }

    const { id, sentAt, event, drift } = delivery;
    try {
      await onEvent(event, { id, sentAt, drift, request });
    } catch (error) {
      reportError(error);
      await delivery.release().catch(reportError);
      return respond(500);
    }
    // The event is processed, even if the store fails to save that.
    await delivery.complete().catch(reportError);
    return respond(204);
  };
}

function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
