// Runs the test suites that need a chain node. Installs the nodes from their own lockfile, then
// starts vitest. `--bundler` adds the bundler (375 MB).
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installPackages } from "./install-packages.mjs";

const folder = resolve("test/e2e/chain");
const args = process.argv.slice(2);
const bundler = args.includes("--bundler") || Boolean(process.env.BURSAR_CHAIN_BUNDLER);

/** Prints a line with counts, as a run of the suites does, and exits. */
function exitWith({ failed = 0, skipped = 0 }, reason) {
  console.log(`\nchain tests ${failed ? "FAILED" : "SKIPPED"}: ${reason}`);
  const line = `0 passed, ${failed} failed, ${skipped} skipped`;
  console.log(line);
  if (process.env.BURSAR_COUNT_FILE) appendFileSync(process.env.BURSAR_COUNT_FILE, `${line}\n`);
  process.exit(failed ? 1 : 0);
}

/** Installs the packages of a folder, or exits. */
function install(path) {
  const problem = installPackages(path);
  if (problem) exitWith(problem, problem.reason);
}

if (process.platform !== "linux" || process.arch !== "x64") {
  const system = `${process.platform} ${process.arch}`;
  exitWith({ skipped: 1 }, `anvil is available for linux x64 only, this system is ${system}`);
}
install(folder);
const probe = spawnSync(
  join(folder, "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil"),
  ["--version"],
  { encoding: "utf8" },
);
if (probe.status !== 0) {
  const problem = (probe.stderr || probe.error?.message || "unknown error").trim();
  exitWith({ skipped: 1 }, `anvil does not run on this system: ${problem}`);
}
if (bundler) install(join(folder, "bundler"));
else
  console.error("running without the bundler (375 MB): `npm run test:chain -- --bundler` adds it");

const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "-c",
  join(folder, "vitest.config.ts"),
  ...args.filter((arg) => arg !== "--bundler"),
];
const env = { ...process.env, ...(bundler && { BURSAR_CHAIN_BUNDLER: "1" }) };
const { status } = spawnSync(process.execPath, vitest, { stdio: "inherit", env });
process.exit(status ?? 1);
