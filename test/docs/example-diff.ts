import { readFileSync } from "node:fs";

/** The change that CONTRIBUTING.md shows. */
export function readExampleDiff(): string {
  const page = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  const [, diff = ""] = /^```diff\n([\s\S]*?)^```$/m.exec(page) ?? [];
  return diff;
}
