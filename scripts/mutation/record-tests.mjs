// Records which test file executes which block of the sources, so that a mutant runs only those.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { listSources } from "./copy.mjs";
import { findBlocks, recordBlocks } from "./find-mutants.mjs";
import { runTests } from "./run-tests.mjs";

/**
 * The folders of `test` that check most of each folder of src. What a test file executes is
 * recorded once, so a folder is in one list only.
 */
const folders = {
  http: ["http", "resources", "errors", "contract", "faults", "intents", "undici"],
  signing: ["signing", "policy", "tasks"],
  proxy: ["proxy"],
  webhooks: ["webhooks"],
};
const read = (path) => readFileSync(path, "utf8");

/** The same folders of `test/thorough`, too: `npm test` and `npm run test:thorough` together. */
const foldersOf = (area) =>
  folders[area].flatMap((folder) => [`test/${folder}`, `test/thorough/${folder}`]);

const listTests = (area) =>
  foldersOf(area)
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".test.ts"))
        .map((name) => join(folder, name)),
    );

/** Runs the tests that are new or changed since the last time, or all of them. */
export async function recordTests(copy, cacheFile, areas, all) {
  const earlier = !all && existsSync(cacheFile) ? JSON.parse(read(cacheFile)) : {};
  // The recorded blocks of each test file, and the number of the recording that first saw a block:
  // a test file that was recorded before does not say whether it executes the block.
  const recorded = { files: {}, firstSeen: {}, count: 0, ...earlier };
  recorded.count += 1;
  const seenBefore = { ...recorded.firstSeen };
  for (const area of areas) {
    const hashOf = (file) => createHash("sha256").update(read(file)).digest("hex");
    const changed = listTests(area).filter((file) => recorded.files[file]?.hash !== hashOf(file));
    const sources = listSources(`src/${area}`);
    for (const key of Object.keys(seenBefore))
      if (key.startsWith(`src/${area}/`)) delete recorded.firstSeen[key];
    for (const path of sources)
      for (const { key } of findBlocks(path, read(path)))
        recorded.firstSeen[key] = seenBefore[key] ?? recorded.count;
    if (changed.length === 0) continue;
    for (const path of sources) writeFileSync(join(copy, path), recordBlocks(path, read(path)));
    const lines = join(copy, "blocks.ndjson");
    rmSync(lines, { force: true });
    console.log(`recording ${changed.length} test files of ${area}`);
    const env = { MUTATION_BLOCKS: lines };
    const { failing } = await runTests(copy, changed, { env, limit: 1_800_000, bail: false });
    for (const line of read(lines).trim().split("\n")) {
      const { file, blocks, milliseconds } = JSON.parse(line);
      const fails = failing.includes(file);
      const facts = { hash: hashOf(file), blocks, milliseconds, fails, recording: recorded.count };
      recorded.files[file] = facts;
    }
    for (const path of sources) writeFileSync(join(copy, path), read(path));
  }
  writeFileSync(cacheFile, JSON.stringify(recorded));
  for (const [file, { fails }] of Object.entries(recorded.files))
    if (fails) console.log(`not used, because it fails by itself: ${file}`);
  return recorded;
}

/** The test files that execute the innermost block around a mutant, the fastest first. */
export function selectTests(recorded, { path, start, end }) {
  const inner = findBlocks(path, read(path)).findLast(
    (block) => block.start <= start && end <= block.end,
  );
  // Code outside functions runs in each test file that executes some block of the file. So does,
  // as far as it is known, a block that was changed since the test file was recorded.
  const executesSome = executesFile(path);
  const executes = (facts) =>
    inner && recorded.firstSeen[inner.key] <= facts.recording
      ? facts.blocks.includes(inner.key)
      : executesSome(facts);
  return Object.entries(recorded.files)
    .filter(([file, { fails }]) => !fails && existsSync(file))
    .filter(([file]) => foldersOf(path.split("/")[1]).some((each) => file.startsWith(`${each}/`)))
    .filter(([, facts]) => executes(facts))
    .sort(([, a], [, b]) => a.milliseconds - b.milliseconds)
    .map(([file, { milliseconds }]) => ({ file, milliseconds }));
}

/** A file without functions, such as a table, has no blocks: what executes its importers counts. */
function executesFile(path) {
  const hasBlocks = findBlocks(path, read(path)).length > 0;
  const files = hasBlocks ? [path] : listImporters(path);
  return ({ blocks }) => files.some((file) => blocks.some((key) => key.startsWith(`${file}#`)));
}

const listImporters = (path) =>
  listSources(`src/${path.split("/")[1]}`).filter((file) =>
    read(file).includes(`/${basename(path, ".ts")}.js"`),
  );
