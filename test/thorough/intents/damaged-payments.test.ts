import { expect, test } from "vitest";
import { payFromDamaged } from "../../intents/damaged-payments.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("once signs nothing again for what was paid, however its journal is damaged", async () => {
  const seed = chooseSeed();
  const counts = await payFromDamaged(countRuns(20_000), seed);
  console.log(JSON.stringify(counts), `seed ${seed}`);
  expect(Math.min(counts.stopped, counts.settled, counts.exempt)).toBeGreaterThan(0);
}, 86_400_000);
