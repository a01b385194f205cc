// Changes the sources in one place at a time and checks that a test fails: `npm run mutate`.
// The results are in .cache/mutation/results.json. A second run continues where the first ended.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createCopy, listSources } from "./mutation/copy.mjs";
import { findBlocks, findMutants, recordBlocks } from "./mutation/find-mutants.mjs";
import { printSummary } from "./mutation/summary.mjs";

const { values: options } = parseArgs({
  options: {
    /** Areas, separated by commas. */
    areas: { type: "string", default: "http,signing,proxy,webhooks" },
    sample: { type: "string", default: "600" },
    seed: { type: "string", default: "17" },
    /** The place in the sample to start from. */
    from: { type: "string", default: "0" },
    /** Stops after this number of mutants, or of minutes. */
    count: { type: "string", default: "Infinity" },
    minutes: { type: "string", default: "Infinity" },
    /** Runs again the mutants that survived. */
    survivors: { type: "boolean", default: false },
    /** Records again which test executes which block. Needed after a change of the tests. */
    record: { type: "boolean", default: false },
    /** Prints the results and runs nothing. */
    summary: { type: "boolean", default: false },
  },
});

/** The tests that check each folder of src. */
const tests = {
  http: ["test/http", "test/resources", "test/errors"],
  signing: ["test/signing"],
  proxy: ["test/proxy"],
  webhooks: ["test/webhooks"],
};
const cache = resolve(".cache/mutation");
const resultsFile = join(cache, "results.json");
const blocksFile = join(cache, "blocks.json");
mkdirSync(cache, { recursive: true });
const readJson = (path, fallback) =>
  existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : fallback;

const { seed } = options;
const areas = options.areas.split(",");
const mutants = areas
  .flatMap((area) => listSources(`src/${area}`))
  .flatMap((path) => findMutants(path, readFileSync(path, "utf8"), seed))
  // The id is a hash with the seed, so its order is random and repeatable.
  .sort((a, b) => (a.id < b.id ? -1 : 1));
const sample = mutants.slice(0, Number(options.sample));
const results = readJson(resultsFile, {});

if (options.summary) {
  printSummary(sample, results);
  process.exit();
}

const copy = createCopy();
const vitest = resolve("node_modules/vitest/vitest.mjs");
let child;
const stop = () => {
  if (child) process.kill(-child.pid, "SIGKILL");
  rmSync(copy, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", stop);

/** Runs test files in the copy. Ends them, also in an endless loop, after a time. */
async function runTests(files, { env = {}, limit, bail }) {
  const output = join(copy, "result.json");
  const order = join(copy, "order.json");
  rmSync(output, { force: true });
  writeFileSync(order, JSON.stringify(files));
  const args = [vitest, "run", ...files, "--config=scripts/mutation/vitest.config.ts"];
  args.push("--root=.", "--reporter=json", `--outputFile=${output}`, `--bail=${bail ? 1 : 0}`);
  child = spawn(process.execPath, args, {
    cwd: copy,
    stdio: "ignore",
    detached: true,
    env: {
      ...process.env,
      NODE_OPTIONS: "--max-old-space-size=1536",
      MUTATION_ORDER: order,
      ...env,
    },
  });
  const { pid } = child;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    process.kill(-pid, "SIGKILL");
  }, limit);
  const status = await new Promise((settle) => child.once("exit", settle));
  clearTimeout(timer);
  child = undefined;
  return { status, timedOut, report: readJson(output, undefined) };
}

const failuresOf = (report) =>
  (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length > 0) return failed.map(({ fullName }) => fullName);
    return message ? [`${name.slice(copy.length + 1)}: ${message.split("\n")[0]}`] : [];
  });

/** Which test file executes which block, measured once with recording sources. */
async function recordTests() {
  const blocks = {};
  const durations = {};
  const failing = new Set();
  for (const area of areas) {
    const sources = listSources(`src/${area}`);
    for (const path of sources)
      writeFileSync(join(copy, path), recordBlocks(path, readFileSync(path, "utf8")));
    const lines = join(copy, "blocks.ndjson");
    rmSync(lines, { force: true });
    console.log(`recording ${tests[area].join(", ")}`);
    const { report } = await runTests(tests[area], {
      env: { MUTATION_BLOCKS: lines },
      limit: 1_200_000,
      bail: false,
    });
    for (const { name, status } of report?.testResults ?? [])
      if (status !== "passed") failing.add(name.slice(copy.length + 1));
    for (const line of readFileSync(lines, "utf8").trim().split("\n")) {
      const { file, blocks: executed, milliseconds } = JSON.parse(line);
      durations[file] = milliseconds;
      for (const block of executed) blocks[block] = [...(blocks[block] ?? []), file];
    }
    for (const path of sources) writeFileSync(join(copy, path), readFileSync(path, "utf8"));
  }
  for (const file of failing) console.log(`not used, because it fails by itself: ${file}`);
  return { seed, areas, blocks, durations, failing: [...failing] };
}

let recorded = readJson(blocksFile, undefined);
if (options.record || !recorded || areas.some((area) => !recorded.areas.includes(area))) {
  recorded = await recordTests();
  writeFileSync(blocksFile, JSON.stringify(recorded));
}

/** The test files that execute the innermost block around a mutant, the fastest first. */
function testsOf({ path, start, end }) {
  const containing = findBlocks(path, readFileSync(path, "utf8"))
    .map((block, index) => ({ ...block, index }))
    .filter((block) => block.start <= start && end <= block.end);
  const inner = containing.at(-1);
  const area = tests[path.split("/")[1]];
  const files = inner
    ? (recorded.blocks[`${path}#${inner.index}`] ?? [])
    : // Code outside functions runs in each test file that executes some block of the file.
      Object.entries(recorded.blocks)
        .filter(([block]) => block.startsWith(`${path}#`))
        .flatMap(([, executing]) => executing);
  return [...new Set(files)]
    .filter((file) => area.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => !recorded.failing.includes(file))
    .sort((a, b) => recorded.durations[a] - recorded.durations[b]);
}

const started = Date.now();
let done = 0;
for (const [place, mutant] of sample.entries()) {
  if (place < Number(options.from) || done >= Number(options.count)) continue;
  if (Date.now() - started > Number(options.minutes) * 60_000) break;
  const earlier = results[mutant.id];
  if (earlier && !(options.survivors && earlier.result === "survived")) continue;
  const source = readFileSync(mutant.path, "utf8");
  const files = testsOf(mutant);
  const expected = files.reduce((sum, file) => sum + recorded.durations[file], 0);
  const since = Date.now();
  let outcome = { result: "survived", by: "no test executes it" };
  if (files.length > 0) {
    const { start, end, replacement } = mutant;
    writeFileSync(
      join(copy, mutant.path),
      source.slice(0, start) + replacement + source.slice(end),
    );
    const { status, timedOut, report } = await runTests(files, {
      limit: 30_000 + 4 * expected,
      bail: true,
    });
    writeFileSync(join(copy, mutant.path), source);
    if (timedOut) outcome = { result: "killed", by: "the time limit" };
    else if (status === 0) outcome = { result: "survived", by: `${files.length} test files pass` };
    else outcome = { result: "killed", by: failuresOf(report)[0] ?? `exit code ${status}` };
  }
  done += 1;
  const seconds = Math.round((Date.now() - since) / 100) / 10;
  results[mutant.id] = { ...mutant, ...outcome, seconds };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
  const what = `${mutant.path}:${mutant.line} ${mutant.operator}`;
  console.log(`${place} ${outcome.result} ${what} (${seconds} s): ${outcome.by}`);
}
printSummary(sample, results);
