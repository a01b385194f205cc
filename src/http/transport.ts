import { type EndpointName, endpoints } from "../contract/endpoints.js";
import type { Endpoint, Paging } from "../contract/shared/endpoint.js";
import { rememberRequest } from "../contract/shared/remembered-requests.js";
import { BursarError } from "../errors/base.js";
import { explainStack } from "../errors/explain-stack.js";
import { withUnknownOutcome } from "../errors/outcome.js";
import { getMoment, getSteadyTime } from "../shared/steady-time.js";
import type { CallState } from "./attempts/call-state.js";
import { toFinalError } from "./attempts/final-error.js";
import { createSend } from "./attempts/send.js";
import type { Config } from "./config/config.js";
import { type EndedCall, emitEnd } from "./config/emit-end.js";
import { emit, reportDrift } from "./config/events.js";
import type { CallOptions } from "./config/options.js";
import { resolveApiKey } from "./config/resolve-api-key.js";
import {
  assertAbsoluteBaseUrl,
  maxTimerDelay,
  resolveCallSettings,
} from "./config/resolve-config.js";
import { type TracedCall, traceCall } from "./config/trace-call.js";
import { toCall, type WithResponse } from "./features/call.js";
import type { Transport } from "./features/client-transport.js";
import { type CustomRequest, toEndpoint } from "./features/custom-endpoint.js";
import { createDeduplicator } from "./features/dedupe.js";
import { pollUntilFinal } from "./features/wait.js";
import { type BuiltRequest, buildRequest, type CallInput } from "./request/build-request.js";
import { createPathLookup } from "./request/endpoint-paths.js";
import { type ReadOptions, readBySchema, readResponse } from "./response/read-response.js";
import type { StandardSchemaV1 } from "./validation/standard-schema.js";
import { type Deadline, withDeadline } from "./wire/deadline.js";
import type { ReceivedResponse } from "./wire/wire.js";

export const defaultTimeout = 30_000;
export const slowTimeout = 90_000;

interface CallRequest {
  readonly endpoint: Endpoint | { readonly request: CustomRequest };
  readonly input: CallInput;
  readonly options: CallOptions | undefined;
  /** Validates the response instead of the endpoint's schema. */
  readonly schema?: StandardSchemaV1 | undefined;
}

let lastCallNumber = 0;

/** Only some engines can shorten a stack. */
const errorClass: ErrorConstructor & { captureStackTrace?(error: Error, caller: unknown): void } =
  Error;

/** Creates the interface that the resources use. */
export function createTransport(config: Config): Transport {
  const named = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const send = createSend(config);
  const deduplicate = createDeduplicator();
  const warnedFields = new Set<string>();
  const pathOf = createPathLookup(config.paths, endpoints);

  /**
   * The steps of a call, and the errors of each step:
   *
   * 1. Resolve the call's options: `ConfigurationError`.
   * 2. `buildRequest` validates and encodes the input: `RequestValidationError`.
   * 3. `send` makes the first attempt, and lets ky repeat it if a retry may help. Each attempt
   *    resolves the API key, emits `onRequest`, sends the request, reads the whole response, emits
   *    `onResponse`, and throws if the status is no success: `ConfigurationError` (key),
   *    `TimeoutError`, `ConnectionError`, `RedirectError`, `UnreadableResponseError`, `ApiError`.
   *    Before a retry it emits `onRetry` and waits.
   * 4. `readResponse` parses and validates the response, or `readBySchema` by the caller's schema:
   *    `NotJsonError`, `EmptyBodyError`, `ResponseValidationError`, `ResponseMismatchError`,
   *    `UnreadableResponseError`.
   *
   * The caller's signal or the total timeout may end steps 3 and 4: `AbortedError`, `TimeoutError`.
   * Then `toFinalError` turns the failure of a write that may have been executed into an
   * `OutcomeUnknownError`, and `onError` is emitted. `onEnd` is emitted in any case.
   */
  async function run(
    { endpoint: given, input, options, schema }: CallRequest,
    trace: TracedCall | undefined,
  ): Promise<WithResponse<unknown>> {
    const startedAt = getSteadyTime();
    let endpoint: Endpoint | undefined;
    let state: CallState | undefined;
    try {
      endpoint = "request" in given ? toEndpoint(given.request) : given;
      assertAbsoluteBaseUrl(config);
      const settings = resolveCallSettings(config, options);
      const request = buildRequest(endpoint, pathOf(endpoint), input, options);
      state = createCallState(endpoint, request, { settings, startedAt, options });
      // Another caller expects a response that is compared with the request.
      const isUsual = !schema && options?.requestValidation !== "off";
      const isDeduplicated = settings.dedupe && endpoint.effect === "read" && isUsual;
      const total: Deadline = {
        signal: options?.signal,
        timeout: settings.totalTimeout,
        scope: "total",
        since: startedAt,
      };
      const result = await (isDeduplicated
        ? deduplicateRead(state, total)
        : sendAndRead(state, total, schema));
      if (trace || config.hooks.onEnd)
        emitEnd(config, startedAt, describeEnd(endpoint, state, result.traceId), trace);
      return result;
    } catch (thrown) {
      const error = state ? toFinalError(state, thrown) : thrown;
      // Without this, the frames of this layer would fill the stack and hide the caller's frame. A
      // call without a state ends before its first `await`, so `toCall` is still in the stack.
      if (error instanceof BursarError && errorClass.captureStackTrace) {
        errorClass.captureStackTrace(error, state ? run : toCall);
        explainStack(error);
      }
      if (state && error instanceof BursarError) {
        emit(config, "onError", state.event, { error, duration: getSteadyTime() - startedAt });
      }
      emitEnd(config, startedAt, { ...describeEnd(endpoint, state), error }, trace);
      throw error;
    }
  }

  function sendAndRead(
    state: CallState,
    total: Deadline,
    schema?: StandardSchemaV1,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, settings, request } = state;
    return send(state, total, (received) => {
      const { traceId } = received;
      const { validation } = settings;
      const { repeated } = request;
      const onDrift: ReadOptions["onDrift"] = (issues, fields) =>
        reportDrift(config, warnedFields, { operation: endpoint.name, issues, traceId }, fields);
      if (!schema) {
        const data = readResponse(endpoint, received, { validation, onDrift, repeated });
        return toResult(state, received, data);
      }
      const read = () => readBySchema(endpoint, received, { validation, schema, onDrift });
      return withDeadline(endpoint.name, total, read).then((data) =>
        toResult(state, received, data),
      );
    });
  }

  function toResult(
    { endpoint, request, sentAt = getMoment() }: CallState,
    received: ReceivedResponse,
    data: unknown,
  ): WithResponse<unknown> {
    if (endpoint.signed) {
      const date = received.getHeader("date");
      config.clock.observe(date, sentAt);
      rememberRequest(data, { operation: endpoint.name, request: request.validBody, date, sentAt });
    }
    return {
      data,
      // Built when it is read: most callers do not.
      get response() {
        return received.toResponse();
      },
      traceId: received.traceId,
    };
  }

  /** The API key is part of a read's identity, because another key may see other data. */
  function deduplicateRead(state: CallState, total: Deadline): Promise<WithResponse<unknown>> {
    const { endpoint, request, settings } = state;
    return withDeadline(endpoint.name, total, async (cancellation) => {
      const key = await resolveApiKey(config.apiKey);
      cancellation.throwIfCancelled();
      state.mayHaveArrived = true;
      const identity = [endpoint.name, request.path, request.headers, settings, key];
      state.firstKey = key;
      const { signal } = cancellation;
      return deduplicate(JSON.stringify(identity), signal, state, async (sharedSignal) => {
        try {
          // Each caller has its own total timeout.
          const none: Deadline = { signal: sharedSignal, timeout: maxTimerDelay, scope: "total" };
          return await sendAndRead(state, none);
        } catch (thrown) {
          throw toFinalError(state, thrown);
        }
      });
    });
  }

  // The types of the data are those of the operations.
  const start = (operation: string, call: CallRequest) =>
    toCall(
      () =>
        traceCall(config, operation, (trace) => run(call, trace)) as Promise<WithResponse<never>>,
    );
  const endpointOf = (name: EndpointName) => named.get(name) as Endpoint;

  return {
    config,
    call: (name, input, options) => start(name, { endpoint: endpointOf(name), input, options }),
    callCustom: (request, input, options, schema) =>
      start("request", { endpoint: { request }, input, options, schema }),
    async wait(target, options) {
      try {
        return await pollUntilFinal(config, target, options);
      } catch (error) {
        throw withUnknownOutcome(error);
      }
    },
    getPaging: (name) => endpointOf(name).paging as Paging,
  };
}

function describeEnd(endpoint?: Endpoint, state?: CallState, traceId?: string): EndedCall {
  return {
    traceId,
    operation: endpoint?.name ?? "request",
    effect: endpoint?.effect,
    method: endpoint?.method,
    path: endpoint?.path,
    counter: state?.counter ?? { attempts: 0 },
  };
}

function createCallState(
  endpoint: Endpoint,
  request: BuiltRequest,
  {
    settings,
    startedAt,
    options,
  }: Pick<CallState, "settings" | "startedAt"> & Pick<CallRequest, "options">,
): CallState {
  const { name: operation, method, path, effect } = endpoint;
  return {
    endpoint,
    request,
    settings,
    startedAt,
    sentAt: undefined,
    retriedAs: request.isSlow && options?.retry === undefined ? "write" : effect,
    timeout: settings.timeout ?? (request.isSlow ? slowTimeout : defaultTimeout),
    firstKey: undefined,
    counter: { attempts: 0 },
    event: { call: ++lastCallNumber, operation, method, path, effect, attempt: 1 },
    mayHaveArrived: false,
    retry: undefined,
  };
}
