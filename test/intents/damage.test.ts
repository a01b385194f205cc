import { expect, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { damageJournals, damages } from "./damage-model.js";

// `npm run soak` damages 20,000 journals.
test("a damaged journal has the last entry of each intent, or throws", async () => {
  const counts = await damageJournals(100, chooseSeed());
  expect([...counts.keys()].sort()).toEqual(Object.keys(damages).sort());
  // Some changes are harmless, such as a part of a line that was cut.
  for (const [kind, [noticed]] of counts) expect([kind, noticed > 0]).toEqual([kind, true]);
});
