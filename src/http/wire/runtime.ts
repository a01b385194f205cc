const scope = globalThis as {
  process?: { versions?: { node?: string } };
  window?: { document?: unknown };
  navigator?: { product?: unknown; userAgent?: string };
  importScripts?: unknown;
  Bun?: unknown;
  Deno?: unknown;
};

// Check at call time, because tests change the globals.

/** A browser page, or a test environment with a `document`. */
export function isPage(): boolean {
  return typeof scope.window === "object" && typeof scope.window.document === "object";
}

/** A worker of a page. Edge runtimes have `importScripts` too, but they are servers. */
export function isWebWorker(): boolean {
  const { importScripts, navigator } = scope;
  return typeof importScripts === "function" && /Mozilla/.test(navigator?.userAgent ?? "");
}

/** Node, or a compatible runtime. */
export function isServer(): boolean {
  return typeof scope.process?.versions?.node === "string" && !isPage();
}

/** Cloudflare Workers also state a Node version, but have a different `fetch`. */
export function isNode(): boolean {
  const isWorkerd = scope.navigator?.userAgent === "Cloudflare-Workers";
  return isServer() && !scope.Bun && !isDeno() && !isWorkerd;
}

export function isDeno(): boolean {
  return scope.Deno !== undefined;
}

/** Neither a page nor a server. */
export function isReactNative(): boolean {
  return scope.navigator?.product === "ReactNative";
}

/**
 * Whether a write must be sent as a stream, so that the runtime cannot repeat it. Node's `fetch`
 * repeats a request after status 421. Deno's repeats a request if a reused connection breaks. Other
 * runtimes cannot send streams, or do not repeat requests.
 */
export function mustStreamWrites(): boolean {
  return isNode() || isDeno();
}

/** Returns undefined for a variable that is missing or blank. */
export function readEnvironment(name: string): string | undefined {
  // Some runtimes have no `process`. In others, reading it throws.
  try {
    const { process } = globalThis as {
      process?: { env?: Record<string, string | undefined> };
    };
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined;
  }
}
