import { expect, test } from "vitest";
import { damageJournals, damages } from "../../intents/damage-model.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("each damaged journal has the last entry of each intent, or throws", async () => {
  const seed = chooseSeed();
  console.log(`seed ${seed}`);
  const counts = await damageJournals(countRuns(20_000, 20), seed, true);
  expect([...counts.keys()].sort()).toEqual(Object.keys(damages).sort());
  for (const [kind, [noticed, all]] of counts) console.log(`${kind}: ${noticed} of ${all} noticed`);
}, 3_600_000);
