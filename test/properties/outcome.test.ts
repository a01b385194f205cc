import { describe, expect, onTestFinished, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { chooseSeed } from "../support/random-runs.js";
import { watchUnhandled } from "../support/unhandled.js";
import { runPlan, runPlans } from "./outcome.js";
import type { Fault, Plan } from "./outcome-cases.js";
import { retriedWrites } from "./writes/wallets.js";
import { writeKinds } from "./writes.js";

const start = Date.UTC(2026, 0, 1);
const alone = { abortAfter: null, resends: false } as const;

/** Runs one write of each kind. The first request of each has the fault. */
async function runEachKind(fault: Fault) {
  const results: [string, object][] = [];
  for (const kind of writeKinds) {
    const steps = [{ do: "write", kinds: [kind], ...alone }] as const;
    const { violations, counts } = await runPlan({
      schedule: "once",
      start,
      steps,
      faults: [fault],
    });
    expect(violations).toEqual([]);
    results.push([kind, counts]);
  }
  return Object.fromEntries(results);
}
const forEachKind = <T>(value: T) => Object.fromEntries(writeKinds.map((kind) => [kind, value]));

/** Plans that have found a bug. */
const kept: Record<string, Plan> = {
  "a gateway that responds 408": {
    schedule: "once",
    start: 1787938915407,
    steps: [
      {
        do: "write",
        kinds: [
          "kyc.individual.standard.create",
          "fiat.createDeposit",
          "wallets.updateTransactionMetadata",
        ],
        abortAfter: null,
        resends: true,
      },
    ],
    faults: [
      { delivery: "now", reply: "gatewayTimeout" },
      { delivery: "late", delay: 30, reply: "gatewayTimeout" },
      { delivery: "never", reply: "gatewayTimeout" },
    ],
  },
  "a clock that is set back during a wait": {
    schedule: "once",
    start: 1812926200427,
    steps: [
      { do: "correct", ms: -2684623, after: 30 },
      { do: "write", kinds: ["operations.execute"], abortAfter: 2, resends: true },
      {
        do: "write",
        kinds: ["kyc.individual.standard.create", "operations.execute"],
        abortAfter: 2,
        resends: true,
      },
    ],
    faults: [
      { delivery: "never", reply: "stallInBody" },
      { delivery: "late", delay: 45, reply: "stallInBody" },
      { delivery: "now", reply: "gatewayTimeout" },
      { delivery: "now", reply: "reset" },
    ],
  },
};

describe("A failed write says whether it had an effect, and its lookup settles what is unknown", () => {
  test("over random faults: none is executed twice, and what is said is true", async () => {
    const unhandled: unknown[] = [];
    onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
    const { totals, failures } = await runPlans(chooseSeed(), 40);
    expect([failures, unhandled]).toEqual([[], []]);
    for (const [name, count] of Object.entries(totals))
      expect([name, count > 0]).toEqual([name, true]);
  });

  test("in each write of the contract", () => {
    const writes = endpoints.filter(({ effect }) => effect === "write").map(({ name }) => name);
    expect([...writeKinds].sort()).toEqual([...writes].sort());
  });

  test.each([
    ["without a fault", { delivery: "now", reply: "real" }, { ok: 1, fail: 0, unknown: 0 }, {}],
    [
      "that was lost after it was executed",
      { delivery: "now", reply: "close" },
      { ok: 0, fail: 0, unknown: 1 },
      { ok: 0, fail: 0, unknown: 2 },
    ],
    [
      "that was lost before it was executed",
      { delivery: "never", reply: "close" },
      { ok: 0, fail: 0, unknown: 1 },
      { ok: 1, fail: 0, unknown: 1 },
    ],
  ] as const)("in a write %s", async (_, fault, counts, retried) => {
    const isRetried = fault.reply === "close";
    expect(await runEachKind(fault)).toEqual({
      ...forEachKind(counts),
      ...(isRetried && Object.fromEntries(retriedWrites.map((kind) => [kind, retried]))),
    });
  });

  test("and does not retry a lost tax export on another day", async () => {
    const kinds = ["wallets.requestTaxExport"] as const;
    const steps = [{ do: "write", kinds, ...alone, lookupDelay: 24 * 3_600_000 }] as const;
    const faults = [{ delivery: "now", reply: "close" }] as const;
    const { violations, counts } = await runPlan({ schedule: "once", start, steps, faults });
    expect([violations, counts]).toEqual([[], { ok: 0, fail: 0, unknown: 1 }]);
  });

  test.each(Object.entries(kept))("with %s", async (_, plan) => {
    expect((await runPlan(plan)).violations).toEqual([]);
  });
});
