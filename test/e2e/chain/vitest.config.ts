import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// scripts/chain.mjs runs this config and installs the nodes first. The bundler is installed
// separately, with the option --bundler.
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["test/e2e/chain/*.test.ts"],
    exclude: process.env.BURSAR_CHAIN_BUNDLER ? [] : ["test/e2e/chain/bundler.test.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
