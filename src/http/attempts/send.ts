import { RequestValidationError } from "../../errors/data.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import type { Config } from "../config/config.js";
import { emit } from "../config/events.js";
import { resolveApiKey } from "../config/resolve-api-key.js";
import { assertSuccess } from "../response/assert-success.js";
import { createIssue } from "../validation/create-issue.js";
import type { Cancellation } from "../wire/cancellation.js";
import { createSenderChoice } from "../wire/choose-sender.js";
import { toBursarError } from "../wire/connection-error.js";
import { type Deadline, pickSooner, withDeadline, withSignal } from "../wire/deadline.js";
import { cacheRedactor, type Redactor } from "../wire/redact.js";
import type { OutgoingRequest, ReceivedResponse } from "../wire/wire.js";
import { createWriteId, writeIdHeader } from "../wire/write-id.js";
import type { CallState, Send, SendAndRead } from "./call-state.js";
import { repeat } from "./repeat.js";
import { planRetry } from "./retry.js";
import { refillQuota } from "./retry-quota.js";
import { runScheduled } from "./run-scheduled.js";

const shortKey =
  "the API key has fewer than 8 characters, so it is not removed from errors, logs and events";

const later = Promise.resolve();

/** A retry can come after the expiry, and so can a process that was stopped. */
function assertNotExpired({ clock }: Config, { endpoint, request }: CallState): void {
  const { expiry } = request;
  if (expiry === undefined || (clock.now() ?? Date.now()) < expiry) return;
  const received = new Date(expiry).toISOString();
  const issue = createIssue(["expiresAt"], "custom", "a time in the future", received);
  throw new RequestValidationError(endpoint.name, [issue]);
}

/** The time limit of one attempt, or that of the call if it ends sooner. */
function limitAttempt({ timeout }: CallState, total: Deadline, missing?: string): Deadline {
  return pickSooner({ signal: total.signal, timeout, scope: "attempt", missing }, total);
}

/**
 * Creates the function that sends the requests of a client. The first attempt goes straight to
 * what sends it, with one timer for its own time limit and that of the call. If it fails, and a
 * retry may help, ky makes the further attempts. `read` gets the successful response.
 */
export function createSend(config: Config): SendAndRead {
  const { apiKey, schedule } = config;
  const chooseSender = createSenderChoice(config.wire, config.fetch);
  const redactorFor = cacheRedactor(() => config.log.write("warn", shortKey, {}));
  const clientHeaders = { accept: "application/json", ...config.headers };

  /** A later response can repeat the key of an earlier attempt. */
  function redactFor(state: CallState, key: string | undefined): Redactor {
    const { redact: earlier } = state;
    const redact = redactorFor(key);
    if (!earlier || earlier === redact) state.redact = redact;
    else
      state.redact = {
        text: (text) => redact.text(earlier.text(text)),
        json: (value) => redact.json(earlier.json(value)),
        isClean: (includes) => earlier.isClean(includes) && redact.isClean(includes),
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

  /** Sends the request of one attempt. */
  function sendRequest(
    state: CallState,
    key: string | undefined,
    cancellation: Cancellation,
  ): Promise<ReceivedResponse> {
    const { endpoint, request, event } = state;
    const startedAt = getSteadyTime();
    const { transport, send } = chooseSender();
    emit(config, "onRequest", event, { transport });
    // If the hook aborted the call, send nothing.
    cancellation.throwIfCancelled();
    if (request.expiry !== undefined) assertNotExpired(config, state);
    state.mayHaveArrived = true;
    state.sentAt = { steady: startedAt, wall: Date.now() };
    state.counter.attempts++;
    state.counter.status = undefined;
    const outgoing: OutgoingRequest = {
      operation: endpoint.name,
      url: config.baseUrl + request.path,
      method: endpoint.method,
      headers: createHeaders(state, key),
      body: request.body,
      isWrite: endpoint.effect === "write",
      cancellation,
      maxBytes: state.settings.maxResponseBytes,
      hasKey: key !== undefined,
      redact: redactFor(state, key),
    };
    return send(outgoing).then((received) => {
      // A custom `fetch` may ignore the signal and return after the call has ended.
      cancellation.throwIfCancelled();
      const { status, traceId } = received;
      state.counter.status = status;
      emit(config, "onResponse", event, { status, traceId, duration: getSteadyTime() - startedAt });
      assertSuccess(endpoint, received);
      refillQuota(config);
      state.retry = undefined;
      return received;
    });
  }

  function getKey(state: CallState, total: Deadline) {
    const { endpoint, firstKey, event } = state;
    if (firstKey !== undefined && event.attempt === 1) return firstKey;
    if (typeof apiKey !== "function") return apiKey;
    const limit = limitAttempt(state, total, "the apiKey function returned no key");
    return withDeadline(endpoint.name, limit, () => resolveApiKey(apiKey));
  }

  /** One attempt. Its errors are those of this package. Callbacks cost less than `await` here. */
  function sendOnce(state: CallState, total: Deadline): Promise<ReceivedResponse> {
    const sendWith = (key: string | undefined) =>
      withDeadline(state.endpoint.name, limitAttempt(state, total), (cancellation) =>
        sendRequest(state, key, cancellation),
      );
    const key = getKey(state, total);
    if (typeof key === "object") return key.then(sendWith);
    // Later, too: a call that is aborted at once sends nothing. StrictMode of React aborts the
    // first call of each component.
    return later.then(() => sendWith(key));
  }

  const sendScheduled: Send = schedule
    ? (state, total) => {
        const { operation, attempt } = state.event;
        return withDeadline(operation, total, ({ signal }) =>
          runScheduled(schedule, { operation, attempt, signal }, () =>
            sendOnce(state, withSignal(total, signal)),
          ),
        );
      }
    : sendOnce;

  return (state, total, read) =>
    sendScheduled(state, total).then(read, (thrown) => {
      const failure = toBursarError(thrown, state.endpoint.name);
      const isRetried =
        state.settings.retry.limit > 0 && planRetry(config, state, total.signal, failure);
      if (!isRetried) throw failure;
      return withDeadline(state.endpoint.name, total, ({ signal }) =>
        repeat(config, state, withSignal(total, signal), { failure, sendOnce: sendScheduled }),
      ).then(read);
    });
}
