import fc from "fast-check";
import { type Plan, plans } from "./plan.js";
import { createSmallSandbox, type PlanResult, type RunContext, runPlan } from "./run-plan.js";

interface PlansToRun {
  readonly seed: number;
  readonly runs: number;
  /** How many plans run at the same time. */
  readonly concurrency: number;
  readonly onResult: (plan: Plan, result: PlanResult) => void;
}

/** A sandbox slows down with the number of its records. */
const plansPerSandbox = 40;

/** Runs random plans. The same seed and number of runs give the same plans. */
export async function runPlans(
  context: RunContext,
  { seed, runs, concurrency, onResult }: PlansToRun,
): Promise<void> {
  const left = fc.sample(plans, { seed, numRuns: runs });
  async function runNext(): Promise<void> {
    let sandbox = createSmallSandbox(Date.UTC(2026, 0, 1));
    for (let used = 0, plan = left.pop(); plan; used++, plan = left.pop()) {
      if (used % plansPerSandbox === 0) sandbox = createSmallSandbox(plan.start);
      onResult(plan, await runPlan(plan, context, sandbox));
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, runs) }, runNext));
}
