import { expect, test } from "vitest";
import { checkRandomChanges, checkRandomGas } from "./check-random-changes.js";

test("finds a fatal problem exactly if the wallet is worse off than the request allows", async () => {
  const { harmful, harmless } = await checkRandomChanges(15);
  expect(Math.min(harmful, harmless)).toBeGreaterThan(0);
});

test("allows the paymaster no more of any token than the gas that it has not collected", async () => {
  const { harmful, harmless } = await checkRandomGas(15);
  expect(Math.min(harmful, harmless)).toBeGreaterThan(0);
});
