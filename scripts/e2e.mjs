// Tests the built package in every runtime, bundler and page, and with the signers of other
// vendors, also from a fresh clone, and prints a table of the results.
//
// The rows of the table: the title of a suite's outermost `describe` is
// `runtime | version | module system`, for example `Bun | 1.4.5 | ESM`. The last two are optional.
// test/support/table-reporter.ts counts by that title. Tests without such a title count for the row
// of their stage.
//
// If the registry lacks a runtime, its suite skips with the reason:
// `test("runs here", ({ skip }) => skip(reason))` inside the same `describe`. A fetched runtime
// that does not work is a failure, never a skip. scripts/fetch-runtime.mjs fetches into
// .cache/runtimes.
//
// Arguments select suites, as with vitest: `npm run test:e2e -- runtimes/bun`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installPackages } from "./install-packages.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const vitest = ["node_modules/vitest/vitest.mjs"];
const filters = process.argv.slice(2);
const rows = new Map();

/** Adds counts to the row of a title. */
function addResult({
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
let stageCount = 0;
const total = (name) => [...rows.values()].reduce((sum, row) => sum + row[name], 0);

/** Runs node. The output of a stage beside another one is printed at its end. */
async function runNode(args, env, isLive) {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env,
    stdio: isLive ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => output.push(chunk));
  const [status] = await once(child, "close");
  process.stdout.write(Buffer.concat(output));
  return status;
}

/** Runs vitest. `defaultRow` is the row of the tests whose title names no row. */
async function runStage(runner, config, defaultRow, { options = [], isLive = true } = {}) {
  const table = `${repository}.cache/e2e-${process.pid}-${++stageCount}.jsonl`;
  const env = { ...process.env, BURSAR_TABLE_FILE: table, BURSAR_TABLE_ROW: defaultRow };
  // This script writes the sum of all stages.
  delete env.BURSAR_COUNT_FILE;
  const reporters = ["--reporter=default", "--reporter=./test/support/table-reporter.ts"];
  const args = ["run", "-c", config, "--passWithNoTests", ...options, ...reporters, ...filters];
  const status = await runNode([...runner, ...args], env, isLive);
  const lines = existsSync(table) ? readFileSync(table, "utf8").trim().split("\n") : [];
  const results = lines.map((line) => JSON.parse(line));
  results.forEach(addResult);
  rmSync(table, { force: true });
  if (status === 0 || results.some(({ failed }) => failed > 0)) return;
  const [runtime, version, modules] = defaultRow.split(" | ");
  addResult({
    runtime,
    version,
    modules,
    failed: 1,
    reasons: [`${config} exited with ${status}, see above`],
  });
}

const versionOf = (command, ...args) =>
  spawnSync(command, args, { encoding: "utf8" }).stdout?.match(/\d[\d.]*/)?.[0] ?? "";

/** The browsers, by their name in scripts/with-browser.mjs. */
const browsers = {
  chromium: {
    title: "Chromium",
    version: () => versionOf(process.env.CHROMIUM || "chromium", "--version"),
    config: "vitest.browser.config.ts",
  },
  firefox: {
    title: "Firefox",
    version: () => versionOf(process.env.FIREFOX || "firefox-esr", "--version"),
    config: "vitest.engines.config.ts",
    options: ["--project", "firefox*"],
  },
  webkit: {
    title: "WebKitGTK",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query replaces it.
    version: () => versionOf("dpkg-query", "-W", "-f", "${Version}", "webkit2gtk-driver"),
    config: "vitest.engines.config.ts",
    options: ["--project", "webkit*"],
  },
};

const runnerOf = (name) => ["scripts/with-browser.mjs", name, "vitest"];

/** Installs the browser if it is missing and this process may install it. Else notes the reason. */
function prepareBrowser(name) {
  const { status, stderr } = node([...runnerOf(name), "--version"], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status === 0) return true;
  const reasons = [stderr.trim().split("\n").at(-1)];
  addResult({ runtime: browsers[name].title, skipped: 1, reasons });
  return false;
}

async function runBrowserStage(name, isLive) {
  const { title, version, config, options } = browsers[name];
  const row = `${title} | ${version()} | page`;
  await runStage(runnerOf(name), config, row, { options, isLive });
}

/** Runs the published signers of other vendors, which have a lockfile of their own. */
async function runSignerStage() {
  const folder = "test/e2e/signers";
  const isSelected = filters.length === 0 || filters.some((filter) => filter.includes("signers"));
  if (!isSelected) return;
  const title = "signers of vendors";
  const { reason, ...counts } = installPackages(`${repository}${folder}`) ?? {};
  if (reason) addResult({ runtime: title, ...counts, reasons: [reason] });
  else {
    const row = `${title} | ${process.versions.node} | Node`;
    // Alone it shows its progress.
    const isLive = filters.length > 0;
    await runStage(vitest, `${folder}/vitest.config.ts`, row, { isLive });
  }
}

function printTable() {
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

/** Installs and builds the package. Returns a reason if the suites cannot run. */
function prepare() {
  mkdirSync(`${repository}.cache`, { recursive: true });
  const npm = (...args) =>
    spawnSync("npm", args, {
      cwd: repository,
      stdio: "inherit",
      shell: process.platform === "win32",
    }).status;
  if (!existsSync(`${repository}node_modules/vitest`) && npm("ci", "--no-audit", "--no-fund") !== 0)
    return "npm ci failed, see above";
  // `.ci/run` has built it for the checks.
  const isBuilt = process.env.BURSAR_IS_BUILT && existsSync(`${repository}dist/index.js`);
  if (!isBuilt && npm("run", "build") !== 0) return "the package could not be built, see above";
}

const reason = prepare();
if (reason) addResult({ runtime: "build", failed: 1, reasons: [reason] });
else {
  const row = `packed package | ${process.versions.node} | Node`;
  // Side by side, because their installations wait for the disk and the registry.
  await Promise.all([runStage(vitest, "test/e2e/vitest.config.ts", row), runSignerStage()]);
  const [first, ...others] = Object.keys(browsers).filter(prepareBrowser);
  if (first) await runBrowserStage(first, true);
  // Each of them leaves one of two cores idle.
  await Promise.all(others.map((name) => runBrowserStage(name, false)));
}

printTable();
const line = `${total("passed")} passed, ${total("failed")} failed, ${total("skipped")} skipped`;
console.log(line);
if (process.env.BURSAR_COUNT_FILE) appendFileSync(process.env.BURSAR_COUNT_FILE, `${line}\n`);
const isEmpty = total("passed") + total("skipped") === 0;
if (isEmpty) console.error("No suite ran. Check the arguments.");
process.exitCode = total("failed") > 0 || isEmpty ? 1 : 0;
