import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openContext } from "../model/open-context.js";
import { runPlans } from "../model/run-plans.js";

const runs = Number(process.env.BURSAR_SOAK_RUNS ?? 0);
const minutes = Number(process.env.BURSAR_SOAK_MINUTES ?? 60);
const concurrency = Number(process.env.BURSAR_SOAK_CONCURRENCY ?? 24);
const batch = 1_000;
/** The machine may be busy with many plans. */
const slack = 10_000;

const cases = new URL("../cases/", import.meta.url);

test.runIf(runs > 0)(
  "no write of many random plans is executed twice",
  async () => {
    const first = Number(process.env.BURSAR_SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const { context, unhandled, countListeners } = await openContext(slack);
    const totals = { runs: 0, ok: 0, fail: 0, unknown: 0, latest: 0, failedPlans: 0 };
    const violations: string[] = [];
    const startedAt = performance.now();
    const getSeconds = () => Math.round((performance.now() - startedAt) / 1_000);
    console.log(`soak: seed ${first}, ${runs} runs, at most ${minutes} minutes`);

    for (let done = 0; done < runs && getSeconds() < minutes * 60; done += batch) {
      const seed = first + done;
      await runPlans(context, {
        ...{ seed, runs: Math.min(batch, runs - done), concurrency },
        onResult(plan, result) {
          totals.runs++;
          for (const name of ["ok", "fail", "unknown"] as const)
            totals[name] += result.counts[name];
          totals.latest = Math.max(totals.latest, Math.round(result.overshoot));
          if (result.violations.length === 0) return;
          totals.failedPlans++;
          violations.push(...result.violations);
          const name = `seed-${seed}-${totals.failedPlans}.json`;
          writeFileSync(new URL(name, cases), `${JSON.stringify(plan, null, 2)}\n`);
          console.log(`soak: kept ${name}: ${result.violations.join("; ")}`);
        },
      });
      console.log(
        `soak: ${JSON.stringify(totals)}, ${unhandled.length} unhandled rejections, ` +
          `${countListeners()} listeners, ${getSeconds()} s`,
      );
    }
    expect(violations).toEqual([]);
    expect(unhandled).toEqual([]);
    expect(countListeners()).toBe(0);
  },
  24 * 3_600_000,
);
