import "./test/support/exit-at-once.js";
import { defineConfig } from "vitest/config";
import { collectorFlags, suiteOptions } from "./test/support/suite-options.js";

/** Suites that measure the heap, which is slow and inexact in a process with other suites. */
const measuresHeap = "test/thorough/**/*-heap.test.ts";

/** Only `npm run chaos` runs it. */
const chaos = process.env.BURSAR_CHAOS_MINUTES ? [] : ["test/thorough/chaos/*.test.ts"];

export default defineConfig({
  test: {
    ...suiteOptions,
    // The longest random tests take minutes on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: "thorough",
          include: ["test/thorough/**/*.test.ts"],
          exclude: [measuresHeap, ...chaos],
          execArgv: collectorFlags,
          isolate: false,
          globalSetup: "test/support/compiler/setup.ts",
        },
      },
      ...(["fetch", "undici"] as const).map((wire) => ({
        extends: true as const,
        test: {
          // The suites of the wire once more. `npm test` runs them on Node's dispatcher.
          name: wire,
          include: [
            "test/http/**/*.test.ts",
            "test/faults/*.test.ts",
            "test/thorough/http/wire/*.test.ts",
            "test/thorough/faults/fault-table.test.ts",
          ],
          exclude: [measuresHeap],
          execArgv: collectorFlags,
          provide: { wire },
          isolate: false,
        },
      })),
      { extends: true, test: { name: "heap", include: [measuresHeap] } },
    ],
  },
});
