import "../support/exit-at-once.js";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leaveOut } from "../support/alternating-suites.js";
import { suiteOptions } from "../support/suite-options.js";

// The suites that need the built package. Each prepares its project, so that you can run one
// alone.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["test/e2e/{package,examples,runtimes,bundlers,stores}/**/*.test.ts"],
    exclude: leaveOut("node"),
    ...suiteOptions,
    globalSetup: ["test/e2e/setup.ts"],
    // A busy machine compiles and installs slowly.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
