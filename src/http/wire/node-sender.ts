import { isBuiltInDispatcher, isNodeFetch } from "./built-in-dispatcher.js";
import type { Zlib } from "./decompress.js";
import { type AnyDispatcher, dispatch } from "./dispatch.js";
import type { SendRequest } from "./wire.js";
import { throwFailure, toReceived } from "./wire-response.js";

interface Process {
  readonly versions?: { readonly undici?: string };
  getBuiltinModule?(name: "zlib"): Zlib | undefined;
}

/** The property of `globalThis` where the `fetch` of a Node version finds its dispatcher. */
function getDispatcherSymbol({ versions }: Process): symbol | undefined {
  const major = Number.parseInt(versions?.undici ?? "", 10);
  // A later version may expect other handlers.
  if (!(major >= 6 && major <= 8)) return undefined;
  return Symbol.for(`undici.globalDispatcher.${major === 8 ? 2 : 1}`);
}

let cached: { readonly dispatcher: AnyDispatcher; readonly send: SendRequest } | undefined;

/**
 * Sends requests on the dispatcher that Node's `fetch` uses: that of Node, or the one that the
 * program has set for `fetch`. So connections, proxies, certificates and diagnostics channels are
 * the same, without what `fetch` costs. Undefined if `fetch` is not that of Node: the code that has
 * replaced it expects the requests.
 */
export function findNodeSender(): SendRequest | undefined {
  if (!isNodeFetch()) return undefined;
  const { process } = globalThis as unknown as { readonly process: Process };
  const symbol = getDispatcherSymbol(process);
  if (!symbol) return undefined;
  const scope = globalThis as { readonly [name: symbol]: AnyDispatcher | undefined };
  // Reading a class of `fetch` loads undici, which sets the property.
  const dispatcher = scope[symbol] ?? (globalThis.Request && scope[symbol]);
  if (cached?.dispatcher === dispatcher) return cached?.send;
  const zlib = process.getBuiltinModule?.("zlib");
  if (!dispatcher || !zlib) return undefined;
  cached = { dispatcher, send: createSend(dispatcher, zlib) };
  return cached.send;
}

/** As `fetch` does: some servers reject a request without an agent, and a cache may be between. */
const defaultHeaders = { "user-agent": "node", "cache-control": "no-store" };

function createSend(dispatcher: AnyDispatcher, zlib: Zlib): SendRequest {
  const settings = { zlib, defaultHeaders, isForeign: !isBuiltInDispatcher(dispatcher) };
  return (outgoing) => {
    const { cancellation } = outgoing;
    return dispatch(dispatcher, outgoing, settings, {
      onCancel(cancel) {
        cancellation.onCancel(() => cancel(cancellation.signal.reason));
        return undefined;
      },
      read: (response) => toReceived(response, outgoing, response.chunks),
      // Its functions may have been replaced since.
      fail: (failure) => throwFailure(outgoing, failure, () => isBuiltInDispatcher(dispatcher)),
    });
  };
}
