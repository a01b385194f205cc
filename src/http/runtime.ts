const scope = globalThis as {
  process?: { versions?: { node?: string } };
  window?: { document?: unknown };
  Bun?: unknown;
  Deno?: unknown;
};

/** Node, or a runtime that stands in for it. Asked at call time: tests and test doms change it. */
export function isServer(): boolean {
  return typeof scope.process?.versions?.node === "string" && scope.window?.document === undefined;
}

export function isNode(): boolean {
  return isServer() && !scope.Bun && !scope.Deno;
}
