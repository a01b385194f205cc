// The scratch copy in which mutants run, so that the repository is never changed.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The TypeScript files in a folder. */
export const listSources = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .sort();

/** Copies all files that git does not ignore. The packages are linked. */
export function createCopy() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "bursar-mutation-")));
  const args = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");
  for (const file of files) {
    if (!existsSync(file) || /(^|\/)node_modules(\/|$)/.test(file)) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(file, join(copy, file));
  }
  for (const folder of ["node_modules", "examples/playground/node_modules"])
    if (existsSync(folder)) symlinkSync(realpathSync(resolve(folder)), join(copy, folder));
  return copy;
}
