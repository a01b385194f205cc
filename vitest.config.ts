import "./test/support/exit-at-once.js";
import { defineConfig } from "vitest/config";
import { fixedSeed, suiteOptions } from "./test/support/suite-options.js";

export default defineConfig({
  test: {
    ...suiteOptions,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{browser,e2e,thorough}/**"],
          env: fixedSeed,
          // The files of a worker share their imports. `npm run test:runtimes` isolates every file.
          isolate: false,
          globalSetup: "test/support/compiler/setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            // Compiles only the type tests and what they import. `npm run typecheck` compiles all.
            tsconfig: "test/types/tsconfig.json",
          },
        },
      },
    ],
  },
});
