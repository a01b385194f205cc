import ky, { isTimeoutError } from "ky";
import { BursarError } from "../../errors/base.js";
import { ConnectionError } from "../../errors/connection.js";
import { nameOf } from "../../errors/thrown.js";
import type { Config } from "../config.js";
import { emit } from "../events.js";
import { assertSuccess } from "../response/read-response.js";
import type { CallState } from "./call-state.js";
import { createTimeoutError, rejectOnAbort, sleep, withDeadline } from "./deadline.js";
import { fetchResponse, type ReceivedResponse } from "./fetch-response.js";
import { cacheRedactor } from "./redact.js";
import { resolveApiKey } from "./resolve-api-key.js";
import { planRetry } from "./retry.js";
import { getSteadyTime } from "./steady-time.js";
import { createWriteId, writeIdHeader } from "./write-id.js";
/** Makes all attempts of a call. Resolves to a successful response, or throws. */
export type Send = (state: CallState, signal: AbortSignal) => Promise<ReceivedResponse>;

/** Creates the ky instance of a client. It adds the key, retries, and limits the attempt time. */
export function createSend(config: Config): Send {
  const redactorFor = cacheRedactor();

  const api = ky.create({
    // The key must not follow a redirect to another origin.
    redirect: "manual",
    throwHttpErrors: false,
    hooks: {
      beforeRequest: [
        async (request, { context }, { retryCount }) => {
          const { state, signal } = context as KyContext;
          state.event.attempt = retryCount + 1;
          const key = await resolveAttemptKey(state, signal);
          // The call may have ended while the key was resolved.
          if (signal.aborted) throw signal.reason;
          setHeaders(request.headers, config, state, key);
        },
      ],
      beforeRetry: [
        // Wait here and not in `retry.delay`. ky can end its own wait only through a signal option,
        // which costs every call more than the rest of this layer.
        async ({ options: { context } }) => {
          const { state, signal } = context as KyContext;
          if (signal.aborted) throw signal.reason;
          // A write is only retried if it provably never arrived.
          if (state.endpoint.effect === "write") state.mayHaveArrived = false;
          const { delay, error } = state.retry as NonNullable<CallState["retry"]>;
          emit(config, "onRetry", state.event, { delay, error });
          await sleep(delay, signal);
        },
      ],
    },
  });

  /** The key function has the same time limit as an attempt. */
  function resolveAttemptKey(
    { endpoint, timeout, firstKey, event }: CallState,
    signal: AbortSignal,
  ) {
    if (typeof config.apiKey !== "function") return config.apiKey;
    if (firstKey !== undefined && event.attempt === 1) return firstKey;
    const missing = "the apiKey function returned no key";
    const deadline = { signal, timeout, scope: "attempt", missing } as const;
    return withDeadline(endpoint.name, deadline, () => resolveApiKey(config.apiKey));
  }

  async function sendOnce(
    state: CallState,
    signal: AbortSignal,
    request: Request,
  ): Promise<ReceivedResponse> {
    const { endpoint, event } = state;
    const startedAt = getSteadyTime();
    const key = request.headers.get("x-api-key") ?? undefined;
    const outgoing = {
      operation: endpoint.name,
      body: state.request.body,
      isWrite: endpoint.effect === "write",
      signal,
      maxResponseBytes: state.settings.maxResponseBytes,
      hasKey: key !== undefined,
      redact: redactorFor(key),
    };
    emit(config, "onRequest", event, {});
    // If the hook aborted the call, send nothing.
    if (signal.aborted) throw signal.reason;
    state.mayHaveArrived = true;
    const received = await fetchResponse(request, outgoing, config.fetch);
    // A custom `fetch` may ignore the signal and return after the call has ended.
    if (signal.aborted) throw signal.reason;
    const { status } = received.response;
    const duration = getSteadyTime() - startedAt;
    emit(config, "onResponse", event, { status, traceId: received.traceId, duration });
    assertSuccess(endpoint, received);
    state.retry = undefined;
    return received;
  }

  return async (state, signal) => {
    const { endpoint, request, settings } = state;
    let received: ReceivedResponse | undefined;
    try {
      await api(config.baseUrl + request.path, {
        method: endpoint.method,
        timeout: state.timeout,
        context: { state, signal } satisfies KyContext,
        retry: {
          limit: settings.retry.limit,
          // The operation's effect decides whether to retry, not the HTTP method.
          methods: ["get", "post", "put", "patch", "delete"],
          shouldRetry: ({ error }) => planRetry(state, signal, error),
          delay: () => 0,
        },
        fetch: async (prepared) => {
          // ky's timer ends with this promise, so the promise must not outlive the call.
          received = await rejectOnAbort(signal, sendOnce(state, signal, prepared as Request));
          return received.response;
        },
      });
      return received as ReceivedResponse;
    } catch (error) {
      throw toBursarError(error, state);
    }
  };
}

interface KyContext extends Record<string, unknown> {
  readonly state: CallState;
  /** Aborted when the call ends early. */
  readonly signal: AbortSignal;
}

/** Sets headers on the request: ky would copy headers in its options four times per call. */
function setHeaders(
  headers: Headers,
  config: Config,
  { endpoint, request, settings }: CallState,
  key: string | undefined,
): void {
  headers.set("accept", "application/json");
  for (const given of [config.headers, settings.headers, request.headers]) {
    for (const name of Object.keys(given)) headers.set(name, given[name] as string);
  }
  if (request.body !== undefined) headers.set("content-type", "application/json");
  if (key !== undefined) headers.set("x-api-key", key);
  const writeId = key === undefined && endpoint.effect === "write" ? createWriteId() : undefined;
  if (writeId !== undefined) headers.set(writeIdHeader, writeId);
}

/** ky's own errors contain the request with the key, so they are never passed on. */
function toBursarError(thrown: unknown, { endpoint, timeout }: CallState): BursarError {
  const operation = endpoint.name;
  if (thrown instanceof BursarError) return thrown;
  if (isTimeoutError(thrown)) return createTimeoutError(operation, { timeout, scope: "attempt" });
  return new ConnectionError(`${operation}: the request failed (${nameOf(thrown)})`, {
    operation,
    phase: "exchange",
  });
}
