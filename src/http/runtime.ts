const scope = globalThis as {
  process?: { versions?: { node?: string } };
  window?: { document?: unknown };
  navigator?: { product?: unknown };
  Bun?: unknown;
  Deno?: unknown;
};

/** A document of a browser, or what stands in for one in tests. Asked at call time, because tests change it. */
export function isPage(): boolean {
  return typeof scope.window === "object" && typeof scope.window.document === "object";
}

/** Node, or a runtime that stands in for it. */
export function isServer(): boolean {
  return typeof scope.process?.versions?.node === "string" && !isPage();
}

export function isNode(): boolean {
  return isServer() && !scope.Bun && !scope.Deno;
}

/** Deno's fetch sends a request a second time where a connection breaks that was used before, though the first may have arrived. */
export function resendsByItself(): boolean {
  return scope.Deno !== undefined;
}

/** React Native, which is neither a page nor a server. */
export function isReactNative(): boolean {
  return scope.navigator?.product === "ReactNative";
}
