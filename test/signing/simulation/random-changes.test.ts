import { test } from "vitest";
import { checkRandomChanges, checkRandomGas } from "./check-random-changes.js";

test("finds a fatal problem exactly if the wallet is worse off than the request allows", async () => {
  await checkRandomChanges(25);
});

test("allows the paymaster no more of any token than the gas that it has not collected", async () => {
  await checkRandomGas(25);
});
