import { getEventListeners } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.js";
import { watchUnhandled } from "../support/unhandled.js";
import { openRouter } from "./model/faulty-service.js";
import { replaceClock } from "./model/machine-clock.js";
import { type Plan, plans } from "./model/plan.js";
import { createSmallSandbox, type PlanResult, type RunContext, runPlan } from "./model/run-plan.js";
import { openFaultServer } from "./server/fault-server.js";

const cases = new URL("cases/", import.meta.url);
const soakRuns = Number(process.env.BURSAR_SOAK_RUNS ?? 0);

async function openContext(slack: number) {
  const unhandled: unknown[] = [];
  onTestFinished(watchUnhandled((reason) => unhandled.push(reason)));
  const clock = replaceClock();
  onTestFinished(clock.restore);
  const { signal } = new AbortController();
  const context: RunContext = { router: await openRouter(openFaultServer), clock, signal, slack };
  const countListeners = () => getEventListeners(signal, "abort").length;
  return { context, unhandled, countListeners };
}

test("never executes a write twice, and its lookup settles what is unknown", async () => {
  const { context, unhandled, countListeners } = await openContext(2_000);
  const property = fc.asyncProperty(plans, async (plan) => {
    expect((await runPlan(plan, context)).violations).toEqual([]);
  });
  await fc.assert(property, { interruptAfterTimeLimit: 1_500, numRuns: 100, endOnFailure: true });
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
}, 60_000);

const files = readdirSync(cases).filter((file) => file.endsWith(".json"));
test.each(files)("passes the kept plan %s", async (file) => {
  const { context, unhandled, countListeners } = await openContext(2_000);
  const plan: Plan = JSON.parse(readFileSync(new URL(file, cases), "utf8"));
  expect((await runPlan(plan, context)).violations).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
});

test.runIf(soakRuns > 0)(
  "passes many random plans",
  async () => {
    const seed = Number(process.env.BURSAR_SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const minutes = Number(process.env.BURSAR_SOAK_MINUTES ?? 60);
    const { context, unhandled, countListeners } = await openContext(10_000);
    const totals = { runs: 0, ok: 0, fail: 0, unknown: 0, failedPlans: 0, overshoot: 0 };
    const violations: string[] = [];
    const startedAt = performance.now();
    const print = () =>
      console.log(
        `soak: seed ${seed}, ${JSON.stringify(totals)}, ${unhandled.length} unhandled rejections, ` +
          `${countListeners()} listeners, ${Math.round((performance.now() - startedAt) / 1_000)} s, CPU ${Math.round(process.cpuUsage().user / 1_000_000)} s`,
      );
    console.log(`soak: seed ${seed}, ${soakRuns} runs, at most ${minutes} minutes`);

    function add({ counts, overshoot }: PlanResult) {
      totals.runs++;
      totals.ok += counts.ok;
      totals.fail += counts.fail;
      totals.unknown += counts.unknown;
      totals.overshoot = Math.max(totals.overshoot, Math.round(overshoot));
    }

    async function runOne(plan: Plan, sandbox: Sandbox) {
      const result = await runPlan(plan, context, sandbox);
      add(result);
      if (result.violations.length === 0) return;
      totals.failedPlans++;
      violations.push(...result.violations);
      mkdirSync(cases, { recursive: true });
      const name = `soak-${seed}-${totals.runs}.json`;
      writeFileSync(new URL(name, cases), `${JSON.stringify(plan, null, 2)}\n`);
      console.log(`soak: kept ${name}:\n  ${result.violations.join("\n  ")}`);
    }

    const batch = 1_000;
    for (let first = 0; first < soakRuns; first += batch) {
      const numRuns = Math.min(batch, soakRuns - first);
      const left = fc.sample(plans, { seed: seed + first, numRuns });
      // Several plans at once, because stalled calls only wait.
      const runNext = async () => {
        let sandbox = createSmallSandbox(left.at(-1)?.start ?? 0);
        for (let plan = left.pop(); plan; plan = left.pop()) {
          if (left.length % 40 === 0) sandbox = createSmallSandbox(plan.start);
          await runOne(plan, sandbox);
        }
      };
      await Promise.all(Array.from({ length: Number(process.env.BURSAR_SOAK_CONCURRENCY ?? 8) }, runNext));
      print();
      if (performance.now() - startedAt > minutes * 60_000) break;
    }
    print();
    expect(violations).toEqual([]);
    expect(unhandled).toEqual([]);
    expect(countListeners()).toBe(0);
  },
  24 * 3_600_000,
);
