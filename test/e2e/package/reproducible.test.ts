import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** Packages whose code is bundled. A link to them would lead to the paths of this folder. */
const bundled = ["@noble", "@scure", "ky"];

/** Builds a copy of this repository without its types. Returns the files by name. */
function buildIn(folder: string): Record<string, string> {
  const tracked = execFileSync(
    "git",
    ["ls-files", "src", "scripts", "docs", "site", "*.json", "*.ts"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  for (const file of tracked
    .trim()
    .split("\n")
    .filter((name) => !/^(?:test|examples)\//.test(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    const [from, to] = [join(root, "node_modules", name), join(folder, "node_modules", name)];
    if (bundled.includes(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  execFileSync("npx", ["tsup", "--silent", "--no-dts"], { cwd: folder, stdio: "pipe" });
  const files = readdirSync(join(folder, "dist"));
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(join(folder, "dist", name), "latin1")]),
  );
}

test("builds in two folders are equal in every byte, and name neither folder", () => {
  const start = mkdtempSync(join(tmpdir(), "bursar-build-"));
  onTestFinished(() => rmSync(start, { recursive: true }));
  const folders = [join(start, "a"), join(start, "deeper", "b c")];
  const [first, second] = folders.map(buildIn) as [Record<string, string>, Record<string, string>];
  expect(Object.keys(first).length).toBeGreaterThan(20);
  expect(Object.keys(second)).toEqual(Object.keys(first));
  const different = Object.keys(first).filter((name) => first[name] !== second[name]);
  expect(different).toEqual([]);
  for (const text of Object.values(first)) expect(text).not.toContain(start);
});
