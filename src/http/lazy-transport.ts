import { toCall, type WithResponse } from "./call.js";
import { type Config, resolveCallSettings } from "./config.js";
import { loadChunk } from "./features/load-chunk.js";
import type { CallOptions } from "./options.js";
import type { CallRequest, FetchLayer, Transport } from "./transport.js";
import { withDeadline } from "./wire/deadline.js";

/**
 * A transport that loads its fetch layer with the first call. The fetch layer, ky and all schemas
 * are one chunk, so that a page which makes no call does not download them.
 */
export function createTransport(config: Config): Transport {
  let layer: FetchLayer | undefined;

  async function load(operation: string, options: CallOptions = {}): Promise<FetchLayer> {
    const { totalTimeout: timeout } = resolveCallSettings(config, options);
    const missing = "a chunk of this package was not loaded";
    const deadline = { signal: options.signal, timeout, scope: "total", missing } as const;
    const { createFetchLayer } = await withDeadline(operation, deadline, () =>
      loadChunk(() => import("./transport.js")),
    );
    layer ??= createFetchLayer(config);
    return layer;
  }

  // `await`, not `then`: only so does the stack of an error contain the caller's frame.
  async function run(operation: string, call: CallRequest): Promise<WithResponse<never>> {
    const { run: send } = layer ?? (await load(operation, call.options));
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
