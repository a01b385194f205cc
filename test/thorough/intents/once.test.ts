import { expect, test } from "vitest";
import { countRuns } from "../../support/random-runs.js";
import { killAtRandom } from "./kills.js";

// test/intents stops once at each of its steps, in one process.
test("pays each intent once, however often its processes are killed", async () => {
  const total = Math.max(200, countRuns(5_000));
  const { kills, intents } = await killAtRandom(total);
  console.log(`${kills} kills, ${intents} payments`);
  expect(kills).toBeGreaterThanOrEqual(total);
}, 86_400_000);
