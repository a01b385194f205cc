import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const biome = resolve("node_modules/@biomejs/biome/bin/biome");
const folder = mkdtempSync(join(tmpdir(), "lint-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of a file that break a rule of `tools/lint`. */
function findLines(rule: string, lines: readonly string[]): string[] {
  const plugins = [resolve(`tools/lint/${rule}.grit`)];
  const configuration = { root: true, plugins, linter: { rules: { preset: "none" } } };
  writeFileSync(join(folder, "biome.json"), JSON.stringify(configuration));
  writeFileSync(join(folder, "file.ts"), lines.join("\n"));
  const args = [biome, "lint", "--reporter=github", "file.ts"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const found = [...`${stdout}${stderr}`.matchAll(/::error title=plugin,.*?,line=(\d+),/g)];
  return found.map(([, line]) => lines[Number(line) - 1] as string);
}

test("an object literal that is spread into an object literal is a lint error", () => {
  const wrong = [
    "export const nested = { ...{ a, b }, c };",
    "export const last = { c, ...{ a } };",
    "export const empty = { ...{}, c };",
    "call({ ...{ a, b } });",
  ];
  const right = [
    "export const conditional = { ...(a && { a }), c };",
    "export const fallback = { ...(a ?? {}), c };",
    "export const value = { ...a, c };",
    "export const list = [...[a], { a }];",
  ];
  expect(findLines("no-literal-spread", [...wrong, ...right])).toEqual(wrong);
});
