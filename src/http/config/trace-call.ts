import type { BursarError } from "../../errors/base.js";
import type { EndEvent } from "./options.js";

/**
 * What a subscriber of the channel `bursar:call` receives. `start` has only `operation`; the rest
 * is set before `error`, `asyncStart` and `asyncEnd`. It never contains the key, a body or an
 * address, but the message of `error` may quote the request.
 */
export interface TracedCall {
  operation: string;
  effect?: EndEvent["effect"];
  outcome?: EndEvent["outcome"];
  /** The path template, with `{names}` in place of ids. Undefined for uploads. */
  "url.template"?: string | undefined;
  "http.request.method"?: string | undefined;
  /** The status of the last response. */
  "http.response.status_code"?: number | undefined;
  /** The number of retries. */
  "http.request.resend_count"?: number;
  /** The name of the error's class, such as `RateLimitError`. */
  "error.type"?: string | undefined;
  /** The service's trace id, of the last response. */
  traceId?: string | undefined;
  /** The error that the call rejects with. */
  error?: BursarError | undefined;
}

/** The parts of Node's `TracingChannel` that are used. */
export interface CallChannel {
  /** Undefined in other runtimes. */
  readonly hasSubscribers?: boolean;
  readonly start: { runStores<T>(context: object, run: () => T): T };
  readonly end: Publisher;
  readonly asyncStart: Publisher;
  readonly asyncEnd: Publisher;
  readonly error: Publisher;
}

interface Publisher {
  publish(context: object): void;
}

interface Diagnostics {
  tracingChannel?(name: string): CallChannel;
}

/** The channel of Node from 20.16. Without an import, no bundle contains it. */
export function findCallChannel(): CallChannel | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): Diagnostics | undefined };
  };
  // Runtimes that only look like Node may throw.
  try {
    const diagnostics = process?.getBuiltinModule?.("diagnostics_channel");
    return diagnostics?.tracingChannel?.("bursar:call");
  } catch {
    return undefined;
  }
}

/** Runs a call. If the channel has subscribers, it gets the events of Node's `tracePromise`. */
export function traceCall<T>(
  { channel }: { readonly channel: CallChannel | undefined },
  operation: string,
  run: (trace?: TracedCall) => Promise<T>,
): Promise<T> {
  return channel?.hasSubscribers ? publishCall(channel, { operation }, run) : run();
}

/** `tracePromise` would publish the response, and hide the caller's frame in stacks. */
async function publishCall<T>(
  channel: CallChannel,
  trace: TracedCall,
  run: (trace: TracedCall) => Promise<T>,
): Promise<T> {
  const { start, end, error, asyncStart, asyncEnd } = channel;
  const result = start.runStores(trace, () => run(trace));
  end.publish(trace);
  try {
    return await result;
  } catch (thrown) {
    error.publish(trace);
    throw thrown;
  } finally {
    asyncStart.publish(trace);
    asyncEnd.publish(trace);
  }
}
