import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectInvalid, expectPayouts, openPayouts } from "./payouts.js";

// test/thorough/examples pays more receivers, kills the program more often, and has more invalid
// lines.
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

test("payouts of a file that has changed pay nothing", async () => {
  const { start, path, wrong } = await openPayouts(1, 1);
  expect((await start().ended).code).toBe(0);
  appendFileSync(path, `payment-x,0x${"b".repeat(40)},5\n`);
  expect(await start().ended).toMatchObject({
    code: 1,
    err: expect.stringContaining("has changed"),
  });
  expect(wrong()).toEqual([]);
});

test("payouts of a file with an invalid line pay nothing, and name the line", () =>
  expectInvalid(() => ["x,0x1,5"]));
