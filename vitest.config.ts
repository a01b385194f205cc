import "./test/support/exit-at-once.js";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { collectorFlags, suiteOptions, suitesOfPages } from "./test/support/suite-options.js";

export default defineConfig({
  test: {
    ...suiteOptions,
    // One more would import every module again, and wait for a core.
    maxWorkers: availableParallelism(),
    // The first programs of all tests in messages.test.ts are one compilation.
    maxConcurrency: 20,
    execArgv: collectorFlags,
    // The files of a worker share their imports. `npm run test:runtimes` isolates every file.
    isolate: false,
    globalSetup: "test/support/compiler/setup.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "sdk",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{browser,e2e,thorough}/**", suitesOfPages],
        },
      },
      // `npm test` leaves them to `npm run test:thorough`.
      { extends: true, test: { name: "pages", include: [suitesOfPages] } },
    ],
  },
});
