import { expect, test } from "vitest";
import { chooseSeed, countRuns, isSoak } from "../../support/random-runs.js";
import { killAtRandom, stopAtRandom } from "./kills.js";

test("pays each intent once, however often its processes are killed", async () => {
  const total = isSoak ? countRuns(5_000) : 20;
  const seed = chooseSeed();
  let kills = 0;
  // In worlds of their own, because looking takes longer with each payment.
  for (let world = 0; kills < total; world++) {
    const found = await killAtRandom(Math.min(500, total - kills), seed + world);
    kills += found.kills;
    const { losses, intents } = found;
    const counts = `${found.kills} kills, ${losses} journals lost, ${intents} payments`;
    console.log(`${counts}, seed ${seed + world}`);
  }
  expect(kills).toBeGreaterThanOrEqual(total);
}, 86_400_000);

test("pays each intent once, and nothing after its expiry, however its processes are stopped", async () => {
  const total = isSoak ? countRuns(1_000) : 10;
  const seed = chooseSeed();
  const { stops, intents } = await stopAtRandom(total, seed);
  console.log(`${stops} stops, ${intents} payments, seed ${seed}`);
  expect(stops).toBeGreaterThanOrEqual(total);
}, 86_400_000);
