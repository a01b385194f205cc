/** The optional peers of the package, and the types of Node. */
const peers = [
  ...["viem", "bitcoinjs-lib", "@bitcoinerlab/secp256k1", "@tanstack/query-core"],
  ...["undici", "msw", "@types/node"],
];

export const bundlers = [
  { name: "Vite", tool: "vite", packages: ["vite"] },
  { name: "webpack", tool: "webpack", packages: ["webpack@5.112.2"] },
  { name: "esbuild", tool: "esbuild", packages: ["esbuild"] },
  { name: "Rolldown", tool: "rolldown", packages: ["rolldown"] },
  {
    name: "Rollup",
    tool: "rollup",
    packages: [
      "rollup@4.65.0",
      "@rollup/plugin-node-resolve@16.0.3",
      "@rollup/plugin-commonjs@29.0.3",
    ],
  },
];

/** The adapters of TanStack Query, and their frameworks. */
export const queryAdapters = ["vue", "solid", "svelte"] as const;
const frameworks = [
  ...["@tanstack/react-query", "react", "react-dom", "@types/react", "@types/react-dom"],
  ...queryAdapters.map((name) => `@tanstack/${name}-query`),
  ...["vue", "solid-js", "svelte"],
];

/** What the README and the headers of single examples ask a new user to install. */
const forExamples = [
  ...["tsx@4.23.15", "hono", "express", "rate-limiter-flexible", "vitest", "typescript"],
  "@types/express@5.0.6",
];

/**
 * The packages of the suites that need several. They share one project, because extracting viem
 * takes longer than most of them.
 */
export const allPackages: readonly string[] = [
  ...new Set([
    ...peers,
    ...bundlers.flatMap(({ packages }) => packages),
    ...frameworks,
    ...forExamples,
  ]),
];
