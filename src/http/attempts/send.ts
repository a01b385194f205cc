import { RequestValidationError } from "../../errors/data.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import type { Config } from "../config/config.js";
import { emit } from "../config/events.js";
import { resolveApiKey } from "../config/resolve-api-key.js";
import { assertSuccess } from "../response/assert-success.js";
import { createIssue } from "../validation/create-issue.js";
import { toBursarError } from "../wire/connection-error.js";
import { withDeadline } from "../wire/deadline.js";
import { fetchResponse } from "../wire/fetch-response.js";
import { cacheRedactor, type Redactor } from "../wire/redact.js";
import type { ReceivedResponse, SendRequest } from "../wire/wire.js";
import { sendByWire } from "../wire/wire-response.js";
import { createWriteId, writeIdHeader } from "../wire/write-id.js";
import type { CallState, Send } from "./call-state.js";
import { repeat } from "./repeat.js";
import { planRetry } from "./retry.js";
import { refillQuota } from "./retry-quota.js";
import { runScheduled } from "./run-scheduled.js";

const shortKey =
  "the API key has fewer than 8 characters, so it is not removed from errors, logs and events";

/** A retry can come after the expiry, and so can a process that was stopped. */
function assertNotExpired({ clock }: Config, { endpoint, request }: CallState): void {
  const { expiry } = request;
  if (expiry === undefined || (clock.now() ?? Date.now()) < expiry) return;
  const received = new Date(expiry).toISOString();
  const issue = createIssue(["expiresAt"], "custom", "a time in the future", received);
  throw new RequestValidationError(endpoint.name, [issue]);
}

/**
 * Creates the function that sends the requests of a client. The first attempt goes straight to the
 * wire. If it fails, and a retry may help, ky makes the further attempts.
 */
export function createSend(config: Config): Send {
  const { wire, fetch } = config;
  const sendRequest: SendRequest = wire
    ? (outgoing) => sendByWire(wire, outgoing)
    : (outgoing) => fetchResponse(outgoing, fetch);
  const redactorFor = cacheRedactor(() => config.log.write("warn", shortKey, {}));
  const clientHeaders = { accept: "application/json", ...config.headers };

  /** The key function has the same time limit as an attempt. */
  function resolveAttemptKey(
    { endpoint, timeout, firstKey, event }: CallState,
    signal: AbortSignal,
  ) {
    if (firstKey !== undefined && event.attempt === 1) return firstKey;
    const missing = "the apiKey function returned no key";
    const deadline = { signal, timeout, scope: "attempt", missing } as const;
    return withDeadline(endpoint.name, deadline, () => resolveApiKey(config.apiKey));
  }

  /** A later response can repeat the key of an earlier attempt. */
  function redactFor(state: CallState, key: string | undefined): Redactor {
    const { redact: earlier } = state;
    const redact = redactorFor(key);
    if (!earlier || earlier === redact) state.redact = redact;
    else
      state.redact = {
        text: (text) => redact.text(earlier.text(text)),
        json: (value) => redact.json(earlier.json(value)),
      };
    return state.redact;
  }

  function createHeaders(
    { endpoint, request, settings }: CallState,
    key: string | undefined,
  ): Record<string, string> {
    const headers: Record<string, string> = { ...clientHeaders };
    Object.assign(headers, settings.headers, request.headers);
    if (request.body !== undefined) headers["content-type"] = "application/json";
    if (key !== undefined) headers["x-api-key"] = key;
    const writeId = key === undefined && endpoint.effect === "write" ? createWriteId() : undefined;
    if (writeId !== undefined) headers[writeIdHeader] = writeId;
    return headers;
  }

  /** One attempt. Its errors are those of this package. */
  async function sendOnce(state: CallState, signal: AbortSignal): Promise<ReceivedResponse> {
    const { endpoint, request, event, timeout } = state;
    const { apiKey } = config;
    // Also awaited if it is a string: a call that is aborted at once sends nothing. StrictMode of
    // React aborts the first call of each component.
    const key = await (typeof apiKey === "function" ? resolveAttemptKey(state, signal) : apiKey);
    // The call may have ended while the key was resolved.
    if (signal.aborted) throw signal.reason;
    const headers = createHeaders(state, key);
    const deadline = { signal, timeout, scope: "attempt" } as const;
    return withDeadline(endpoint.name, deadline, async (attemptSignal) => {
      const startedAt = getSteadyTime();
      emit(config, "onRequest", event, {});
      // If the hook aborted the call, send nothing.
      if (attemptSignal.aborted) throw attemptSignal.reason;
      if (request.expiry !== undefined) assertNotExpired(config, state);
      state.mayHaveArrived = true;
      state.sentAt = { steady: startedAt, wall: Date.now() };
      state.counter.attempts++;
      state.counter.status = undefined;
      const received = await sendRequest({
        operation: endpoint.name,
        url: config.baseUrl + request.path,
        method: endpoint.method,
        headers,
        body: request.body,
        isWrite: endpoint.effect === "write",
        signal: attemptSignal,
        maxBytes: state.settings.maxResponseBytes,
        hasKey: key !== undefined,
        redact: redactFor(state, key),
      });
      // A custom `fetch` may ignore the signal and return after the call has ended.
      if (attemptSignal.aborted) throw attemptSignal.reason;
      const { status, traceId } = received;
      state.counter.status = status;
      emit(config, "onResponse", event, { status, traceId, duration: getSteadyTime() - startedAt });
      assertSuccess(endpoint, received);
      refillQuota(config);
      state.retry = undefined;
      return received;
    });
  }

  const { schedule } = config;
  const sendScheduled: Send = schedule
    ? (state, signal) => {
        const { operation, attempt } = state.event;
        const send = () => sendOnce(state, signal);
        return runScheduled(schedule, { operation, attempt, signal }, send);
      }
    : sendOnce;

  return async (state, signal) => {
    try {
      return await sendScheduled(state, signal);
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      const failure = toBursarError(thrown, state.endpoint.name);
      const isRetried = state.settings.retry.limit > 0 && planRetry(config, state, signal, failure);
      if (!isRetried) throw failure;
      return repeat(config, state, signal, { failure, sendOnce: sendScheduled });
    }
  };
}
