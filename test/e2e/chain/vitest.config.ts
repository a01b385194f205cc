import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Run by scripts/chain.mjs, which installs the nodes first. The bundler has its own install and is asked for by name.
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["test/e2e/chain/*.test.ts"],
    exclude: process.env.BURSAR_CHAIN_BUNDLER ? [] : ["test/e2e/chain/bundler.test.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
