import * as zlib from "node:zlib";
import { Agent, type Dispatcher } from "undici";
import { ConfigurationError } from "../errors/data.js";
import {
  type Options,
  type ReadOptions,
  readOptions,
  unchecked,
  wholeFrom,
  withDefault,
} from "../errors/options.js";
import { dispatch } from "../http/wire/dispatch.js";
import { provesUnsent, type Wire } from "../http/wire/wire.js";
import { onAbort } from "../shared/time/abort-listener.js";

/** Options of `undiciWire`. */
export interface UndiciWireOptions {
  /** The maximum number of connections per host. Further requests wait. @defaultValue `128` */
  connections?: number | undefined;
  /**
   * Milliseconds after which an idle connection is closed, unless the server states another time.
   *
   * @defaultValue `4000`
   */
  keepAliveTimeout?: number | undefined;
  /** The time limit for a new connection, in milliseconds. @defaultValue `10000` */
  connectTimeout?: number | undefined;
  /**
   * A dispatcher of your own, for example for a proxy, your certificates, a Unix socket or HTTP/2.
   * It may repeat requests, so a failure does not prove that nothing arrived, and a write is then
   * not retried. It replaces the other options.
   */
  dispatcher?: Dispatcher | undefined;
}

/** A wire on undici. */
export interface UndiciWire extends Wire {
  /** Waits for the running requests, and closes the pool. A dispatcher of yours stays open. */
  close(): Promise<void>;
}

type PoolOption = "connections" | "keepAliveTimeout" | "connectTimeout";

const wireOptions: Options<UndiciWireOptions, PoolOption> = () => ({
  connections: withDefault(wholeFrom(1), 128),
  keepAliveTimeout: withDefault(wholeFrom(1), 4_000),
  connectTimeout: withDefault(wholeFrom(1), 10_000),
  dispatcher: unchecked,
});

/**
 * Sends the requests of a client by undici on a pool of connections, which is faster than `fetch`
 * on a server. It repeats no request and follows no redirect. Uploads of files still use `fetch`.
 *
 * @example
 * ```ts
 * import { createClient } from "bursar";
 * import { undiciWire } from "bursar/undici";
 *
 * const wire = undiciWire({ connections: 64 });
 * const client = createClient({ baseUrl: "https://api.example.com", apiKey: "your-key", wire });
 * console.log(typeof client.swap.quote); // function
 * await wire.close();
 * ```
 */
export function undiciWire(options: UndiciWireOptions = {}): UndiciWire {
  const read = readOptions("undiciWire", options, wireOptions);
  const { dispatcher: given } = read;
  const pool = given ? undefined : createPool(read);
  const { connections, keepAliveTimeout, connectTimeout } = options;
  const ofPool = [connections, keepAliveTimeout, connectTimeout];
  if (given && ofPool.some((option) => option !== undefined)) {
    throw new ConfigurationError("undiciWire: a dispatcher replaces the other options", {
      hint: "Set them on the dispatcher.",
    });
  }
  const dispatcher = given ?? (pool as Agent);
  const settings = { zlib, isForeign: given !== undefined };
  let closing: Promise<void> | undefined;
  const wire: Wire = async (request) => {
    if (closing)
      throw Object.assign(
        new ConfigurationError("undiciWire: the wire is closed. Nothing was sent."),
        { [provesUnsent]: wire },
      );
    const { signal } = request;
    if (signal.aborted) throw signal.reason;
    return dispatch(dispatcher, request, settings, {
      onCancel: (cancel) => onAbort(signal, () => cancel(signal.reason)),
      read: ({ status, headers, text, isTooLong }) => ({ status, headers, text, isTooLong }),
      fail: (failure) => {
        throw failure;
      },
    });
  };
  const close = async () => {
    closing ??= pool ? pool.close() : Promise.resolve();
    return closing;
  };
  return Object.assign(wire, { close, [provesUnsent]: pool && wire });
}

function createPool({
  connections,
  keepAliveTimeout,
  connectTimeout,
}: ReadOptions<UndiciWireOptions, PoolOption>): Agent {
  return new Agent({
    connections,
    keepAliveTimeout,
    connect: { timeout: connectTimeout },
    // One request at a time per connection: a pipelined one would be lost with the one before it.
    pipelining: 1,
  });
}
