import { isBuiltInDispatcher, isNodeFetch } from "./built-in-dispatcher.js";
import type { Zlib } from "./decompress.js";
import { type AnyDispatcher, dispatch } from "./dispatch.js";
import { provesUnsent, type Wire } from "./wire.js";

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

let last: { readonly dispatcher: AnyDispatcher; readonly wire: Wire } | undefined;

/**
 * Sends requests on the dispatcher that Node's `fetch` uses: that of Node, or the one that the
 * program has set for `fetch`. So connections, proxies, certificates and diagnostics channels are
 * the same, without what `fetch` costs. Undefined if `fetch` is not that of Node: the code that has
 * replaced it expects the requests.
 */
export function findNodeWire(): Wire | undefined {
  if (!isNodeFetch()) return undefined;
  const { process } = globalThis as unknown as { readonly process: Process };
  const symbol = getDispatcherSymbol(process);
  if (!symbol) return undefined;
  const scope = globalThis as { readonly [name: symbol]: AnyDispatcher | undefined };
  // Reading a class of `fetch` loads undici, which sets the property.
  const dispatcher = scope[symbol] ?? (globalThis.Request && scope[symbol]);
  if (last?.dispatcher === dispatcher) return last?.wire;
  const zlib = process.getBuiltinModule?.("zlib");
  if (!dispatcher || !zlib) return undefined;
  last = { dispatcher, wire: createWire(dispatcher, zlib) };
  return last.wire;
}

function createWire(dispatcher: AnyDispatcher, zlib: Zlib): Wire {
  // Some servers reject a request without an agent. The dispatcher of a program may cache.
  const added = { "user-agent": "node", "cache-control": "no-store" };
  const wire: Wire = (request) => dispatch(dispatcher, request, added, zlib);
  return Object.defineProperty(wire, provesUnsent, {
    get: () => (isBuiltInDispatcher(dispatcher) ? wire : undefined),
  });
}
