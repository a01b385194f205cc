import { isNode } from "./runtime.js";

/** Node 24 and newer have the second one. Packages of undici set one of them, too. */
const dispatchers = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));
const builtInClasses: readonly unknown[] = ["Agent", "Dispatcher1Wrapper"];

/** Node's own, unless a library has replaced it before. A library may give its `fetch` any text. */
const toText = Function.prototype.toString;
// Unlike other functions, a method of the language has no prototype.
const isToStringNative = !Object.hasOwn(toText, "prototype");

interface Dispatcher {
  readonly constructor: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: it is called without arguments
  dispatch(...args: any): unknown;
}

type Scope = Readonly<Record<symbol, Dispatcher | undefined>>;

let lastFetch: unknown;
let isLastOfNode = false;

/** Whether `fetch` is Node's own, and not that of a library, a framework or a test. */
export function isNodeFetch(): boolean {
  if (!isNode()) return false;
  const { fetch } = globalThis;
  if (fetch !== lastFetch) {
    lastFetch = fetch;
    // Node's own loads undici. Another function has another text.
    isLastOfNode =
      isToStringNative &&
      typeof fetch === "function" &&
      toText.call(fetch).includes("internal/deps/undici");
  }
  return isLastOfNode;
}

/** The function and the dispatchers that send requests. Before the first one, there is none. */
export function listSenders(): readonly unknown[] {
  return [globalThis.fetch, ...dispatchers.map((name) => (globalThis as Scope)[name])];
}

/**
 * Whether `fetch` sends requests by nothing but Node itself, and has since `before`. Any other
 * dispatcher, such as a `RetryAgent`, and a `fetch` that a library has replaced may send a request
 * again, and then fail to connect.
 */
export function usesBuiltInDispatcher(before: readonly unknown[]): boolean {
  if (!isNodeFetch()) return false;
  const senders = listSenders();
  if (before.some((sender, i) => sender !== undefined && sender !== senders[i])) return false;
  const found = senders.slice(1).filter((sender) => sender !== undefined) as Dispatcher[];
  return found.length > 0 && found.every(isBuiltInDispatcher);
}

/**
 * Whether a dispatcher is Node's own, which sends no request twice over HTTP/1.1. Node does not
 * export its class. The package undici has one of the same name.
 */
export function isBuiltInDispatcher(dispatcher: Dispatcher): boolean {
  try {
    if (!builtInClasses.includes(dispatcher.constructor.name)) return false;
    // `compose` replaces the method.
    if (dispatcher.dispatch !== findInherited(dispatcher)) return false;
    // Without a handler it throws at once. The first frame says whose code that is.
    dispatcher.dispatch();
    return false;
  } catch (error) {
    const frame = /^\s+at .*$/m.exec(String((error as Error).stack))?.[0];
    return frame?.includes("(node:internal/deps/undici/") ?? false;
  }
}

function findInherited(dispatcher: Dispatcher): unknown {
  let owner: unknown = Object.getPrototypeOf(dispatcher);
  while (owner && !Object.hasOwn(owner, "dispatch")) owner = Object.getPrototypeOf(owner);
  return (owner as Dispatcher | null)?.dispatch;
}
