import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

test("docs/signing.md lists every code of a signing problem once, under its severity", () => {
  const source = readFileSync(new URL("src/errors/signing.ts", root), "utf8");
  const codesOf = (type: string) => {
    const [, union = ""] = new RegExp(`type ${type} =([\\s\\S]*?);`).exec(source) ?? [];
    return [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
  };
  const page = readFileSync(new URL("docs/signing.md", root), "utf8");
  const listed = (title: string) => {
    const [, section = ""] = page.split(`### ${title}\n`);
    const [table = ""] = section.split(/^#/m);
    const rows = [...table.matchAll(/^\| (`[^|]*) \|/gm)];
    return rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code));
  };
  const review = listed("Problems to review");
  const all = [...review, ...listed("Fatal problems")];
  expect(new Set(all).size).toBe(all.length);
  const codes = [...codesOf("SigningProblemCode"), ...codesOf("ReviewProblemCode")];
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) expect(all).toContain(code);
  for (const code of codesOf("ReviewProblemCode")) expect(review).toContain(code);
});
