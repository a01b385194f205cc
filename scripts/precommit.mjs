// What a contributor runs before a commit: the reference, the types, the lint of the changed files,
// and the tests in the folders that mirror the changed sources.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

const shell = process.platform === "win32";
const start = Date.now();

/** Ends the process if a command fails. */
async function run(command, ...args) {
  const [status] = await once(spawn(command, args, { stdio: "inherit", shell }), "exit");
  if (status !== 0) process.exit(status ?? 1);
}

/** The files that differ from the last commit, also those that are not added yet. */
function listChanged() {
  const list = (...args) => spawnSync("git", args, { encoding: "utf8" }).stdout.split("\n");
  const names = [
    ...list("diff", "--name-only", "HEAD"),
    ...list("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(names)].filter((name) => name !== "" && existsSync(name));
}

/** The tests of a file: a changed test, or the nearest folder in `test` that mirrors its own. */
function findTests(file) {
  if (/^test\/(?!e2e|browser|thorough).*\.test\.ts$/.test(file)) return [file];
  if (/\.md$/.test(file)) return ["test/docs/links", "test/docs/contributing"];
  const path = file.split("/").slice(1, -1);
  if (!file.startsWith("src/")) return [];
  while (path.length > 0 && !existsSync(`test/${path.join("/")}`)) path.pop();
  return path.length > 0 ? [`test/${path.join("/")}/`] : [];
}

await run("node", "scripts/reference.mjs");
const changed = listChanged();
const tests = [...new Set(changed.flatMap(findTests))];
await Promise.all([
  run("npm", "run", "--silent", "types"),
  (async () => {
    if (changed.length > 0)
      await run("npx", "biome", "check", "--write", "--no-errors-on-unmatched", ...changed);
    await run("node", "scripts/check-imports.mjs");
    await run("node", "scripts/check-words.mjs");
    await run("node", "scripts/check-tests.mjs");
    await run("node", "scripts/docs-code.mjs");
  })(),
]);
if (tests.length > 0) await run("npx", "vitest", "run", ...tests);
console.log(`ready to commit, after ${Math.round((Date.now() - start) / 1000)} s`);
