import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

test("docs/signing.md lists every code of a signing problem once, with its severity", () => {
  const source = readFileSync(new URL("src/errors/signing.ts", root), "utf8");
  const codesOf = (type: string) => {
    const [, union = ""] = new RegExp(`type ${type} =([\\s\\S]*?);`).exec(source) ?? [];
    return [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
  };
  const [, section = ""] = readFileSync(new URL("docs/signing.md", root), "utf8").split("## Codes");
  const rows = [...section.matchAll(/^\| `(\w+)` \| (review|fatal) \|/gm)];
  const severities = new Map(rows.map(([, code, severity]) => [code, severity]));
  expect(severities.size).toBe(rows.length);
  const codes = codesOf("SigningProblemCode");
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) expect([...severities.keys()]).toContain(code);
  for (const code of codesOf("ReviewProblemCode")) expect(severities.get(code)).toBe("review");
});
