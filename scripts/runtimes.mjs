// Runs the suites of what can differ between versions of Node on every supported release line
// (test/support/platform-suites.ts). Fetches each version once into .cache.
// `--newest` runs only the newest line. Other arguments are passed to vitest.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fetchNode } from "./fetch-runtime.mjs";

const versions = ["22.23.3", "24.21.0", "26.10.0"];
const cache = resolve(".cache/runtimes");
const onlyNewest = process.argv.includes("--newest");
const vitestArgs = process.argv.slice(2).filter((arg) => arg !== "--newest");
const vitest = resolve("node_modules/vitest/vitest.mjs");

function run(node, isolates = false) {
  const countFile = join(cache, `count-${process.pid}`);
  rmSync(countFile, { force: true });
  const args = [vitest, "run", "-c", "vitest.platform.config.ts", ...vitestArgs];
  if (isolates) args.push("--isolate");
  const { status } = spawnSync(node, args, {
    stdio: "inherit",
    env: { ...process.env, BURSAR_COUNT_FILE: countFile },
  });
  const line = existsSync(countFile) ? readFileSync(countFile, "utf8").trim() : "";
  rmSync(countFile, { force: true });
  const [passed = 0, failed = 0, skipped = 0] = (line.match(/\d+/g) ?? []).map(Number);
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed, skipped };
}

mkdirSync(cache, { recursive: true });
// The Node that runs this script isolates every file, so that a file which needs the imports of
// another one fails. That takes three times as long.
const rows = onlyNewest ? [] : [{ runtime: process.version, ...run(process.execPath, true) }];
for (const version of onlyNewest ? versions.slice(-1) : versions) {
  const { path, reason, unfetched } = fetchNode(version);
  rows.push({
    runtime: `v${version}`,
    ...(path ? run(path) : { passed: 0, failed: unfetched ? 1 : 0, skipped: 1, reason }),
  });
}

console.table(rows);
const sum = (name) => rows.reduce((total, row) => total + row[name], 0);
const line = `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`;
console.log(line);
if (process.env.BURSAR_COUNT_FILE) appendFileSync(process.env.BURSAR_COUNT_FILE, `${line}\n`);
process.exitCode = sum("failed") > 0 ? 1 : 0;
