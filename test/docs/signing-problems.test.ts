import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { SigningProblemCode } from "../../src/index.js";
import { problemGuide } from "../../src/tasks/index.js";

const page = readFileSync(new URL("../../docs/signing.md", import.meta.url), "utf8");
const codesPage = readFileSync(new URL("../../docs/signing-codes.md", import.meta.url), "utf8");
const signing = fileURLToPath(new URL("../../src/signing/", import.meta.url));
const entries = Object.entries(problemGuide) as [
  SigningProblemCode,
  (typeof problemGuide)[SigningProblemCode],
][];
const [promise = ""] = page.split(/^## /m);
/** The rows of the table with which the page begins: each has a check of the promise. */
const rows = [...promise.matchAll(/^\| \*\*([\w ]+)\*\* \| ([^|]+) \|/gm)];
const sentences = rows.map(([, name]) => name);

test("the guide names files that exist, for each sentence of the promise", () => {
  const source = readFileSync(`${signing}shared/problem-guide.ts`, "utf8");
  const map = source.slice(0, source.indexOf("/** A sentence of that promise"));
  expect([...map.matchAll(/^\/\/ - ([\w ]+):/gm)].map(([, name]) => name)).toEqual(sentences);
  const files = [...map.matchAll(/[a-z-]+\/[a-z-]+\.ts/g)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(sentences.length);
  for (const file of files) expect(existsSync(signing + file), file).toBe(true);
});

test("each check of the promise has at most 25 words, and the page at most 1,540", () => {
  for (const [row, , text = ""] of rows)
    expect(text.split(/\s+/).length, row).toBeLessThanOrEqual(25);
  expect(page.trim().split(/\s+/).length).toBeLessThanOrEqual(1_540);
});

test("docs/signing-codes.md lists every code with its severity, sentence, meaning and what to do", () => {
  const [, section = ""] = codesPage.split(/^## Codes$/m);
  const [table = ""] = section.split(/^## /m);
  expect([...table.matchAll(/^\| `(\w+)` \|.*$/gm)].map(([row]) => row)).toEqual(
    entries.map(
      ([code, { severity, sentence, meaning, action }]) =>
        `| \`${code}\` | ${severity} | ${sentence} | ${meaning} | ${action} |`,
    ),
  );
});

describe("the guide", () => {
  test("has a sentence of the promise for every code of a response, in the order of the page", () => {
    expect(sentences).toEqual(["Matches", "Within your limits", "Reasonable", "Settled"]);
    const used = new Set(entries.map(([, { sentence }]) => sentence));
    expect([...used]).toEqual([...sentences, "Your call", "Bitcoin"]);
  });

  test("asks the user only about what the promise says", () => {
    for (const [code, { severity, sentence }] of entries) {
      expect(severity, code).toBe(sentence === "Reasonable" ? "review" : "fatal");
    }
  });

  test("explains every code in sentences of its own", () => {
    for (const [code, { meaning, action }] of entries) {
      for (const text of [meaning, action]) expect(text, code).toMatch(/^[A-Z][^|\n]+\.$/);
    }
    // People read them in the description of a quote.
    const options = /min_?AmountOut|maxGasFee|\bdelegates\b|\bcontracts\b|\bdetail\b|\bmessage\b/;
    for (const [code, { meaning }] of entries) expect(meaning, code).not.toMatch(options);
    const meanings = entries.map(([, { meaning }]) => meaning);
    expect(new Set(meanings).size).toBe(meanings.length);
  });

  test("has no code that is never reported", () => {
    const sources = ["signing", "tasks", "bitcoin"].flatMap((folder) => {
      const root = new URL(`../../src/${folder}/`, import.meta.url);
      return readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => readFileSync(new URL(file, root), "utf8"));
    });
    const unused = entries.filter(
      ([code]) => !sources.some((source) => source.includes(`"${code}"`)),
    );
    expect(unused.map(([code]) => code)).toEqual([]);
  });
});
