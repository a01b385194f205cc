import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { compile } from "../docs/compile.js";

const root = new URL("../../", import.meta.url).pathname;

/** Joins programs to one file, as the page says. Each name is imported once. */
function joinPrograms(parts: readonly string[]): string {
  const pattern = /^import (type )?\{ (.+) \} from "(.+)";$/gm;
  const imports = new Set<string>();
  for (const [, type = "", names = "", from] of parts.join("\n").matchAll(pattern))
    for (const name of names.split(", ")) imports.add(`import ${type}{ ${name} } from "${from}";`);
  return [...imports, ...parts.map((part) => part.replace(pattern, ""))].join("\n");
}

test("the programs in docs/query.md compile", { timeout: 60_000 }, () => {
  const page = readFileSync(`${root}docs/query.md`, "utf8");
  const parts = [...page.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, part = ""]) => part);
  expect(parts.length).toBeGreaterThan(5);
  const program = { name: "docs-query.tsx", text: joinPrograms(parts) };
  expect(compile([program], { jsx: ts.JsxEmit.ReactJSX, noUnusedLocals: true })).toEqual([]);
});
