import { type EndpointName, type EndpointNamed, endpoints } from "../contract/endpoints.js";
import type { Endpoint, Paging } from "../contract/shared/endpoint.js";
import { BursarError } from "../errors/base.js";
import { TimeoutError } from "../errors/connection.js";
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
import type { CallOptions } from "./options.js";
import { type BuiltRequest, buildRequest, type CallInput } from "./request/build-request.js";
import { createPathLookup } from "./request/endpoint-paths.js";
import { withOutcome } from "./response/final-error.js";
import { readResponse } from "./response/read-response.js";
import { resolveApiKey } from "./wire/api-key.js";
import type { CallState } from "./wire/call-state.js";
import { withDeadline } from "./wire/deadline.js";
import { createSend } from "./wire/http-client.js";

const defaultTimeout = 30_000;
const slowTimeout = 90_000;

/** The type of the response of an operation. */
export type ResponseOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer _Query, infer _Body, infer Response>
    ? undefined extends Response
      ? undefined
      : Response
    : never;

/** What resources call. */
export interface Transport {
  readonly config: Config;
  call<Name extends EndpointName>(
    name: Name,
    input: CallInput,
    options?: CallOptions,
  ): Call<ResponseOf<Name>>;
  /** Calls an endpoint that the contract does not name. `describe` may throw. */
  callCustom(
    describe: () => Endpoint,
    input: CallInput,
    options: CallOptions | undefined,
    schema: StandardSchemaV1,
  ): Call<unknown>;
  /** How a listing is divided into pages. Undefined before the first call. */
  pagingOf(name: EndpointName): Paging | undefined;
}

/** One call: an operation by name, or an endpoint that the contract does not name. */
export interface CallRequest {
  readonly endpoint: EndpointName | (() => Endpoint);
  readonly input: CallInput;
  readonly options?: CallOptions | undefined;
  /** Validates the response in place of the endpoint's own schema. */
  readonly schema?: StandardSchemaV1 | undefined;
  /** `Date.now()` when the call began. */
  readonly startedAt: number;
}

/** The fetch layer: it takes an operation and its input, and does everything in between. */
export interface FetchLayer extends Pick<Transport, "pagingOf"> {
  run(call: CallRequest): Promise<WithResponse<unknown>>;
}

const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);

let lastCallNumber = 0;

export function createFetchLayer(config: Config): FetchLayer {
  const send = createSend(config);
  const share = createDeduplicator();
  const pathOf = createPathLookup(config.paths, endpointsByName);

  /**
   * What happens to a request, in order, and where each failure leaves:
   *
   * 1. The call's options are resolved: `ConfigurationError`.
   * 2. `buildRequest` validates the input and encodes it: `RequestValidationError`.
   * 3. `send` lets ky make the attempts. Each one resolves the key, emits `onRequest`, sends, reads
   *    the whole response, emits `onResponse`, and throws unless the status is a success:
   *    `ConfigurationError` (key), `TimeoutError`, `ConnectionError`, `RedirectError`, `ApiError`.
   *    What may be retried emits `onRetry`, waits, and begins again.
   * 4. `readResponse` parses and validates the response: `NotJsonError`, `EmptyBodyError`,
   *    `ResponseValidationError`.
   *
   * The caller's signal and the total timeout end steps 3 and 4: `AbortedError`, `TimeoutError`.
   * `withOutcome` then turns the failure of a write that may have happened into an
   * `OutcomeUnknownError`, and `onError` is emitted.
   */
  async function run({
    endpoint: named,
    input,
    options = {},
    schema,
    startedAt,
  }: CallRequest): Promise<WithResponse<unknown>> {
    const endpoint =
      typeof named === "function" ? named() : (endpointsByName.get(named) as Endpoint);
    assertAbsoluteBaseUrl(config);
    const settings = resolveCallSettings(config, options);
    const request = buildRequest(endpoint, pathOf(endpoint), input);
    const exchange = createExchange(endpoint, request, settings, startedAt);
    const isShared = settings.dedupe && endpoint.effect === "read" && !schema;
    try {
      return await (isShared
        ? shareRead(exchange, options.signal)
        : sendAndRead(exchange, options.signal, schema));
    } catch (error) {
      if (!(error instanceof BursarError)) throw error;
      // ky's frames would leave no room in the stack for the caller's.
      Error.captureStackTrace?.(error, run);
      emit(config, "onError", exchange.event, { error, duration: Date.now() - startedAt });
      throw error;
    }
  }

  function sendAndRead(
    exchange: CallState,
    callerSignal: AbortSignal | undefined,
    schema?: StandardSchemaV1,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, settings } = exchange;
    return withinBudget(exchange, callerSignal, async (signal) => {
      const received = await send(exchange, signal);
      const { response, traceId } = received;
      const data = await readResponse(endpoint, received, {
        validation: settings.validation,
        schema,
        onDrift: (issues) => reportDrift(config, endpoint, issues, traceId),
      });
      return { data, response, traceId };
    });
  }

  /** The key is part of what makes two reads identical: another key may see other data. */
  function shareRead(
    exchange: CallState,
    callerSignal: AbortSignal | undefined,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, request, settings } = exchange;
    return withinBudget(exchange, callerSignal, async (signal) => {
      const key = await resolveApiKey(config.apiKey);
      if (signal.aborted) throw signal.reason;
      exchange.mayHaveArrived = true;
      const identity = [endpoint.name, request.path, request.headers, settings, key];
      return share(JSON.stringify(identity), signal, (sharedSignal) =>
        sendAndRead({ ...exchange, firstKey: key }, sharedSignal),
      );
    });
  }

  return { run, pagingOf: (name) => endpointsByName.get(name)?.paging };
}

/** One budget for everything that a call awaits, and one place that judges its failure. */
async function withinBudget<T>(
  exchange: CallState,
  signal: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { endpoint, settings, startedAt } = exchange;
  const { totalTimeout: timeout } = settings;
  const deadline = { signal, timeout, scope: "total", since: startedAt } as const;
  try {
    return await withDeadline(endpoint.name, deadline, task);
  } catch (thrown) {
    throw finalError(exchange, thrown);
  }
}

function createExchange(
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

function finalError(exchange: CallState, thrown: unknown): BursarError {
  const { endpoint, request, mayHaveArrived, retry } = exchange;
  // A defect of this package is shown as it is.
  if (!(thrown instanceof BursarError)) throw thrown;
  // The failure that was retried says more than the clock. But for a write it says that nothing
  // arrived, and the last attempt may have.
  const isOutOfTime = thrown instanceof TimeoutError && thrown.scope === "total";
  if (retry && isOutOfTime && endpoint.effect !== "write") return retry.error;
  return withOutcome(endpoint, request, mayHaveArrived, thrown);
}
