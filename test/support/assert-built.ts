import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Asserts that the build is not older than its source: other code would be packed and tested. */
export function assertBuilt(root: string): void {
  const timeOf = (name: string) =>
    statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  const output = "dist/index.js";
  const builtAt = timeOf(output);
  if (builtAt < 0) throw new Error(`${output} does not exist. Run npm run build.`);
  const source = readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, "/").length));
  const newest = ["tsup.config.ts", ...source].reduce((a, b) => (timeOf(a) < timeOf(b) ? b : a));
  if (timeOf(newest) > builtAt)
    throw new Error(`${output} is older than ${newest}. Run npm run build.`);
}
