import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// scripts/e2e.mjs runs this config. It builds the package and installs those of the vendors first.
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["test/e2e/signers/*.test.ts"],
    globalSetup: ["test/e2e/signers/setup.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    env: {
      // CDP's package sends an event to its vendor for every signature.
      DISABLE_CDP_ERROR_REPORTING: "true",
      DISABLE_CDP_USAGE_TRACKING: "true",
      // CDP's package would send requests to the loopback server through a proxy.
      NO_PROXY: "127.0.0.1",
    },
  },
});
