import { availableParallelism } from "node:os";

/** The settings that all suites in Node share. */
export const suiteOptions = {
  reporters: ["default", "./test/support/count-reporter.ts"],
  // By default one core is left idle. One worker more than cores, because many tests wait.
  maxWorkers: availableParallelism() + 1,
  // Most objects of tests live shortly. With the default of 16 MB, Node copies many of them twice.
  execArgv: ["--max-semi-space-size=128"],
  // The only time limit of most tests. It ends a test that hangs, and asserts nothing.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: ["test/support/built-in-fetch.ts", "test/support/seed.ts"],
};

/** A fixed seed for the short random tests: see `chooseSeed`. */
export const fixedSeed = { BURSAR_SEED: process.env.BURSAR_SEED ?? "1" };
