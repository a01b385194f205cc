import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { trimEnd } from "../../../src/contract/shared/trim-end.js";
import { toUnits } from "../../../src/signing/shared/to-units.js";
import { builders, listBuilders, measured } from "../../contract/regular-expressions.js";

/** Those with unusual pieces. Their growth is measured with pieces of their own. */
const withOwnPieces = [
  "errors/hide-secrets.ts: secrets",
  "signing/shared/text/plain-text.ts: urls",
];
/** Those that are only applied to short texts. */
const shortOnly = ["contract/shared/primitives.ts: emailPattern"];

interface Literal {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const literals = new Map<string, Literal>();
const filesWithBuilders = new Set<string>();
const root = new URL("../../../src/", import.meta.url);
for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
  if (!file.endsWith(".ts")) continue;
  const text = readFileSync(new URL(file, root), "utf8");
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      const { parent } = node;
      const name = ts.isVariableDeclaration(parent) ? parent.name.getText() : node.text;
      if (!literals.has(node.text))
        literals.set(node.text, { place: `${file}: ${name}`, source, flags });
    }
    if (ts.isIdentifier(node) && node.text === "RegExp" && !ts.isTypeNode(node.parent))
      filesWithBuilders.add(file);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

/** What the expressions of src are written for. */
const pieces = [
  "a",
  "A",
  "0",
  "f",
  " ",
  ".",
  "/",
  "=",
  "-",
  "_",
  "@",
  ":",
  "a.",
  "a@",
  "0x",
  "a ",
  "aa, ",
];

/** The shortest CPU time of three runs, in milliseconds. A busy machine does not change it. */
function measure(run: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = process.cpuUsage();
    run(text);
    best = Math.min(best, process.cpuUsage(start).user / 1_000);
  }
  return best;
}

/** Eight times the length takes eight times as long. Quadratic would be 64 times. */
function isLinear(run: (text: string) => unknown, short: string, long: string): boolean {
  const time = measure(run, long);
  // Times below 20 ms are noise.
  return time < 20 || time < measure(run, short) * 24;
}

describe("the regular expressions of src", () => {
  it("match long texts of repeated pieces in linear time", () => {
    expect(literals.size).toBeGreaterThan(80);
    const slow: string[] = [];
    for (const { place, source, flags } of literals.values()) {
      if (shortOnly.includes(place)) continue;
      const expression = new RegExp(source, flags.replace(/[gy]/g, ""));
      const characters = [...new Set(source)].filter(
        (character) => !"()[]{}?|^$*+".includes(character),
      );
      for (const piece of [...pieces, ...characters]) {
        for (const after of ["", "!", "\n", "\0"]) {
          const build = (length: number) => piece.repeat(length / piece.length) + after;
          const run = (text: string) => expression.test(text);
          // Another process can slow down a measurement, but not all of them.
          const isSlow = () => !isLinear(run, build(3_125), build(25_000));
          if (isSlow() && isSlow() && isSlow())
            slow.push(`${place}: ${JSON.stringify(piece)}…${after}`);
        }
      }
    }
    expect(slow).toEqual([]);
  });

  it("include those with pieces of their own, and no other builder", () => {
    const places = [...literals.values()].map(({ place }) => place);
    expect(places).toEqual(expect.arrayContaining([...withOwnPieces, ...shortOnly]));
    expect([...filesWithBuilders].sort()).toEqual(builders);
  });

  it.each(Object.entries(measured))("match in linear time in %s", (_, [run, pieces]) => {
    const slow: string[] = [];
    for (const build of listBuilders(pieces)) {
      const isSlow = () => !isLinear(run, build(8_000), build(64_000));
      if (isSlow() && isSlow() && isSlow()) slow.push(JSON.stringify(build(50)));
    }
    expect(slow).toEqual([]);
  });
});

describe("long runs of one character", () => {
  const zeros = (length: number) => "0".repeat(length);
  const rejects = (text: string) => expect(() => toUnits(text, 18)).toThrow();

  it.each<[string, (text: string) => unknown, (length: number) => string]>([
    ["as digits of an amount", (text) => toUnits(text, 18), (length) => `1.${zeros(length)}`],
    ["before a digit too many", rejects, (length) => `0.${zeros(length)}1`],
    ["before a character that is no digit", rejects, (length) => `0.${zeros(length)}x`],
    ["on both sides of the point", rejects, (length) => `${zeros(length)}.${zeros(length)}1`],
    ["that are not trimmed", (text) => trimEnd(text, "0"), (length) => `${zeros(length)}1`],
  ])("take linear time %s", (_, run, build) => {
    expect(isLinear(run, build(12_500), build(100_000))).toBe(true);
  });
});
