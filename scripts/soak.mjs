// Runs random writes through random faults, and many calls to find leaks. Options:
// --runs 100000, --minutes 60, --calls 100000, --seed 1.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100000" },
    minutes: { type: "string", default: "60" },
    calls: { type: "string", default: "100000" },
    seed: { type: "string" },
  },
});
const suites = ["test/faults/soak", "test/faults/leaks.test.ts"];
const args = ["node_modules/vitest/vitest.mjs", "run", "--project=!types", ...suites];
const { status } = spawnSync(process.execPath, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    BURSAR_SOAK_RUNS: values.runs,
    BURSAR_SOAK_MINUTES: values.minutes,
    BURSAR_SOAK_CALLS: values.calls,
    ...(values.seed && { BURSAR_SOAK_SEED: values.seed }),
  },
});
process.exitCode = status ?? 1;
