import { expect, test } from "vitest";
import { expectPayouts, openPayouts } from "./payouts.js";

// test/thorough/examples pays 1,000 receivers, and kills the program 50 times.
test("payouts pay each receiver once, although they are killed", () => expectPayouts(4, 2, 1));

test("a dry run shows total and fees, and pays nothing", async () => {
  const { start, sandbox } = await openPayouts(4, 2);
  const { code, out } = await start("--dry-run").ended;
  expect(code).toBe(0);
  expect(out).toMatch(
    /^4 payments in 2 batches: 11\nsent {6}11\nfees {6}[\d.]+\ngas up to [\d.]+\n/,
  );
  expect(sandbox.requests.some(({ operation }) => operation === "operations.execute")).toBe(false);
});
