import { expect, test } from "vitest";
import {
  checkRandomChanges,
  checkRandomGas,
} from "../../../signing/simulation/check-random-changes.js";
import { countRuns } from "../../../support/random-runs.js";

test("finds a fatal problem exactly if the wallet is worse off than the request allows", async () => {
  const { harmful, harmless } = await checkRandomChanges(countRuns(7_500));
  expect(Math.min(harmful, harmless)).toBeGreaterThan(2);
});

test("allows the paymaster no more of any token than the gas that it has not collected", async () => {
  const { harmful, harmless } = await checkRandomGas(countRuns(7_500));
  expect(Math.min(harmful, harmless)).toBeGreaterThan(2);
});
