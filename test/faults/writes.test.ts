import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openContext } from "./model/open-context.js";
import type { Plan } from "./model/plan.js";
import { runPlan } from "./model/run-plan.js";
import { runPlans } from "./model/run-plans.js";

const cases = new URL("cases/", import.meta.url);
const slack = 3_000;

test("no write is executed twice, and the lookup settles what is unknown", async () => {
  const { context, unhandled, countListeners } = await openContext(slack);
  const seed = Number(process.env.BURSAR_SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const failures: object[] = [];
  await runPlans(context, {
    ...{ seed, runs: 50, concurrency: 25 },
    onResult(plan, { violations }) {
      if (violations.length > 0) failures.push({ seed, violations, plan: JSON.stringify(plan) });
    },
  });
  expect(failures).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
}, 60_000);

const files = readdirSync(cases).filter((file) => file.endsWith(".json"));
test.each(files)("passes the kept plan %s", async (file) => {
  const { context, unhandled, countListeners } = await openContext(slack);
  const plan: Plan = JSON.parse(readFileSync(new URL(file, cases), "utf8"));
  expect((await runPlan(plan, context)).violations).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
});
