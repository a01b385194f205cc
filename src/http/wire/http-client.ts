import ky, { isTimeoutError } from "ky";
import { BursarError } from "../../errors/base.js";
import { ConnectionError } from "../../errors/connection.js";
import { isRetryable } from "../../errors/is-retryable.js";
import { nameOf } from "../../errors/thrown.js";
import type { Config } from "../config.js";
import { emit } from "../events.js";
import { assertSuccess } from "../response/read-response.js";
import { resolveKey } from "./api-key.js";
import { sleep, timeoutError, untilAborted, withDeadline } from "./deadline.js";
import type { Exchange } from "./exchange.js";
import { fetchWhole, type Received } from "./fetch-whole.js";
import { rememberRedact } from "./redact.js";
import { retryDelay } from "./retry-delay.js";
import { createWriteId, writeIdHeader } from "./write-id.js";

/** Sends one exchange, retries included, and resolves to a successful response or throws. */
export type Send = (exchange: Exchange, signal: AbortSignal) => Promise<Received>;

/** One ky instance per client. It adds the key, retries, and ends an attempt that takes too long. */
export function createSend(config: Config): Send {
  const redactFor = rememberRedact();

  const api = ky.create({
    // The key must not follow a redirect to another origin.
    redirect: "manual",
    throwHttpErrors: false,
    hooks: {
      beforeRequest: [
        async (request, { context }, { retryCount }) => {
          const { exchange, signal } = context as KyContext;
          exchange.event.attempt = retryCount + 1;
          const key = await keyFor(exchange, signal);
          // The call may have ended while the key was resolved.
          if (signal.aborted) throw signal.reason;
          setHeaders(request.headers, config, exchange, key);
        },
      ],
      beforeRetry: [
        // The wait is here and not in `retry.delay`: ky can only stop its own wait through a signal
        // that costs every call more than all of this layer.
        async ({ options: { context } }) => {
          const { exchange, signal } = context as KyContext;
          if (signal.aborted) throw signal.reason;
          // A write is only retried if it provably never arrived.
          if (exchange.endpoint.effect === "write") exchange.mayHaveArrived = false;
          const { delay, error } = exchange.retry as NonNullable<Exchange["retry"]>;
          emit(config, "onRetry", exchange.event, { delay, error });
          await sleep(delay, signal);
        },
      ],
    },
  });

  /** The key function gets as long as one attempt may take. */
  function keyFor({ endpoint, timeout, firstKey, event }: Exchange, signal: AbortSignal) {
    if (typeof config.apiKey !== "function") return config.apiKey;
    if (firstKey !== undefined && event.attempt === 1) return firstKey;
    const missing = "the apiKey function returned no key";
    const deadline = { signal, timeout, scope: "attempt", missing } as const;
    return withDeadline(endpoint.name, deadline, () => resolveKey(config.apiKey));
  }

  async function sendOnce(
    exchange: Exchange,
    signal: AbortSignal,
    request: Request,
  ): Promise<Received> {
    const { endpoint, event } = exchange;
    const startedAt = Date.now();
    const key = request.headers.get("x-api-key") ?? undefined;
    const sending = {
      operation: endpoint.name,
      body: exchange.request.body,
      isWrite: endpoint.effect === "write",
      signal,
      hasKey: key !== undefined,
      redact: redactFor(key),
    };
    emit(config, "onRequest", event, {});
    // The hook may have aborted the call: then nothing is sent.
    if (signal.aborted) throw signal.reason;
    exchange.mayHaveArrived = true;
    const received = await fetchWhole(request, sending, config.fetch);
    // A custom `fetch` may ignore the signal. The call has ended by then.
    if (signal.aborted) throw signal.reason;
    const { status } = received.response;
    const duration = Date.now() - startedAt;
    emit(config, "onResponse", event, { status, traceId: received.traceId, duration });
    assertSuccess(endpoint, received);
    exchange.retry = undefined;
    return received;
  }

  return async (exchange, signal) => {
    const { endpoint, request, settings } = exchange;
    let received: Received | undefined;
    try {
      await api(config.baseUrl + request.path, {
        method: endpoint.method,
        timeout: exchange.timeout,
        context: { exchange, signal } satisfies KyContext,
        retry: {
          limit: settings.retry.limit,
          methods: retriedMethods,
          shouldRetry: ({ error }) => planRetry(exchange, signal, error),
          delay: () => 0,
        },
        fetch: async (ready) => {
          // ky's timer ends with this promise, so it must not outlast the call.
          received = await untilAborted(signal, sendOnce(exchange, signal, ready as Request));
          return received.response;
        },
      });
      return received as Received;
    } catch (error) {
      throw toBursarError(error, exchange);
    }
  };
}

interface KyContext extends Record<string, unknown> {
  readonly exchange: Exchange;
  /** Aborted when the call ends early. */
  readonly signal: AbortSignal;
}

/** The effect decides about retries, and not the method. */
const retriedMethods: ("get" | "post" | "put" | "patch" | "delete")[] = [
  "get",
  "post",
  "put",
  "patch",
  "delete",
];

/** Set on the request itself: ky would copy headers in its options four times per call. */
function setHeaders(
  headers: Headers,
  config: Config,
  { endpoint, request, settings }: Exchange,
  key: string | undefined,
): void {
  headers.set("accept", "application/json");
  for (const given of [config.headers, settings.headers, request.headers]) {
    for (const name of Object.keys(given)) headers.set(name, given[name] as string);
  }
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (key !== undefined) headers.set("x-api-key", key);
  else if (endpoint.effect === "write") addWriteId(headers);
}

function addWriteId(headers: Headers): void {
  const id = createWriteId();
  if (id !== undefined) headers.set(writeIdHeader, id);
}

/** Decides whether to retry, and notes how long to wait before. */
function planRetry(exchange: Exchange, signal: AbortSignal, error: Error): boolean {
  const { endpoint, settings, event, startedAt } = exchange;
  if (signal.aborted || !(error instanceof BursarError)) return false;
  if (!isRetryable(endpoint.effect, error)) return false;
  const delay = retryDelay(error, settings.retry, event.attempt);
  // Waiting longer than what is left of the budget would only hide the failure.
  if (delay >= settings.totalTimeout - (Date.now() - startedAt)) return false;
  exchange.retry = { delay, error };
  return true;
}

/** ky's own errors hold the request with the key, so they are never passed on. */
function toBursarError(thrown: unknown, { endpoint, timeout }: Exchange): BursarError {
  const operation = endpoint.name;
  if (thrown instanceof BursarError) return thrown;
  if (isTimeoutError(thrown)) return timeoutError(operation, { timeout, scope: "attempt" });
  return new ConnectionError(`${operation}: the request failed (${nameOf(thrown)})`, {
    operation,
    phase: "exchange",
  });
}
