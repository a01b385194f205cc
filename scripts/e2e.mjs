// Proves the built package in every runtime, bundler and page, in one command and from a fresh clone, and prints one table of what passed.
//
// How a suite gets its row: the title of its outermost `describe` is `runtime | version | module system` (the last two may be left away),
// for example `Bun | 1.4.5 | ESM`. test/support/table-reporter.ts counts by that title; tests without such a title count to their stage's row.
// What the registry does not hand out is skipped with its reason: `test("runs here", ({ skip }) => skip(reason))` inside the same `describe`.
// A runtime that was fetched and does not work is a failure, never a skip. scripts/fetch-runtime.mjs fetches, into .cache/runtimes.
//
// Arguments pick suites, as vitest's do: `npm run test:e2e -- runtimes/bun`.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const table = `${repository}.cache/e2e-${process.pid}.jsonl`;
const withChromium = ["scripts/with-chromium.mjs", "vitest"];
const vitest = ["node_modules/vitest/vitest.mjs"];
const filters = process.argv.slice(2);
const rows = new Map();

/** A row of the table. What is counted twice for one title is added up. */
function add({
  runtime,
  version = "",
  modules = "",
  passed = 0,
  failed = 0,
  skipped = 0,
  reasons = [],
}) {
  const title = [runtime, version, modules].join(" | ");
  const row = rows.get(title) ?? {
    runtime,
    version,
    modules,
    passed: 0,
    failed: 0,
    skipped: 0,
    reasons: [],
  };
  row.passed += passed;
  row.failed += failed;
  row.skipped += skipped;
  row.reasons = [...new Set([...row.reasons, ...reasons])];
  rows.set(title, row);
}

const node = (args, options = {}) =>
  spawnSync(process.execPath, args, { cwd: repository, stdio: "inherit", ...options });
const total = (name) => [...rows.values()].reduce((sum, row) => sum + row[name], 0);

/** One run of vitest. `rest` names the row of what names none itself. */
function stage(runner, config, rest) {
  const failedBefore = total("failed");
  const env = { ...process.env, BURSAR_TABLE_FILE: table, BURSAR_TABLE_ROW: rest };
  // This script counts for all of its stages.
  delete env.BURSAR_COUNT_FILE;
  const reporters = ["--reporter=default", "--reporter=./test/support/table-reporter.ts"];
  const { status } = node(
    [...runner, "run", "-c", config, "--passWithNoTests", ...reporters, ...filters],
    { env },
  );
  if (existsSync(table))
    for (const line of readFileSync(table, "utf8").trim().split("\n")) add(JSON.parse(line));
  rmSync(table, { force: true });
  if (status === 0 || total("failed") > failedBefore) return;
  const [runtime, version, modules] = rest.split(" | ");
  add({
    runtime,
    version,
    modules,
    failed: 1,
    reasons: [`${config} ended with ${status}, see above`],
  });
}

function browserStage() {
  // Installs Chromium where it is missing and we may, and says what keeps us from it.
  const ready = node([...withChromium, "--version"], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (ready.status !== 0)
    return add({
      runtime: "Chromium",
      skipped: 1,
      reasons: [ready.stderr.trim().split("\n").at(-1)],
    });
  const chromium = process.env.CHROMIUM || "chromium";
  const [version = ""] =
    spawnSync(chromium, ["--version"], { encoding: "utf8" }).stdout?.match(/\d[\d.]*/) ?? [];
  stage(withChromium, "vitest.browser.config.ts", `Chromium | ${version} | page`);
}

function print() {
  const titles = ["runtime", "version", "modules", "passed", "failed", "skipped", "reason"];
  const lines = [
    titles,
    ...[...rows.values()].map((row) => [
      ...titles.slice(0, 6).map((name) => String(row[name])),
      row.reasons.join("; "),
    ]),
  ];
  const widths = titles.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  console.log();
  for (const cells of lines)
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
  console.log();
}

/** What keeps the suites from running at all. */
function prepare() {
  mkdirSync(`${repository}.cache`, { recursive: true });
  if (!existsSync(`${repository}node_modules/vitest`)) {
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: repository,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    if (npm.status !== 0) return "npm ci did not succeed, see above";
  }
  if (node(["node_modules/tsup/dist/cli-default.js", "--silent"]).status !== 0)
    return "the package could not be built, see above";
}

const reason = prepare();
if (reason) add({ runtime: "build", failed: 1, reasons: [reason] });
else {
  stage(vitest, "test/e2e/vitest.config.ts", `packed package | ${process.versions.node} | Node`);
  browserStage();
}

print();
const line = `${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`;
console.log(line);
if (process.env.BURSAR_COUNT_FILE) appendFileSync(process.env.BURSAR_COUNT_FILE, `${line}\n`);
process.exitCode = total("failed") > 0 ? 1 : 0;
