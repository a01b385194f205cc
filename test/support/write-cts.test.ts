import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("../../scripts/write-cts.mjs", import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Runs the script on a build with these files. Returns its folder and what failed. */
async function writeCts(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), "cts-"));
  folders.push(root);
  mkdirSync(join(root, "dist"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "dist", name), text);
  const failure = await promisify(execFile)(process.execPath, [script], { cwd: root }).then(
    () => undefined,
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
  return { dist: join(root, "dist"), failure };
}

test("the declarations for CommonJS import each other", async () => {
  const text = `export { A } from './a-B1.js';\ntype B = import("./b.js").B;\nimport "zod/mini.js";\n`;
  const { dist, failure } = await writeCts({ "index.d.ts": text, "index.js": "" });
  expect(failure).toBeUndefined();
  expect(readFileSync(join(dist, "index.d.cts"), "utf8")).toBe(
    text.replace("a-B1.js", "a-B1.cjs").replace("b.js", "b.cjs"),
  );
});

test("a build without declarations is an error", async () => {
  const { failure } = await writeCts({ "index.js": "" });
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining("no .d.ts file") });
});

test("a relative import of an ES module that remains is an error", async () => {
  const { failure } = await writeCts({ "index.d.ts": "export { A } from '../a.js';\n" });
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("dist/index.d.cts: imports '../a.js'"),
  });
});
