import {
  ConfigurationError,
  type WebhookErrorCode,
  WebhookReplayError,
  WebhookVerificationError,
} from "../errors/index.js";
import {
  above,
  aFunction,
  atLeast,
  type Options,
  optionsOf,
  readOptions,
  unchecked,
  withDefault,
} from "../errors/options.js";
import { hasParsedBody } from "../node/converted-request.js";
import { type RejectedBody, readBody } from "../node/read-body.js";
import { callListener } from "../shared/call-listener.js";
import type { KnownWebhookEvent, WebhookEvent } from "./events.js";
import { limitStore } from "./limit-store.js";
import { assertReplayTimes, createReplayGuardFor, type ReplayStore } from "./replay-guard.js";
import { decodeSecrets, type WebhookSecret } from "./secrets.js";
import { tolerance, verifyWebhook, type WebhookDelivery } from "./verify-webhook.js";

/** The details of the delivery that contained an event. */
export interface ReceivedWebhook extends Pick<WebhookDelivery, "id" | "sentAt" | "drift"> {
  readonly request: Request;
}

/** Processes an event. If it throws, the response is 500 and the service retries. */
export type WebhookCallback<Event extends WebhookEvent = WebhookEvent> = (
  event: Event,
  delivery: ReceivedWebhook,
) => unknown;

/** A function per type of event. */
export type WebhookCallbacks = {
  [Event in KnownWebhookEvent as Event["event_type"]]?: WebhookCallback<Event> | undefined;
};

/** Options of `createWebhookHandler`. Pass either `onEvent` or `on`. */
export interface WebhookHandlerOptions {
  /**
   * The signing secret of the endpoint, or several during a rotation. Environment variables may be
   * passed as they are: `undefined` throws when the handler is created.
   */
  secret: string | readonly (string | undefined)[] | undefined;
  /** Processes all events. */
  onEvent?: WebhookCallback | undefined;
  /**
   * Processes events by their type. A type that this version does not know is rejected: the
   * function of a misspelt one would never be called.
   */
  on?: WebhookCallbacks | undefined;
  /** Together with `on`: processes all other events, also those of unknown types. */
  otherwise?: WebhookCallback | undefined;
  /** Called for every rejected or failed delivery, for logging. Its own errors are ignored. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
  /**
   * Remembers processed ids. The default keeps them for three days, or longer if the `tolerance`
   * accepts a delivery for longer. If it is infinite, the default forgets the oldest of more than
   * 10000 ids: a copy of its delivery is processed again.
   *
   * @defaultValue a new `createReplayGuard()`
   */
  replays?: ReplayStore | undefined;
  /** In milliseconds. @defaultValue five minutes */
  tolerance?: number | undefined;
  /** The maximum size of a body in bytes. @defaultValue 1 MiB */
  maxBodyBytes?: number | undefined;
  /** How long to wait for the complete body, in milliseconds. @defaultValue `10000` */
  bodyTimeout?: number | undefined;
  /**
   * How long to wait for each call of the store, in milliseconds. After it, `claim` leads to 500,
   * and `complete` is tried again. @defaultValue `5000`
   */
  storeTimeout?: number | undefined;
  /** The clock, in milliseconds since 1970. @defaultValue `Date.now` */
  now?: (() => number) | undefined;
}

const handlerOptions: Options<
  WebhookHandlerOptions,
  "tolerance" | "maxBodyBytes" | "bodyTimeout" | "storeTimeout"
> = () => ({
  // Validated by `decodeSecrets`, whose errors never quote it.
  secret: unchecked,
  onEvent: aFunction,
  on: optionsOf(callbacksByType),
  otherwise: aFunction,
  onError: aFunction,
  replays: unchecked,
  tolerance: tolerance(),
  maxBodyBytes: withDefault(atLeast(0, "bytes"), 1_048_576),
  bodyTimeout: withDefault(above(0, "milliseconds"), 10_000),
  storeTimeout: withDefault(above(0, "milliseconds"), 5_000),
  now: aFunction,
});
const callbacksByType: Options<WebhookCallbacks> = () => ({
  ping: aFunction,
  "ramp.deposit": aFunction,
  "ramp.withdraw": aFunction,
});
// Timers have 31 bits. A longer delay would fire immediately.
const maxTimerDelay = 2_147_483_647;

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
 * size, verifies the delivery, ignores replays and calls `onEvent`, or the function of its type in
 * `on`. Create it once, not per request: it remembers processed ids. For Express and `node:http`,
 * see `toNodeHandler`.
 *
 * - 204: processed, now or before
 * - 400: malformed delivery
 * - 401: invalid signature, or timestamp outside the tolerance
 * - 405: not a POST request
 * - 408: the body did not arrive in time
 * - 413: body too large
 * - 500: your function threw, or the event is incomplete (`unexpected_body`), or the store failed.
 *   The service retries. Or a parser has read the body before the handler.
 * - 503: the same delivery is being processed. The service retries.
 *
 * @example
 * ```ts
 * import { createWebhookHandler } from "bursar/webhooks";
 *
 * const POST = createWebhookHandler({
 *   secret: "whsec_plJ3nmyCDGBKInavdOK15jsl", // yours: process.env.WEBHOOK_SECRET
 *   on: {
 *     "ramp.deposit": async (event) => console.log(event.orderId, event.status),
 *   },
 *   otherwise: (event) => console.log("ignored", event.event_type),
 *   onError: (error) => console.error(error),
 * });
 * console.log((await POST(new Request("https://example.com/webhooks"))).status); // 405
 * ```
 */
export function createWebhookHandler(
  options: WebhookHandlerOptions,
): (request: Request) => Promise<Response> {
  // Validate all options now, not at the first delivery.
  const read = readOptions("createWebhookHandler", options, handlerOptions);
  const { onError, maxBodyBytes, bodyTimeout, storeTimeout, now = Date.now, tolerance } = read;
  const secret = copySecrets(read.secret);
  const store = read.replays ?? createReplayGuardFor(tolerance);
  const handleEvent = selectCallback(read);
  assertReplayTimes(store, tolerance);
  const replays = limitStore(store, Math.min(storeTimeout, maxTimerDelay));
  const limits = { maxBytes: maxBodyBytes, timeout: Math.min(bodyTimeout, maxTimerDelay) };

  return async (request) => {
    const reportError = (error: unknown) => {
      // An error in onError must not change the response.
      if (onError) callListener(() => onError(error, request), ignore);
    };
    assertRequest(request);
    if (request.method !== "POST") return respond(405, { allow: "POST" });
    if (request.bodyUsed || hasParsedBody(request)) {
      const message = "webhooks: the body was read before the handler got the request";
      reportError(new ConfigurationError(message, { hint: rawBodyHint }));
      return new Response(`${message}. ${rawBodyHint}`, { status: 500 });
    }

    let body: Uint8Array | RejectedBody;
    try {
      body = await readBody(request, limits);
    } catch (error) {
      reportError(error);
      return respond(400);
    }
    if (!(body instanceof Uint8Array)) {
      reportError(new WebhookVerificationError("bad_body", body.reason));
      return respond(body.status);
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
      await handleEvent(event, { id, sentAt, drift, request });
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

const ignore = () => {};

/** Throws if the functions for events are missing, invalid or ambiguous. */
function selectCallback({ onEvent, on, otherwise }: WebhookHandlerOptions): WebhookCallback {
  if (on === undefined) {
    if (onEvent === undefined)
      throw new ConfigurationError("createWebhookHandler: expected onEvent or on");
    if (otherwise === undefined) return onEvent;
    throw new ConfigurationError("createWebhookHandler: otherwise is only used together with on");
  }
  if (onEvent !== undefined)
    throw new ConfigurationError("createWebhookHandler: pass onEvent or on, not both");
  const callbacks = new Map<unknown, WebhookCallback>(
    Object.entries(on) as [string, WebhookCallback][],
  );
  if (otherwise === undefined && callbacks.size === 0)
    throw new ConfigurationError("createWebhookHandler: expected a function in on, or otherwise");
  return (event, delivery) => {
    const callback = callbacks.get(event.event_type) ?? otherwise;
    return callback?.(event, delivery);
  };
}

const rawBodyHint =
  'The signature covers the raw body. Mount the handler before express.json(), or use express.raw({ type: "application/json" }) on its route.';

/** A framework would wait forever for a response to a Node request that was passed as is. */
function assertRequest(request: Request): void {
  if (typeof request?.headers?.get === "function") return;
  throw new ConfigurationError("createWebhookHandler: the handler expected a Request", {
    hint: "Express and node:http: convert the handler with toNodeHandler of bursar/webhooks.",
  });
}

/** Throws if a secret is missing or malformed. */
function copySecrets(given: WebhookHandlerOptions["secret"]): WebhookSecret {
  const secret = given as WebhookSecret;
  decodeSecrets(secret);
  return typeof secret === "string" ? secret : [...secret];
}

function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
