import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openContext } from "../../faults/model/open-context.js";
import { runPlans } from "../../faults/model/run-plans.js";
import { chooseSeed, countRuns, isSoak } from "../../support/random-runs.js";

const runs = countRuns(100_000, 100);
const batch = 500;
const cases = new URL("../../faults/cases/", import.meta.url);
const soakTimeout = 24 * 3_600_000;

test("executes no write of many random plans twice, and the lookup settles the unknown ones", {
  ...(isSoak && { timeout: soakTimeout }),
}, async () => {
  const first = chooseSeed();
  const { context, unhandled, countListeners } = await openContext();
  const totals = { runs: 0, ok: 0, fail: 0, unknown: 0, failedPlans: 0 };
  const failures: object[] = [];

  for (let done = 0; done < runs; done += batch) {
    const seed = first + done;
    await runPlans(context, {
      seed,
      runs: Math.min(batch, runs - done),
      concurrency: 24,
      onResult(plan, { violations, counts }) {
        totals.runs++;
        for (const name of ["ok", "fail", "unknown"] as const) totals[name] += counts[name];
        if (violations.length === 0) return;
        totals.failedPlans++;
        const kept = `seed-${seed}-${totals.failedPlans}.json`;
        writeFileSync(new URL(kept, cases), `${JSON.stringify(plan, null, 2)}\n`);
        failures.push({ seed, kept, violations });
      },
    });
    if (isSoak) console.log(`soak: seed ${first}, ${JSON.stringify(totals)}`);
  }
  expect(failures).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(countListeners()).toBe(0);
  for (const name of ["ok", "fail", "unknown"] as const)
    expect(totals[name]).toBeGreaterThan(runs / 20);
});
