import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { bridge } from "./test/browser/bridge.js";
import { behave } from "./test/browser/server.js";

/** What a suite imports in a page in place of what needs Node. */
const twins = [
  { find: /^.*\/support\/loopback\.js$/, replacement: resolve("test/support/loopback.browser.ts") },
  { find: /^node:events$/, replacement: resolve("test/support/events.browser.ts") },
  { find: /^node:util$/, replacement: resolve("test/support/util.browser.ts") },
];

/** A suite runs in a browser unless it, or what it imports from the tests, needs Node. */
function needsNode(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const names = [...readFileSync(file, "utf8").matchAll(/^(?:import|export)\b(?! type)[^"]*"([^"]+)"/gms)].map(
    (match) => match[1] as string,
  );
  return names.some((name) => {
    if (twins.some(({ find }) => find.test(name))) return false;
    if (/^(node:|esbuild$|typescript$|playwright|msw\/node$)/.test(name)) return true;
    const path = join(dirname(file), name).replace(/\.js$/, ".ts");
    return name.startsWith(".") && path.startsWith("test/") && needsNode(path, seen);
  });
}

const folders = ["contract", "errors", "http", "pages", "resources"];
const suites = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => join("test", name))
  .filter((file) => file.endsWith(".test.ts") && folders.includes(file.split("/")[1] as string) && !needsNode(file));

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/count-reporter.ts"],
    testTimeout: 30_000,
    projects: [
      {
        plugins: [{ name: "test-service", configureServer: ({ middlewares }) => void middlewares.use(behave).use(bridge) }],
        resolve: { alias: twins },
        optimizeDeps: { include: ["ky", "zod/mini", "@noble/hashes/sha3"] },
        test: {
          name: "chromium",
          include: ["test/browser/**/*.test.ts", ...suites],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(process.env.CHROMIUM && { executablePath: process.env.CHROMIUM }),
                args: [
                  "--no-sandbox",
                  "--disable-gpu",
                  "--disable-quic",
                  "--no-first-run",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--disable-sync",
                ],
              },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      // Drives a browser from outside: the page's own policies are what is tested.
      { test: { name: "pages", include: ["test/e2e/browser/**/*.test.ts"] } },
    ],
  },
});
