import "./test/support/exit-at-once.js";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const include = ["test/**/*.test.ts"];
const exclude = ["test/e2e/**", "test/browser/**"];
/** Suites that measure the heap, which is slow and inexact in a process with other suites. */
const measuresHeap = [
  "test/faults/leaks.test.ts",
  "test/http/wire/leaks.test.ts",
  "test/sandbox/server/request-log.test.ts",
];

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/count-reporter.ts"],
    // By default one core is left idle. One worker more than cores, because many tests wait.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 15_000,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include,
          exclude: [...exclude, ...measuresHeap],
          // The files of a worker share their imports. `npm run test:runtimes` isolates every file.
          isolate: false,
        },
      },
      { extends: true, test: { name: "heap", include: measuresHeap } },
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
