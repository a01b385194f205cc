import { ConnectionError } from "../errors/transport.js";
import { type Call, toCall } from "./call.js";
import { type Config, resolveCallSettings } from "./config.js";
import type { CallOptions } from "./options.js";
import type { Transport } from "./transport.js";
import { withDeadline } from "./wire/deadline.js";

/**
 * A transport that loads itself with the first call. The fetch layer, ky and all schemas are one
 * chunk, so that a page which makes no call does not download them.
 */
export function createLazyTransport(config: Config): Transport {
  let loaded: Transport | undefined;

  async function load(operation: string, options: CallOptions = {}): Promise<Transport> {
    const { totalTimeout: timeout } = resolveCallSettings(config, options);
    const deadline = { signal: options.signal, timeout, scope: "total" } as const;
    const { createTransport } = await withDeadline(operation, deadline, importTransport);
    loaded ??= createTransport(config);
    return loaded;
  }

  function start<T>(
    operation: string,
    options: CallOptions | undefined,
    call: (transport: Transport, startedAt: number) => Call<T>,
  ): Call<T> {
    const startedAt = Date.now();
    if (loaded) return call(loaded, startedAt);
    const ready = load(operation, options);
    return toCall(ready.then((transport) => call(transport, startedAt).withResponse()));
  }

  return {
    config,
    call: (name, input, options) =>
      start(name, options, (transport, startedAt) =>
        transport.call(name, input, options, startedAt),
      ),
    callCustom: (describe, input, options, schema) =>
      start("request", options, (transport, startedAt) =>
        transport.callCustom(describe, input, options, schema, startedAt),
      ),
    pagingOf: (name) => loaded?.pagingOf(name),
  };
}

/** A failed import is tried again by the next call. */
async function importTransport() {
  try {
    return await import("./transport.js");
  } catch (error) {
    throw new ConnectionError("a chunk of this package could not be loaded, so nothing was sent", {
      phase: "connect",
      cause: error,
      hint: "In a browser this happens after a new version of the page was deployed: reload the page.",
    });
  }
}
