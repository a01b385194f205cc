import "./test/support/exit-at-once.js";
import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { isSoak } from "./test/support/random-runs.js";
import { collectorFlags, suiteOptions, suitesOfPages } from "./test/support/suite-options.js";

/** Suites that measure the heap, which is slow and inexact in a process with other suites. */
const measuresHeap = "test/thorough/**/*-heap.test.ts";

/** The files of `test` that have a larger sibling of the same name. */
const findSiblings = () =>
  readdirSync("test/thorough", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name}`);

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
          exclude: [measuresHeap],
          execArgv: collectorFlags,
          isolate: false,
          globalSetup: "test/support/compiler/setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: [suitesOfPages],
          // The project above runs the same properties with more inputs.
          exclude: findSiblings(),
          maxConcurrency: 20,
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
            // In the gate, undici runs only the suites that depend on the transport.
            wire === "fetch" || isSoak ? "test/http/**/*.test.ts" : "test/http/{wire/,}*.test.ts",
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
