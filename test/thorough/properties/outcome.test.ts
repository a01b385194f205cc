import { expect, test } from "vitest";
import { runPlans } from "../../properties/outcome.js";
import { chooseSeed, countRuns } from "../../support/random-runs.js";

test("executes no write of many random plans twice, and the lookup settles the unknown ones", async () => {
  const runs = countRuns(100_000, 500);
  const first = chooseSeed();
  const sum = { ok: 0, fail: 0, unknown: 0 };
  for (let done = 0; done < runs; done += 500) {
    const { totals, failures } = await runPlans(first + done, Math.min(500, runs - done));
    expect(failures).toEqual([]);
    for (const name of ["ok", "fail", "unknown"] as const) sum[name] += totals[name];
    console.log(`seed ${first + done}, ${JSON.stringify(sum)}`);
  }
  for (const count of Object.values(sum)) expect(count).toBeGreaterThan(runs / 20);
}, 86_400_000);
