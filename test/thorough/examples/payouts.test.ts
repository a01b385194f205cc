import { appendFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectPayouts, openPayouts } from "../../examples/payouts.js";
import { isSoak } from "../../support/random-runs.js";

test("payouts pay many receivers once, although they are killed many times", () =>
  isSoak ? expectPayouts(1_000, 10, 50) : expectPayouts(200, 10, 15));

test("payouts of a file that has changed pay nothing", async () => {
  const { start, path, wrong } = await openPayouts(2, 2);
  expect((await start().ended).code).toBe(0);
  appendFileSync(path, `payment-x,0x${"b".repeat(40)},5\n`);
  expect(await start().ended).toMatchObject({
    code: 1,
    err: expect.stringContaining("has changed"),
  });
  expect(wrong()).toEqual([]);
});

test("payouts of a file with an invalid line pay nothing, and name the line", async () => {
  const { start, path, wrong, rows } = await openPayouts(1, 1);
  const receiver = `0x${"b".repeat(40)}`;
  for (const line of ["x,0x1,5", `x,${receiver},0`, `x,${receiver},1e3`, `x,${receiver},5,6`]) {
    writeFileSync(path, `id,receiver,amount\nfirst,${receiver},1\n${line}\n`);
    const { code, err } = await start().ended;
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("line 3") });
  }
  expect(wrong()).toEqual(rows);
});
