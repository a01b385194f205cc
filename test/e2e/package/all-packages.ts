/** The adapters of TanStack Query whose frameworks have no suites of their own. */
export const queryAdapters = ["vue", "solid", "svelte"] as const;

/**
 * The optional peers of the package and what programs of users need beside it. The suites that need
 * several of them share one project, because an installation takes longer than most suites. Where
 * a test is about what has to be installed, as for the examples, it has a project of its own.
 */
export const allPackages: readonly string[] = [
  ...["viem", "bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@tanstack/query-core"],
  ...["undici", "msw", "@types/node", "typescript"],
  ...queryAdapters.map((name) => `@tanstack/${name}-query`),
  ...["vue", "solid-js", "svelte"],
];
