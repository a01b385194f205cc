import { type EndpointName, type EndpointNamed, endpoints } from "../contract/endpoints.js";
import type { Endpoint, Paging } from "../contract/shared/endpoint.js";
import { BursarError } from "../errors/base.js";
import type { Call, WithResponse } from "./call.js";
import {
  assertAbsoluteBaseUrl,
  type CallSettings,
  type Config,
  resolveCallSettings,
} from "./config.js";
import { emit, reportDrift } from "./events.js";
import { createDeduplicator } from "./features/dedupe.js";
import type { StandardSchemaV1 } from "./features/standard-schema.js";
import {
  type Progress,
  pollUntilFinal,
  type WaitOptions,
  type WaitTarget,
} from "./features/wait.js";
import type { CallOptions } from "./options.js";
import { type BuiltRequest, buildRequest, type CallInput } from "./request/build-request.js";
import { createPathLookup } from "./request/endpoint-paths.js";
import { toFinalError } from "./response/final-error.js";
import { readResponse } from "./response/read-response.js";
import type { CallState } from "./wire/call-state.js";
import { withDeadline } from "./wire/deadline.js";
import { createSend } from "./wire/http-client.js";
import { resolveApiKey } from "./wire/resolve-api-key.js";
import { getSteadyTime } from "./wire/steady-time.js";

const defaultTimeout = 30_000;
const slowTimeout = 90_000;

/** The response type of an operation. */
export type ResponseOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer _Query, infer _Body, infer Response>
    ? undefined extends Response
      ? undefined
      : Response
    : never;

/** The interface that the resources use. */
export interface Transport {
  readonly config: Config;
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput,
    options?: CallOptions,
  ): Call<ResponseOf<Name>, Name>;
  /** Calls an endpoint that is not in the contract. If `describe` throws, the call rejects. */
  callCustom(
    describe: () => Endpoint,
    input: CallInput,
    options: CallOptions | undefined,
    schema: StandardSchemaV1,
  ): Call<unknown, never>;
  /** Polls until a record has a final status. */
  wait<T>(target: WaitTarget<T>, options: WaitOptions<Progress<T>> | undefined): Promise<T>;
  /** How a listing is paginated. */
  getPaging(name: EndpointName, options?: CallOptions): Promise<Paging>;
}

/** One call of an operation, or of an endpoint that is not in the contract. */
export interface CallRequest {
  readonly endpoint: EndpointName | (() => Endpoint);
  readonly input: CallInput;
  readonly options?: CallOptions | undefined;
  /** Validates the response instead of the endpoint's schema. */
  readonly schema?: StandardSchemaV1 | undefined;
  /** `getSteadyTime()` at the start of the call. */
  readonly startedAt: number;
}

/** The fetch layer: runs a call from its input to its data. */
export interface FetchLayer {
  run(call: CallRequest): Promise<WithResponse<unknown>>;
  getPaging(name: EndpointName): Paging;
  readonly poll: typeof pollUntilFinal;
}

const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);

let lastCallNumber = 0;

/** Only some engines can shorten a stack. */
const errorClass: ErrorConstructor & { captureStackTrace?(error: Error, caller: unknown): void } =
  Error;

export function createFetchLayer(config: Config): FetchLayer {
  const send = createSend(config);
  const deduplicate = createDeduplicator();
  const warnedFields = new Set<string>();
  const pathOf = createPathLookup(config.paths, endpointsByName);

  /**
   * The steps of a call, and the errors of each step:
   *
   * 1. Resolve the call's options: `ConfigurationError`.
   * 2. `buildRequest` validates and encodes the input: `RequestValidationError`.
   * 3. `send` makes the attempts with ky. Each attempt resolves the API key, emits `onRequest`,
   *    sends the request, reads the whole response, emits `onResponse`, and throws if the status is
   *    no success: `ConfigurationError` (key), `TimeoutError`, `ConnectionError`, `RedirectError`,
   *    `ApiError`. Before a retry it emits `onRetry` and waits.
   * 4. `readResponse` parses and validates the response: `NotJsonError`, `EmptyBodyError`,
   *    `ResponseValidationError`.
   *
   * The caller's signal or the total timeout may end steps 3 and 4: `AbortedError`, `TimeoutError`.
   * Then `toFinalError` turns the failure of a write that may have been executed into an
   * `OutcomeUnknownError`, and `onError` is emitted.
   */
  async function run({
    endpoint: nameOrDescribe,
    input,
    options = {},
    schema,
    startedAt,
  }: CallRequest): Promise<WithResponse<unknown>> {
    const endpoint =
      typeof nameOrDescribe === "function"
        ? nameOrDescribe()
        : (endpointsByName.get(nameOrDescribe) as Endpoint);
    assertAbsoluteBaseUrl(config);
    const settings = resolveCallSettings(config, options);
    const request = buildRequest(endpoint, pathOf(endpoint), input, options);
    const state = createCallState(endpoint, request, settings, startedAt);
    const isDeduplicated = settings.dedupe && endpoint.effect === "read" && !schema;
    try {
      return await (isDeduplicated
        ? deduplicateRead(state, options.signal)
        : sendAndRead(state, options.signal, schema));
    } catch (error) {
      if (!(error instanceof BursarError)) throw error;
      // Without this, ky's frames would fill the stack and hide the caller's frame.
      errorClass.captureStackTrace?.(error, run);
      emit(config, "onError", state.event, { error, duration: getSteadyTime() - startedAt });
      throw error;
    }
  }

  function sendAndRead(
    state: CallState,
    callerSignal: AbortSignal | undefined,
    schema?: StandardSchemaV1,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, settings } = state;
    return withTotalTimeout(state, callerSignal, async (signal) => {
      const received = await send(state, signal);
      const { response, traceId } = received;
      const data = await readResponse(endpoint, received, {
        validation: settings.validation,
        schema,
        onDrift: (issues, fields) =>
          reportDrift(config, warnedFields, { operation: endpoint.name, issues, traceId }, fields),
      });
      return { data, response, traceId };
    });
  }

  /** The API key is part of a read's identity, because another key may see other data. */
  function deduplicateRead(
    state: CallState,
    callerSignal: AbortSignal | undefined,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, request, settings } = state;
    return withTotalTimeout(state, callerSignal, async (signal) => {
      const key = await resolveApiKey(config.apiKey);
      if (signal.aborted) throw signal.reason;
      state.mayHaveArrived = true;
      const identity = [endpoint.name, request.path, request.headers, settings, key];
      return deduplicate(JSON.stringify(identity), signal, (sharedSignal) =>
        sendAndRead({ ...state, firstKey: key }, sharedSignal),
      );
    });
  }

  return {
    run,
    poll: pollUntilFinal,
    getPaging: (name) => endpointsByName.get(name)?.paging as Paging,
  };
}

/** Applies the total timeout and the caller's signal to everything that a call awaits. */
async function withTotalTimeout<T>(
  state: CallState,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { endpoint, settings, startedAt } = state;
  const { totalTimeout: timeout } = settings;
  const deadline = { signal, timeout, scope: "total", since: startedAt } as const;
  try {
    return await withDeadline(endpoint.name, deadline, task);
  } catch (thrown) {
    throw toFinalError(state, thrown);
  }
}

function createCallState(
  endpoint: Endpoint,
  request: BuiltRequest,
  settings: CallSettings,
  startedAt: number,
): CallState {
  const { name: operation, method, path, effect } = endpoint;
  return {
    endpoint,
    request,
    settings,
    startedAt,
    timeout: settings.timeout ?? (request.isSlow ? slowTimeout : defaultTimeout),
    firstKey: undefined,
    event: { call: ++lastCallNumber, operation, method, path, effect, attempt: 1 },
    mayHaveArrived: false,
    retry: undefined,
  };
}
