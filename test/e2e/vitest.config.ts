import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// What needs the built package: each suite prepares for itself, so that one run can pick one.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/e2e/{package,runtimes,bundlers}/**/*.test.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    globalSetup: ["test/e2e/runtimes/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
