import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/share-types.mjs", import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs the script on a build with these files. Returns its folder and what failed. */
async function shareTypes(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "types-"));
  folders.push(root);
  mkdirSync(join(root, "dist"));
  const exports = { ".": { import: { types: "./dist/index.d.ts" } }, "./package.json": "" };
  writeFileSync(join(root, "package.json"), JSON.stringify({ exports }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "dist", name), text);
  const failure = await promisify(execFile)(process.execPath, [script], { cwd: root }).then(
    () => undefined,
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
  return { dist: join(root, "dist"), failure };
}

test("the declarations of an entry are those for CommonJS", async () => {
  const text = `export { A } from './a-B1.js';\ntype B = import("./b.js").B;\n`;
  const { dist, failure } = await shareTypes({
    "index.d.ts": text,
    "index.js": "export {\n  A\n};",
  });
  expect(failure).toBeUndefined();
  expect(readFileSync(join(dist, "index.d.cts"), "utf8")).toBe(
    text.replace("a-B1.js", "a-B1.cjs").replace("b.js", "b.cjs"),
  );
  expect(readFileSync(join(dist, "index.d.ts"), "utf8")).toBe('export * from "./index.cjs";\n');
});

test("an entry exports as a type what its module does not export", async () => {
  const text = "export { A, b as B, type C, d as D } from './a-B1.js';\n";
  const { dist } = await shareTypes({ "index.d.ts": text, "index.js": "export { x as B };" });
  expect(readFileSync(join(dist, "index.d.cts"), "utf8")).toBe(
    "export { type A, b as B, type C, type d as D } from './a-B1.cjs';\n",
  );
});

test("an entry that names the type of a package has its declarations twice", async () => {
  const text = `import { T } from 'other';\nimport { A } from './a-B1.js';\n`;
  const { dist } = await shareTypes({ "index.d.ts": text });
  const expected = text.replace("a-B1.js", "a-B1.cjs");
  for (const name of ["index.d.ts", "index.d.cts"])
    expect(readFileSync(join(dist, name), "utf8")).toBe(expected);
});

test("a chunk exists once, with the types that ES modules get from packages", async () => {
  const { dist } = await shareTypes({ "a-B1.d.ts": "import * as z from 'zod/mini';\n" });
  expect(readdirSync(dist)).toEqual(["a-B1.d.cts"]);
  expect(readFileSync(join(dist, "a-B1.d.cts"), "utf8")).toBe(
    `import type * as z from 'zod/mini' with { "resolution-mode": "import" };\n`,
  );
});

test("a build without declarations is an error", async () => {
  const { failure } = await shareTypes({ "index.js": "" });
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining("no .d.ts file") });
});

test("a relative import of an ES module that remains is an error", async () => {
  const { failure } = await shareTypes({ "index.d.ts": "export { A } from '../a.js';\n" });
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("dist/index.d.ts: imports '../a.js'"),
  });
});
