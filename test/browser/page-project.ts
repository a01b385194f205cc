import { readdirSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, ViteDevServer } from "vite";
import type { BrowserProviderOption } from "vitest/node";
import { patientPolls, seed } from "../support/suite-options.js";
import { serveBridge } from "./bridge.js";
import { behave } from "./server.js";

/** Modules that replace modules for Node when a suite runs in a page. */
const browserModules = [
  { find: /^.*\/support\/loopback\.js$/, replacement: resolve("test/support/loopback.browser.ts") },
  {
    find: /^.*\/support\/other-realm\.js$/,
    replacement: resolve("test/support/other-realm.browser.ts"),
  },
  { find: /^node:events$/, replacement: resolve("test/support/events.browser.ts") },
  { find: /^node:util$/, replacement: resolve("test/support/util.browser.ts") },
];

/** The sandbox's suites create clients with a key. A page has to allow that explicitly. */
const clientForPages = fileURLToPath(new URL("./client-with-key.ts", import.meta.url));
const clientWithKey: Plugin = {
  name: "client-with-key",
  enforce: "pre",
  resolveId: (name, importer) =>
    /^(\.\.\/)+src\/client\.js$/.test(name) && importer?.includes("/test/sandbox/")
      ? clientForPages
      : undefined,
};

/** Finds the Node modules that a suite imports, directly or through other test files. */
function findNodeModules(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [
    ...readFileSync(file, "utf8").matchAll(
      /^(?:import|export)\b(?! type)(?:[^"]*\bfrom)?\s*"([^"]+)"/gms,
    ),
  ].map((match) => match[1] as string);
  return names.flatMap((name) => {
    if (browserModules.some(({ find }) => find.test(name))) return [];
    if (/^(node:|esbuild$|typescript$|undici$|.*\/src\/undici\/|playwright|msw\/node$)/.test(name))
      return [name];
    const path = join(dirname(file), name).replace(/\.js$/, ".ts");
    return name.startsWith(".") && path.startsWith("test/") ? findNodeModules(path, seen) : [];
  });
}

/**
 * Dependencies to bundle before the first suite. If Vite found one later, it would reload every
 * suite.
 */
const dependencies = [
  ...[
    "ky",
    "zod/mini",
    "viem",
    "viem/accounts",
    "viem/utils",
    "bitcoinjs-lib",
    "@bitcoinerlab/secp256k1",
  ],
  ...[
    "@noble/hashes/sha3",
    "@noble/hashes/sha2.js",
    "@noble/hashes/legacy.js",
    "@noble/curves/secp256k1.js",
    "@scure/base",
  ],
  ...[
    "fast-check",
    "ethers",
    "@tanstack/query-core",
    "@tanstack/react-query",
    "react",
    "react-dom/client",
  ],
];

/** Finds the suites below these folders of `test` that run in a page. */
export function findPageSuites(folders: readonly string[]): string[] {
  const suites: string[] = [];
  for (const name of readdirSync("test", { recursive: true, encoding: "utf8" })) {
    const file = join("test", name);
    if (!file.endsWith(".test.ts") || !folders.includes(file.split("/")[1] as string)) continue;
    const nodeModules = findNodeModules(file);
    if (nodeModules.length === 0) suites.push(file);
    // Printed in every run, so that no suite is left out unnoticed.
    else console.log(`in Node only: ${file} (it needs ${[...new Set(nodeModules)].join(", ")})`);
  }
  return suites;
}

/** Projects do not inherit time limits. A busy machine starts a browser slowly. */
export const patience = { testTimeout: 120_000, hookTimeout: 300_000, expect: patientPolls };

/** A project of vitest that runs suites in the page of a browser. */
export const pageProject = (
  browser: "chromium" | "firefox" | "webkit",
  provider: BrowserProviderOption,
  include: string[],
) => ({
  plugins: [
    clientWithKey,
    {
      name: "test-service",
      configureServer({ middlewares, httpServer }: ViteDevServer) {
        middlewares.use(behave);
        // Vitest also starts a server for modules only, which has no `httpServer`.
        if (httpServer) serveBridge(httpServer as Server);
      },
    },
  ],
  resolve: { alias: browserModules },
  optimizeDeps: { include: dependencies },
  test: {
    name: browser,
    include,
    ...patience,
    // A page inherits no environment.
    env: { BURSAR_SEED: seed },
    // A page loads the sources once for all its suites.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: patience.hookTimeout,
      provider,
      instances: [{ browser }],
    },
  },
});
