// Runs test/thorough/chaos for some time: `npm run chaos -- --minutes 10`. `--seed 1` repeats the
// choices of a run, but not its moments: they are those of the machine.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});
if (!(Number(values.minutes) > 0)) {
  console.error(`--minutes must be above 0, got ${values.minutes}`);
  process.exit(1);
}
const args = ["run", "-c", "vitest.thorough.config.ts", "--project", "thorough"];
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", ...args, "test/thorough/chaos"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      BURSAR_CHAOS_MINUTES: values.minutes,
      BURSAR_SEED: values.seed ?? String(randomInt(2 ** 31)),
    },
  },
);
process.exitCode = status ?? 1;
