// Runs test/thorough with the full numbers of its random tests: `npm run soak`. The gate runs a
// fiftieth of most. Arguments are paths of suites. Options: `--share 0.1` runs a tenth,
// `--seed 1` repeats a run.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: "string", default: "1" }, seed: { type: "string" } },
});
const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error(`--share must be above 0 and at most 1, got ${values.share}`);
  process.exit(1);
}
const timeLimit = "--testTimeout=86400000";
const args = ["node_modules/vitest/vitest.mjs", "run", "-c", "vitest.thorough.config.ts"];
const { status } = spawnSync(process.execPath, [...args, timeLimit, ...positionals], {
  stdio: "inherit",
  env: {
    ...process.env,
    BURSAR_SOAK_SHARE: values.share,
    BURSAR_SEED: values.seed ?? String(randomInt(2 ** 31)),
  },
});
process.exitCode = status ?? 1;
