import { expect, test } from "vitest";
import { checkRandomAmounts } from "../../../signing/simulation/check-random-amounts.js";
import { countRuns } from "../../../support/random-runs.js";

test("amounts and places of any size: more than 3% off is found, and what is stated is not", async () => {
  const { found, stated } = await checkRandomAmounts(countRuns(15_000));
  expect(Math.min(found, stated)).toBeGreaterThan(5);
});
