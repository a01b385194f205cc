// Runs test/thorough with the full numbers of its random tests: `npm run soak`. The gate runs a
// fiftieth of most. Also runs the suites of the packed package, with every version of a peer,
// compiler and Node. Arguments are paths of suites. Options: `--share 0.1` runs a tenth,
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

const env = {
  ...process.env,
  BURSAR_SOAK_SHARE: values.share,
  BURSAR_SEED: values.seed ?? String(randomInt(2 ** 31)),
};
const run = (command, args) => spawnSync(command, args, { stdio: "inherit", env }).status ?? 1;

/** Runs the suites of a configuration. */
function runSuites(config, paths) {
  const args = ["node_modules/vitest/vitest.mjs", "run", "-c", config, "--testTimeout=86400000"];
  return run(process.execPath, [...args, ...paths]);
}

const isPacked = (path) => path.startsWith("test/e2e");
const packed = positionals.filter(isPacked);
const thorough = positionals.filter((path) => !isPacked(path));
const runsAll = positionals.length === 0;
const results = [];
// First, because a build that fails is known at once.
if (runsAll || packed.length > 0)
  results.push(run("npm", ["run", "build"]) || runSuites("test/e2e/vitest.config.ts", packed));
if (runsAll || thorough.length > 0) results.push(runSuites("vitest.thorough.config.ts", thorough));
process.exitCode = Math.max(...results);
