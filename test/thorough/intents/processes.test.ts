import { expect, test } from "vitest";
import { runProcesses } from "../../intents/run-processes.js";
import { chooseSeed, countRuns, isSoak } from "../../support/random-runs.js";

test("processes that are killed and stopped lose no acknowledged change, many times", async () => {
  const seed = chooseSeed();
  const changes = await runProcesses(isSoak ? countRuns(2_000) : 12, 300, seed);
  console.log(`${changes} acknowledged changes, seed ${seed}`);
  expect(changes).toBeGreaterThan(0);
}, 3_600_000);
