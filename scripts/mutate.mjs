// Changes the sources in one place at a time and checks that a test fails: `npm run mutate`.
// The results are in .cache/mutation/results.json. A second run continues where the first ended.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createCopy, listSources } from "./mutation/copy.mjs";
import { findMutants } from "./mutation/find-mutants.mjs";
import { recordTests, selectTests } from "./mutation/record-tests.mjs";
import { runTests, stopTests } from "./mutation/run-tests.mjs";
import { printSummary } from "./mutation/summary.mjs";

/** How many mutants of each area the sample has: most where money moves. `tasks` call `intents`. */
const sizes = {
  http: 60,
  intents: 40,
  policy: 60,
  proxy: 60,
  signing: 60,
  tasks: 20,
  webhooks: 60,
};
const otherSize = 20;

const { values: options } = parseArgs({
  options: {
    /** Folders of src, separated by commas. By default all. */
    areas: { type: "string" },
    /** The share of each sample: 2 takes twice as many. */
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "17" },
    /** The place in the sample to start from. */
    from: { type: "string", default: "0" },
    /** Stops after this number of mutants, or of minutes. */
    count: { type: "string", default: "Infinity" },
    minutes: { type: "string", default: "Infinity" },
    /** Runs again the mutants that survived. */
    survivors: { type: "boolean", default: false },
    /** Records again which test file executes which block. New and changed files always are. */
    record: { type: "boolean", default: false },
    /** Prints the results and runs nothing. */
    summary: { type: "boolean", default: false },
  },
});

const cache = resolve(".cache/mutation");
const resultsFile = join(cache, "results.json");
mkdirSync(cache, { recursive: true });

const folders = readdirSync("src", { withFileTypes: true }).filter((each) => each.isDirectory());
const areas = options.areas?.split(",") ?? folders.map(({ name }) => name);

/** The id is a hash with the seed, so its order is random and repeatable. */
const byId = (a, b) => (a.id < b.id ? -1 : 1);
const sample = areas
  .flatMap((area) =>
    listSources(`src/${area}`)
      .flatMap((path) => findMutants(path, readFileSync(path, "utf8"), options.seed))
      .sort(byId)
      .slice(0, (sizes[area] ?? otherSize) * Number(options.share)),
  )
  // The areas mixed, so that a part of the sample has some of each.
  .sort(byId);
const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {};

if (options.summary) {
  printSummary(sample, results);
  process.exit();
}

const copy = createCopy();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.on("exit", () => {
  stopTests();
  rmSync(copy, { recursive: true, force: true });
});
const recorded = await recordTests(copy, join(cache, "blocks.json"), options.record);

async function judge({ path, source, start, end, replacement }, tests) {
  if (tests.length === 0) return { result: "survived", by: "no test executes it" };
  const expected = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  writeFileSync(join(copy, path), source.slice(0, start) + replacement + source.slice(end));
  const files = tests.map(({ file }) => file);
  // An idle machine needs `expected`. Others may work beside it.
  const limit = 60_000 + 4 * expected;
  const { status, failure, failing } = await runTests(copy, files, { limit, bail: true });
  writeFileSync(join(copy, path), source);
  if (status === 0) return { result: "survived", by: `${tests.length} test files pass` };
  // On a busy machine, a test with real times can fail without a mutant. So can one after another
  // file, with which it shares its modules.
  const until = files.findIndex((file) => failing.includes(file));
  const again = until < 0 ? files : files.slice(0, until + 1);
  if ((await runTests(copy, again, { limit, bail: true })).status !== 0) return undefined;
  return { result: "killed", by: failure };
}

const started = Date.now();
let done = 0;
for (const [place, mutant] of sample.entries()) {
  if (place < Number(options.from)) continue;
  if (done >= Number(options.count)) break;
  if (Date.now() - started > Number(options.minutes) * 60_000) break;
  const earlier = results[mutant.id];
  if (earlier && !(options.survivors && earlier.result === "survived")) continue;
  // A source that was edited meanwhile has the mutant in another place.
  const source = readFileSync(mutant.path, "utf8");
  if (source.slice(mutant.start, mutant.end) !== mutant.original) continue;
  const since = Date.now();
  const outcome = await judge({ ...mutant, source }, selectTests(recorded, mutant));
  if (!outcome) {
    console.log(`${place} is skipped: its tests also fail without it`);
    continue;
  }
  done += 1;
  const seconds = Math.round((Date.now() - since) / 100) / 10;
  results[mutant.id] = { ...mutant, ...outcome, seconds };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
  const what = `${mutant.path}:${mutant.line} ${mutant.operator}`;
  console.log(`${place} ${outcome.result} ${what} (${seconds} s): ${outcome.by}`);
}
printSummary(sample, results);
