import type { Endpoint } from "../contract/endpoint.js";
import type { EndpointName, EndpointNamed } from "../contract/endpoints.js";
import { BursarError } from "../errors/base.js";
import { TimeoutError } from "../errors/transport.js";
import { type Call, toCall, type WithResponse } from "./call.js";
import {
  assertAbsoluteBaseUrl,
  type CallSettings,
  type Config,
  resolveCallSettings,
} from "./config.js";
import { emit, reportDrift } from "./events.js";
import { shareInFlight } from "./features/dedupe.js";
import { loadEndpoints, loadedEndpoints } from "./features/load-endpoints.js";
import type { StandardSchemaV1 } from "./features/standard-schema.js";
import type { CallOptions } from "./options.js";
import { type BuiltRequest, buildRequest, type CallInput } from "./request/build-request.js";
import { createPathLookup } from "./request/endpoint-paths.js";
import { withOutcome } from "./response/outcome.js";
import { readResponse } from "./response/read-response.js";
import { resolveKey } from "./wire/api-key.js";
import { type Deadline, withDeadline } from "./wire/deadline.js";
import type { Exchange } from "./wire/exchange.js";
import { createSend } from "./wire/http-client.js";
import { createRedact } from "./wire/redact.js";

const defaultTimeout = 30_000;
const slowTimeout = 90_000;

/** The type of the response of an operation. */
export type ResponseOf<Name extends EndpointName> =
  EndpointNamed<Name> extends Endpoint<infer _Params, infer _Query, infer _Body, infer Response>
    ? undefined extends Response
      ? undefined
      : Response
    : never;

/** The fetch layer: it takes an operation and its input, and does everything in between. */
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
}

let lastCallNumber = 0;

export function createTransport(config: Config): Transport {
  const send = createSend(config);
  const share = shareInFlight();
  const pathOf = createPathLookup(config.paths);

  /** A request that is invalid or cannot be built throws here, before anything is sent. */
  async function call(
    named: string | (() => Endpoint),
    input: CallInput,
    options: CallOptions = {},
    schema?: StandardSchemaV1,
  ): Promise<WithResponse<unknown>> {
    const startedAt = Date.now();
    assertAbsoluteBaseUrl(config);
    const settings = resolveCallSettings(config, options);
    const endpoint =
      typeof named === "string"
        ? (loadedEndpoints()?.get(named) ?? (await loadEndpoint(named, settings, options)))
        : named();
    const request = buildRequest(endpoint, pathOf(endpoint, loadedEndpoints()), input);
    const exchange = createExchange(endpoint, request, settings, startedAt);
    const isShared = settings.dedupe && endpoint.effect === "read" && !schema;
    return isShared
      ? shareRead(exchange, options.signal)
      : sendAndRead(exchange, options.signal, schema);
  }

  /** Every failure of a request that may have been sent leaves here. */
  async function sendAndRead(
    exchange: Exchange,
    callerSignal: AbortSignal | undefined,
    schema?: StandardSchemaV1,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, settings, startedAt } = exchange;
    const deadline = totalDeadline(settings, callerSignal, startedAt);
    try {
      return await withDeadline(endpoint.name, deadline, async (signal) => {
        const received = await send(exchange, signal);
        const { response, traceId } = received;
        const data = await readResponse(endpoint, received, {
          validation: settings.validation,
          schema,
          onDrift: (issues) => reportDrift(config, endpoint, issues, traceId),
        });
        return { data, response, traceId };
      });
    } catch (thrown) {
      const error = finalError(exchange, thrown);
      emit(config, "onError", { ...exchange.event, error, duration: Date.now() - startedAt });
      throw error;
    }
  }

  /** The key is part of what makes two reads identical: another key may see other data. */
  async function shareRead(
    exchange: Exchange,
    callerSignal: AbortSignal | undefined,
  ): Promise<WithResponse<unknown>> {
    const { endpoint, request, settings, startedAt } = exchange;
    const deadline = totalDeadline(settings, callerSignal, startedAt);
    const key = await withDeadline(endpoint.name, deadline, () => resolveKey(config.apiKey));
    exchange.firstKey = key;
    const identity = JSON.stringify([endpoint.name, request.path, request.headers, settings, key]);
    return share(identity, callerSignal, endpoint.name, (signal) => sendAndRead(exchange, signal));
  }

  return {
    config,
    call: ((...args: Parameters<typeof call>) => toCall(call(...args))) as Transport["call"],
    callCustom: (...args) => toCall(call(...args)),
  };
}

/** Only the first call of a page has to load the endpoints. */
async function loadEndpoint(
  name: string,
  settings: CallSettings,
  { signal }: CallOptions,
): Promise<Endpoint> {
  const deadline = totalDeadline(settings, signal);
  const endpoints = await withDeadline(name, deadline, loadEndpoints);
  return endpoints.get(name) as Endpoint;
}

/** One budget for everything that a call waits for. */
function totalDeadline(
  { totalTimeout }: CallSettings,
  signal: AbortSignal | undefined,
  since?: number,
): Deadline {
  return { signal, timeout: totalTimeout, scope: "total", since };
}

function createExchange(
  endpoint: Endpoint,
  request: BuiltRequest,
  settings: CallSettings,
  startedAt: number,
): Exchange {
  const { name: operation, method, path, effect } = endpoint;
  return {
    endpoint,
    request,
    settings,
    startedAt,
    timeout: settings.timeout ?? (request.isSlow ? slowTimeout : defaultTimeout),
    firstKey: undefined,
    event: { call: ++lastCallNumber, operation, method, path, effect, attempt: 1 },
    redact: createRedact(undefined),
    mayHaveArrived: false,
    retry: undefined,
  };
}

function finalError(exchange: Exchange, thrown: unknown): BursarError {
  const { endpoint, request, mayHaveArrived, retry } = exchange;
  // A defect of this package is shown as it is.
  if (!(thrown instanceof BursarError)) throw thrown;
  // The failure that was retried says more than the clock. But for a write it says that nothing
  // arrived, and the last attempt may have.
  const isOutOfTime = thrown instanceof TimeoutError && thrown.scope === "total";
  if (retry && isOutOfTime && endpoint.effect !== "write") return retry.error;
  return withOutcome(endpoint, request, mayHaveArrived, thrown);
}
