import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { chooseSeed } from "../support/random-runs.js";
import { openContext } from "./model/open-context.js";
import type { Fault, Plan } from "./model/plan.js";
import { runPlan } from "./model/run-plan.js";
import { runPlans } from "./model/run-plans.js";
import { retriedWrites } from "./model/writes/wallets.js";
import { writeKinds } from "./model/writes.js";

const cases = new URL("cases/", import.meta.url);
const start = Date.UTC(2026, 0, 1);

test("the model has every write of the contract", () => {
  const writes = endpoints.filter(({ effect }) => effect === "write").map(({ name }) => name);
  expect([...writeKinds].sort()).toEqual([...writes].sort());
});

test("executes no write of random plans twice, and the lookup settles the unknown ones", async () => {
  const { context, unhandled, countListeners } = await openContext();
  const seed = chooseSeed();
  const failures: object[] = [];
  await runPlans(context, {
    seed,
    runs: 8,
    concurrency: 5,
    onResult(plan, { violations }) {
      if (violations.length > 0) failures.push({ seed, violations, plan: JSON.stringify(plan) });
    },
  });
  expect(failures).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
});

/** Runs one write of each kind. The first request of each has the fault. */
async function runEachKind(fault: Fault) {
  const { context } = await openContext();
  const results = writeKinds.map(async (kind) => {
    const step = { do: "write", kinds: [kind], abortAfter: null, resends: false } as const;
    const plan: Plan = { wire: "memory", start, steps: [step], faults: [fault] };
    const { violations, counts } = await runPlan(plan, context);
    expect(violations).toEqual([]);
    return [kind, counts] as const;
  });
  return Object.fromEntries(await Promise.all(results));
}

const forEachKind = <T>(value: T) => Object.fromEntries(writeKinds.map((kind) => [kind, value]));
const taxExport = "wallets.requestTaxExport";

test("every write succeeds without a fault, and its lookup finds it", async () => {
  const counts = await runEachKind({ delivery: "now", reply: "real" });
  expect(counts).toEqual(forEachKind({ ok: 1, fail: 0, unknown: 0 }));
});

test.each([
  ["after it was executed", "now", { ok: 0, fail: 0, unknown: 2 }],
  ["before it was executed", "never", { ok: 1, fail: 0, unknown: 1 }],
] as const)("the lookup settles every write that was lost %s", async (_, delivery, retried) => {
  const counts = await runEachKind({ delivery, reply: "close" });
  expect(counts).toEqual({
    ...forEachKind({ ok: 0, fail: 0, unknown: 1 }),
    ...Object.fromEntries(retriedWrites.map((kind) => [kind, retried])),
  });
});

test("a lost tax export is not retried on another day", async () => {
  const { context } = await openContext();
  const step = { do: "write", kinds: [taxExport], abortAfter: null, resends: false } as const;
  const plan: Plan = {
    wire: "memory",
    start,
    steps: [{ ...step, lookupDelay: 24 * 3_600_000 }],
    faults: [{ delivery: "now", reply: "close" }],
  };
  const { violations, counts } = await runPlan(plan, context);
  expect(violations).toEqual([]);
  expect(counts).toEqual({ ok: 0, fail: 0, unknown: 1 });
});

const files = readdirSync(cases).filter((file) => file.endsWith(".json"));
test.each(files)("passes the kept plan %s", async (file) => {
  const { context, unhandled, countListeners } = await openContext();
  const plan: Plan = JSON.parse(readFileSync(new URL(file, cases), "utf8"));
  expect((await runPlan(plan, context)).violations).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
});
