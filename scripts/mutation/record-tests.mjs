// Records which test file executes which block of the sources, so that a mutant runs only those.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { listSources } from "./copy.mjs";
import { findBlocks, recordBlocks } from "./find-mutants.mjs";
import { runTests } from "./run-tests.mjs";

const read = (path) => readFileSync(path, "utf8");
const hashOf = (path) => createHash("sha256").update(read(path)).digest("hex");

/** Not the suites of pages, of packages and of what is written about the sources. */
const isLeftOut = (file) =>
  /^test\/(browser|docs|e2e|examples|support|thorough|types)\//.test(file);

const listTests = () =>
  readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", name))
    .filter((file) => !isLeftOut(file))
    .sort();

/**
 * Runs the tests that are new or changed since the last time, or all of them. Returns the blocks
 * that each has executed, and how long it took.
 */
export async function recordTests(copy, cacheFile, all) {
  const recorded = !all && existsSync(cacheFile) ? JSON.parse(read(cacheFile)) : {};
  const tests = listTests();
  for (const file of Object.keys(recorded)) if (!tests.includes(file)) delete recorded[file];
  const changed = tests.filter((file) => recorded[file]?.hash !== hashOf(file));
  if (changed.length > 0) {
    console.log(`recording ${changed.length} test files`);
    const sources = listSources("src");
    for (const path of sources) writeFileSync(join(copy, path), recordBlocks(path, read(path)));
    const lines = join(copy, "blocks.ndjson");
    rmSync(lines, { force: true });
    const env = { MUTATION_BLOCKS: lines };
    const { failing } = await runTests(copy, changed, { env, limit: 3_600_000, bail: false });
    for (const line of read(lines).trim().split("\n")) {
      const { file, blocks, milliseconds } = JSON.parse(line);
      const fails = failing.includes(file);
      recorded[file] = { hash: hashOf(file), blocks, milliseconds, fails };
    }
    for (const path of sources) writeFileSync(join(copy, path), read(path));
    writeFileSync(cacheFile, JSON.stringify(recorded));
  }
  for (const [file, { fails }] of Object.entries(recorded))
    if (fails) console.log(`not used, because it fails by itself: ${file}`);
  return recorded;
}

/**
 * The test files that execute the innermost block around a mutant: those of the same folder first,
 * and the fastest first.
 */
export function selectTests(recorded, { path, start, end }) {
  const inner = findBlocks(path, read(path)).findLast(
    (block) => block.start <= start && end <= block.end,
  );
  const isKnown = inner && Object.values(recorded).some(({ blocks }) => blocks.includes(inner.key));
  // Code outside functions runs in each test file that executes some block of the file. So does,
  // as far as it is known, a block that was changed since the recording.
  const executes = isKnown ? ({ blocks }) => blocks.includes(inner.key) : executesFile(path);
  const area = path.split("/")[1];
  const isNear = (file) => file.startsWith(`test/${area}/`) || file.startsWith("test/properties/");
  return Object.entries(recorded)
    .filter(([, facts]) => !facts.fails && executes(facts))
    .map(([file, { milliseconds }]) => ({ file, milliseconds, isNear: isNear(file) }))
    .sort((a, b) => b.isNear - a.isNear || a.milliseconds - b.milliseconds);
}

/** A file without functions, such as a table, has no blocks: what executes its importers counts. */
function executesFile(path) {
  const hasBlocks = findBlocks(path, read(path)).length > 0;
  const files = hasBlocks ? [path] : listImporters(path);
  return ({ blocks }) => files.some((file) => blocks.some((key) => key.startsWith(`${file}#`)));
}

const listImporters = (path) =>
  listSources("src").filter((file) => read(file).includes(`/${basename(path, ".ts")}.js"`));
