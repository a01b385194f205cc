import { toCall, type WithResponse } from "./call.js";
import { type Config, resolveCallSettings, validateOptionalTime } from "./config.js";
import { loadChunk } from "./features/load-chunk.js";
import type { CallOptions } from "./options.js";
import type { CallRequest, FetchLayer, Transport } from "./transport.js";
import { getSteadyTime } from "./wire/steady-time.js";

/**
 * Creates a transport that loads the fetch layer with the first call. The fetch layer, ky and all
 * schemas are one chunk, so a page that makes no call does not download them. Tests replace `load`.
 */
export function createTransport(
  config: Config,
  load: () => Promise<typeof import("./transport.js")> = () => import("./transport.js"),
): Transport {
  let layer: FetchLayer | undefined;

  async function loadLayer(operation: string, options: CallOptions = {}): Promise<FetchLayer> {
    const { totalTimeout: timeout } = resolveCallSettings(config, options);
    const deadline = { signal: options.signal, timeout, scope: "total" } as const;
    const { createFetchLayer } = await loadChunk(operation, deadline, load);
    layer ??= createFetchLayer(config);
    return layer;
  }

  // Use `await` and not `then`: only `await` keeps the caller's frame in the stack of an error.
  async function run(operation: string, call: CallRequest): Promise<WithResponse<never>> {
    const { run: send } = layer ?? (await loadLayer(operation, call.options));
    return (await send(call)) as WithResponse<never>;
  }

  return {
    config,
    call: (endpoint, input, options) =>
      toCall(() => run(endpoint, { endpoint, input, options, startedAt: getSteadyTime() })),
    callCustom: (endpoint, input, options, schema) =>
      toCall(() =>
        run("request", { endpoint, input, options, schema, startedAt: getSteadyTime() }),
      ),
    async wait(target, options) {
      const { signal, timeout: given = target.defaults?.timeout } = options ?? {};
      const timeout = validateOptionalTime("timeout", given);
      const { poll } =
        layer ?? (await loadLayer(target.operation, { signal, totalTimeout: timeout }));
      return poll(config, target, options);
    },
    async getPaging(name, options) {
      return (layer ?? (await loadLayer(name, options))).getPaging(name);
    },
  };
}
