import "../support/exit-at-once.js";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The suites that need the built package. Each prepares its own project, so that you can run one
// alone.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/e2e/{package,examples,runtimes,bundlers}/**/*.test.ts"],
    reporters: ["default", "./test/support/count-reporter.ts"],
    globalSetup: ["test/e2e/runtimes/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
