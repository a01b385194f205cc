import { expect, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { runProcesses } from "./run-processes.js";

// test/thorough runs more.
test("processes that are killed and stopped lose no acknowledged change", async () => {
  expect(await runProcesses(2, 60, chooseSeed())).toBeGreaterThan(100);
});
