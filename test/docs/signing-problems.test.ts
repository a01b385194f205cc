import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { severityOf } from "../../src/errors/problem-severity.js";
import type { SigningProblemCode } from "../../src/index.js";
import { problemGuide } from "../../src/signing/index.js";

const page = readFileSync(new URL("../../docs/signing.md", import.meta.url), "utf8");
const entries = Object.entries(problemGuide) as [
  SigningProblemCode,
  (typeof problemGuide)[SigningProblemCode],
][];

test("docs/signing.md lists every code with its severity, meaning and what to do", () => {
  const [, section = ""] = page.split(/^## Codes$/m);
  const rows = [...section.matchAll(/^\| `(\w+)` \|.*$/gm)].map(([row]) => row);
  expect(rows).toEqual(
    entries.map(
      ([code, { severity, meaning, action }]) =>
        `| \`${code}\` | ${severity} | ${meaning} | ${action} |`,
    ),
  );
});

test("the guide has the severity that problems have", () => {
  for (const [code, { severity }] of entries) expect(severityOf(code), code).toBe(severity);
});
