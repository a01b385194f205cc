import { expect, test } from "vitest";
import { chooseSeed } from "../support/random-runs.js";
import { payFromDamaged } from "./damaged-payments.js";

// test/thorough damages more journals.
test("once signs nothing again for what was paid, however its journal is damaged", async () => {
  const counts = await payFromDamaged(40, chooseSeed());
  expect(Math.min(counts.stopped, counts.settled)).toBeGreaterThan(0);
});
