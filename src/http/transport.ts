import type { Endpoint, Paging } from "../contract/endpoint.js";
import { type EndpointName, type EndpointNamed, endpoints } from "../contract/endpoints.js";
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
    startedAt?: number,
  ): Call<ResponseOf<Name>>;
  /** Calls an endpoint that the contract does not name. `describe` may throw. */
  callCustom(
    describe: () => Endpoint,
    input: CallInput,
    options: CallOptions | undefined,
    schema: StandardSchemaV1,
    startedAt?: number,
  ): Call<unknown>;
  /** How a listing is divided into pages. Undefined before the first call. */
  pagingOf(name: EndpointName): Paging | undefined;
}

const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.map((endpoint: Endpoint) => [endpoint.name, endpoint]),
);

let lastCallNumber = 0;

export function createTransport(config: Config): Transport {
  const send = createSend(config);
  const share = shareInFlight();
  const pathOf = createPathLookup(config.paths, endpointsByName);

  /** A request that is invalid or cannot be built throws here, before anything is sent. */
  async function start(
    endpoint: Endpoint,
    input: CallInput,
    options: CallOptions = {},
    schema?: StandardSchemaV1,
    startedAt = Date.now(),
  ): Promise<WithResponse<unknown>> {
    assertAbsoluteBaseUrl(config);
    const settings = resolveCallSettings(config, options);
    const request = buildRequest(endpoint, pathOf(endpoint), input);
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
      emit(config, "onError", exchange.event, { error, duration: Date.now() - startedAt });
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
    call: ((name, input, options, startedAt) =>
      toCall(
        start(endpointsByName.get(name) as Endpoint, input, options, undefined, startedAt),
      )) as Transport["call"],
    callCustom: (describe, ...rest) => toCall((async () => start(describe(), ...rest))()),
    pagingOf: (name) => endpointsByName.get(name)?.paging,
  };
}

/** One budget for everything that a call waits for. */
function totalDeadline(
  { totalTimeout }: CallSettings,
  signal: AbortSignal | undefined,
  since: number,
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
