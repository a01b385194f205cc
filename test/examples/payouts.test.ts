import { appendFileSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { World } from "../../src/sandbox/world/world.js";
import { fromUnits, toUnits } from "../../src/signing/index.js";
import { inWorld, usdc } from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";
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
  expect((await drained(sandbox)).some(({ operation }) => operation === "operations.execute")).toBe(
    false,
  );
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

const readReport = (path: string) =>
  readFileSync(path.replace(".csv", ".report.csv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));

test("the report has what the ledger has booked, and a further run makes it again", async () => {
  const { start, path, rows, sandbox, account } = await openPayouts(4, 2);
  for (const _run of [1, 2]) {
    const { code, out } = await start().ended;
    expect(code).toBe(0);
    const report = readReport(path);
    const expected = rows.map(({ id, receiver, amount }) => [id, receiver, amount, "done"]);
    expect(report.map((row) => row.slice(0, 4))).toEqual(expected);
    const blocks = inWorld(sandbox, (world) => world.blocks[137] ?? []);
    for (const [, receiver, amount, , operation, transaction, arrived] of report) {
      const block = blocks.find(({ bookings }) => bookings.some(({ to }) => to === receiver));
      expect([block?.userOperation?.hash, block?.transactionHash]).toEqual([
        operation,
        transaction,
      ]);
      expect(arrived).toBe(amount);
    }
    const left = inWorld(sandbox, ({ ledger }) => ledger[account]?.[`137:${usdc}`] ?? 0n);
    const gas = fromUnits(toUnits("1000000", 6) - left - toUnits("11", 6), 6);
    expect(out).toContain(
      `4 of 4 payments are done\npaid         11\narrived      11\ngas and fees ${gas}\n`,
    );
  }
});

test("the report fails, and names both amounts, if less has arrived than was paid", async () => {
  const { start, path, sandbox } = await openPayouts(2, 1);
  sandbox.diverge({ percent: 10 });
  const { code, err, out } = await start().ended;
  expect(code).toBe(1);
  expect(err).toMatch(/batch 1: 0xa0*1: expected 1\.25, got 1\.125\n/);
  expect(out).not.toContain("payments are made");
  // What has not arrived is in no sum.
  expect(readReport(path).map((row) => row[6])).toEqual(["", "2.25"]);
});

test("the report has no text of the service that a spreadsheet runs", async () => {
  const { start, path, sandbox } = await openPayouts(1, 1);
  expect((await start().ended).code).toBe(0);
  const world = sandbox.snapshot() as unknown as World;
  for (const records of Object.values(world.history))
    for (const { metadata, transactionHash } of records)
      if (metadata && transactionHash) transactionHash.hash = "=1+1";
  sandbox.restore(world as never);
  await start().ended;
  expect(readReport(path).map((row) => row[5])).toEqual(["'=1+1"]);
});

test("the report names a payment that the history has twice", async () => {
  const { start, sandbox } = await openPayouts(2, 1);
  expect((await start().ended).code).toBe(0);
  const world = sandbox.snapshot() as unknown as World;
  for (const records of Object.values(world.history)) {
    const record = records.find(({ metadata }) => metadata !== null);
    if (record) records.push({ ...record, id: "tx_second" });
  }
  sandbox.restore(world as never);
  const { code, err } = await start().ended;
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/batch 1: the history has 2 records\n/),
  });
});
