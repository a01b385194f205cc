import { toCall, type WithResponse } from "./call.js";
import { type Config, resolveCallSettings } from "./config.js";
import { loadChunk } from "./features/load-chunk.js";
import type { CallOptions } from "./options.js";
import type { CallRequest, FetchLayer, Transport } from "./transport.js";

/**
 * A transport that loads its fetch layer with the first call. The fetch layer, ky and all schemas
 * are one chunk, so that a page which makes no call does not download them.
 */
export function createTransport(config: Config): Transport {
  let layer: FetchLayer | undefined;

  async function loadLayer(operation: string, options: CallOptions = {}): Promise<FetchLayer> {
    const { totalTimeout: timeout } = resolveCallSettings(config, options);
    const deadline = { signal: options.signal, timeout, scope: "total" } as const;
    const load = () => import("./transport.js");
    const { createFetchLayer } = await loadChunk(operation, deadline, load);
    layer ??= createFetchLayer(config);
    return layer;
  }

  // `await`, not `then`: only so does the stack of an error contain the caller's frame.
  async function run(operation: string, call: CallRequest): Promise<WithResponse<never>> {
    const { run: send } = layer ?? (await loadLayer(operation, call.options));
    return (await send(call)) as WithResponse<never>;
  }

  return {
    config,
    call: (endpoint, input, options) =>
      toCall(run(endpoint, { endpoint, input, options, startedAt: Date.now() })),
    callCustom: (endpoint, input, options, schema) =>
      toCall(run("request", { endpoint, input, options, schema, startedAt: Date.now() })),
    pagingOf: (name) => layer?.pagingOf(name),
  };
}
