const scope = globalThis as {
  process?: { versions?: { node?: string } };
  window?: { document?: unknown };
  navigator?: { product?: unknown; userAgent?: unknown };
  Bun?: unknown;
  Deno?: unknown;
};

// Checked at call time, because tests change the globals.

/** A browser document, or a test environment that provides one. */
export function isPage(): boolean {
  return typeof scope.window === "object" && typeof scope.window.document === "object";
}

/** Node, or a runtime that is compatible with it. */
export function isServer(): boolean {
  return typeof scope.process?.versions?.node === "string" && !isPage();
}

/** Cloudflare's workers state a version of Node, and have a `fetch` of their own. */
export function isNode(): boolean {
  const isWorkerd = scope.navigator?.userAgent === "Cloudflare-Workers";
  return isServer() && !scope.Bun && !isDeno() && !isWorkerd;
}

export function isDeno(): boolean {
  return scope.Deno !== undefined;
}

/** React Native is neither a page nor a server. */
export function isReactNative(): boolean {
  return scope.navigator?.product === "ReactNative";
}

/**
 * Whether a write must be sent as a stream. Node's `fetch` repeats a request that is answered 421,
 * and Deno's repeats one whose reused connection breaks. Neither can repeat a stream. Other
 * runtimes cannot send streams, or do not repeat requests.
 */
export function mustStreamWrites(): boolean {
  return isNode() || isDeno();
}
