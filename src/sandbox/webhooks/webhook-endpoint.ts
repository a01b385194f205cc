import { aFunction, type Options, readOptions, required, unchecked } from "../../errors/options.js";
import { runWithin } from "../../shared/time/run-within.js";
import type { KnownWebhookEvent } from "../../webhooks/events.js";
import { decodeSecrets, type WebhookSecret } from "../../webhooks/secrets.js";
import { signWebhook } from "../../webhooks/sign-webhook.js";
import { httpUrl } from "../shared/parse-http-url.js";

/** Where a sandbox sends its webhooks. */
export interface SandboxWebhookOptions {
  /** The address of the receiver. */
  url: string;
  /** The signing secret (`whsec_…`), or several as during a rotation. */
  secret: WebhookSecret;
  /** Receives the deliveries instead of the network. @defaultValue the global `fetch` */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** An attempted delivery. */
export interface SandboxDelivery {
  /** The `svix-id`. An event has the same id at every endpoint. */
  readonly id: string;
  readonly event: KnownWebhookEvent;
  /** The status of the receiver's response. Undefined without a response. */
  readonly status: number | undefined;
  /** Why there is no response. */
  readonly error: string | undefined;
}

/** An endpoint that receives the webhooks of a sandbox. */
export interface SandboxWebhooks {
  /** The last 1,000 attempted deliveries, oldest first. */
  readonly deliveries: readonly SandboxDelivery[];
  /** Resolves when all deliveries so far have been attempted. Never rejects. */
  idle(): Promise<void>;
  /** Sends nothing more, and aborts open deliveries. */
  stop(): void;
}

export interface WebhookEndpoint extends SandboxWebhooks {
  readonly url: string;
  send(id: string, event: KnownWebhookEvent): Promise<SandboxDelivery>;
}

const endpointOptions: Options<SandboxWebhookOptions> = () => ({
  url: required(httpUrl()),
  // Validated by `decodeSecrets`, whose errors never quote it.
  secret: unchecked,
  fetch: aFunction,
});
const maxDeliveries = 1_000;
const attemptTimeout = 15_000;
// The real timers, also if fake ones are installed later: a delivery takes real time.
const { setTimeout, clearTimeout } = globalThis;

export function createWebhookEndpoint(
  options: SandboxWebhookOptions,
  timeout = attemptTimeout,
): WebhookEndpoint {
  const read = readOptions("webhooks", options, endpointOptions);
  const { url, secret, fetch: deliver = globalThis.fetch } = read;
  // Report a wrong secret now, not at the first delivery.
  decodeSecrets(secret);
  const deliveries: SandboxDelivery[] = [];
  const stopped = new AbortController();
  // One after the other, so that a receiver gets the statuses of an order in their order.
  let queue: Promise<unknown> = Promise.resolve();

  async function attempt(id: string, event: KnownWebhookEvent): Promise<SandboxDelivery> {
    const delivery = { id, event, status: undefined, error: undefined };
    const ended = new AbortController();
    const { signal } = ended;
    const stop = () => ended.abort(stopped.signal.reason);
    const late = `TimeoutError: the receiver did not respond within ${timeout} ms`;
    const timer = setTimeout(() => ended.abort(late), timeout);
    // The timer alone must not keep a Node process running.
    (timer as { unref?: () => void }).unref?.();
    stopped.signal.addEventListener("abort", stop);
    if (stopped.signal.aborted) stop();
    try {
      const { headers, body } = await signWebhook(event, secret, { id });
      signal.throwIfAborted();
      const request = new Request(url, { method: "POST", headers, body, signal });
      // A custom fetch may ignore the signal.
      const response = await runWithin({ signal }, () => deliver(request));
      await runWithin({ signal }, () => response.body?.cancel());
      return { ...delivery, status: response.status };
    } catch (thrown) {
      return { ...delivery, error: describeThrown(thrown) };
    } finally {
      clearTimeout(timer);
      stopped.signal.removeEventListener("abort", stop);
    }
  }

  return {
    url,
    deliveries,
    send(id, event) {
      const sent = queue.then(() => attempt(id, event));
      queue = sent.then((delivery) => {
        deliveries.push(delivery);
        if (deliveries.length > maxDeliveries) deliveries.shift();
      });
      return sent;
    },
    idle: () => queue.then(() => {}),
    stop: () => stopped.abort(),
  };
}

/** Includes the cause: that of `fetch` states why the connection failed. */
function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? ` (${thrown.cause.message})` : "";
  return `${thrown.name}: ${thrown.message}${cause}`;
}
