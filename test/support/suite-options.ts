import { availableParallelism } from "node:os";

/** `expect.poll` ends before the test, and with a better message. */
export const patientPolls = { poll: { timeout: 30_000, interval: 5 } };

/**
 * The seed of all random tests of a run: `BURSAR_SEED`, or the date, so that each day tests other
 * inputs. `.ci/run` states the commit.
 */
export const seed: string =
  process.env.BURSAR_SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", "");
// The workers inherit it.
process.env.BURSAR_SEED = seed;

/** The settings that all suites in Node share. */
export const suiteOptions = {
  reporters: ["default", "./test/support/count-reporter.ts"],
  // By default one core is left idle. One worker more than cores, because many tests wait. Those of
  // `npm test` wait less: see vitest.config.ts.
  maxWorkers: availableParallelism() + 1,
  // The only time limit of most tests. It ends a test that hangs, and asserts nothing. The longest
  // takes 10 s, and ten times that on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: patientPolls,
  setupFiles: ["test/support/before-each-file.ts"],
};

/** The suites of what is written about the sources: pages, examples, types, tools and OpenAPI. */
export const suitesOfPages = "test/{check,docs,examples,openapi,support,types}/**/*.test.ts";

/**
 * Tests create many objects that are short-lived. With more than 16 MB for them, Node collects them
 * less often; much more does not fit into the caches of the processor. The threads that would help
 * to collect them wait for a core, because each core has a worker. Not for tests that measure the
 * heap.
 */
export const collectorFlags = ["--max-semi-space-size=32", "--single-threaded-gc"];
