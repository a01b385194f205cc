import type { EndpointName } from "../contract/endpoints.js";
import { loadEndpoint } from "../contract/load-endpoint.js";
import type { Endpoint, Paging } from "../contract/shared/endpoint.js";
import { withUnknownOutcome } from "../errors/outcome.js";
import { getSteadyTime } from "../shared/steady-time.js";
import type { Config } from "./config/config.js";
import { emitEnd } from "./config/emit-end.js";
import { resolveCallSettings, validateOptionalTime } from "./config/resolve-config.js";
import { type TracedCall, traceCall } from "./config/trace-call.js";
import { toCall, type WithResponse } from "./features/call.js";
import type { Transport } from "./features/client-transport.js";
import type { CustomRequest } from "./features/custom-endpoint.js";
import { loadChunk } from "./features/load-chunk.js";
import type { CallRequest, FetchLayer } from "./transport.js";

/** The chunks of this package that calls load. Tests replace them. */
export interface Chunks {
  layer(): Promise<typeof import("./transport.js")>;
  wait(): Promise<typeof import("./features/wait.js")>;
  endpoint(name: EndpointName): Promise<Endpoint | undefined>;
  /** ky, for a failed attempt that may be retried. */
  repeat(): Promise<typeof import("./attempts/repeat.js")>;
}

const chunks: Chunks = {
  layer: () => import("./transport.js"),
  wait: () => import("./features/wait.js"),
  endpoint: loadEndpoint,
  repeat: () => import("./attempts/repeat.js"),
};

/**
 * Creates a transport that loads the fetch layer with the first call, and the schemas of a domain
 * with its first call, so that a page downloads only what its calls need.
 */
export function createTransport(config: Config, replaced: Partial<Chunks> = {}): Transport {
  const load = { ...chunks, ...replaced };
  let layer: FetchLayer | undefined;
  const endpoints = new Map<EndpointName, Endpoint>();

  /** Everything that a call needs, or undefined if something has to be loaded. */
  const find = (name: EndpointName | undefined) => {
    const endpoint = name && endpoints.get(name);
    return layer && (endpoint || !name) ? { layer, endpoint } : undefined;
  };

  /** The endpoints whose paths the option `paths` corrects. */
  async function loadCorrected(): Promise<readonly Endpoint[]> {
    const found = await Promise.all(
      Object.keys(config.paths).map((name) => load.endpoint(name as EndpointName)),
    );
    return found.filter((endpoint) => endpoint !== undefined);
  }

  /** What is loaded before a call. A failure ends the call. */
  async function loadAll(
    operation: string,
    name: EndpointName | undefined,
    { startedAt, options, trace: ofCall }: Omit<CallRequest, "endpoint" | "input">,
  ) {
    try {
      const { totalTimeout: timeout } = resolveCallSettings(config, options);
      const deadline = { signal: options?.signal, timeout, scope: "total" } as const;
      const [module, endpoint, corrected] = await loadChunk(operation, deadline, () =>
        Promise.all([load.layer(), name && load.endpoint(name), layer ? [] : loadCorrected()]),
      );
      layer ??= module.createFetchLayer(config, corrected, load.repeat);
      if (name && endpoint) endpoints.set(name, endpoint);
      return { layer, endpoint };
    } catch (error) {
      const fail = async (trace: TracedCall | undefined) => {
        const counter = { attempts: 0 };
        emitEnd(config, startedAt, { operation, effect: undefined, counter, error }, trace);
        throw error;
      };
      // A listing loads its code before its first call.
      return ofCall ? fail(ofCall) : traceCall(config, operation, fail);
    }
  }

  // Use `await` and not `then`: only `await` keeps the caller's frame in the stack of an error.
  async function runLoaded(
    name: EndpointName | undefined,
    request: CustomRequest | undefined,
    call: Omit<CallRequest, "endpoint">,
  ): Promise<WithResponse<never>> {
    const loaded = find(name) ?? (await loadAll(name ?? "request", name, call));
    const endpoint = loaded.endpoint ?? { request: request as CustomRequest };
    return (await loaded.layer.run({ ...call, endpoint })) as WithResponse<never>;
  }

  const run: typeof runLoaded = (name, request, call) =>
    traceCall(config, name ?? "request", (trace) =>
      runLoaded(name, request, trace ? { ...call, trace } : call),
    );

  return {
    config,
    call: (name, input, options) =>
      toCall(() => run(name, undefined, { input, options, startedAt: getSteadyTime() })),
    callCustom: (request, input, options, schema) =>
      toCall(() => run(undefined, request, { input, options, schema, startedAt: getSteadyTime() })),
    async wait(target, options) {
      try {
        const { signal, timeout: given = target.defaults?.timeout } = options ?? {};
        const timeout = validateOptionalTime("timeout", given);
        const { totalTimeout } = resolveCallSettings(config, { totalTimeout: timeout });
        const deadline = { signal, timeout: totalTimeout, scope: "total" } as const;
        const { pollUntilFinal } = await loadChunk(target.operation, deadline, load.wait);
        return await pollUntilFinal(config, target, options);
      } catch (error) {
        throw withUnknownOutcome(error);
      }
    },
    async getPaging(name, options) {
      const { endpoint } =
        find(name) ?? (await loadAll(name, name, { startedAt: getSteadyTime(), options }));
      return endpoint?.paging as Paging;
    },
  };
}
