import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { trimEnd } from "../../../src/shared/trim-end.js";
import { toUnits } from "../../../src/signing/shared/units.js";
import { builders, listBuilders, measured } from "../../contract/regular-expressions.js";
import { measureCpu, measureGrowth } from "../../support/measure-growth.js";

/** Those with unusual pieces. Their growth is measured with pieces of their own. */
const withOwnPieces = ["shared/hide-secrets.ts: secrets", "signing/shared/plain-text.ts: urls"];
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

/** Whether a match of a text of four times the length takes about four times as long. */
async function isLinear(
  run: (text: string) => unknown,
  build: (length: number) => string,
  length: number,
): Promise<boolean> {
  const text = build(4 * length);
  // Times below 20 ms are noise.
  if ((await measureCpu(() => run(text))) < 20_000) return true;
  const create = (size: number) => {
    const text = build(size);
    return () => run(text);
  };
  // Quadratic cost is a ratio of 16.
  return (await measureGrowth(length, create)) < 10;
}

describe("the regular expressions of src", () => {
  it("match long texts of repeated pieces in linear time", async () => {
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
          if (!(await isLinear(run, build, 6_250)))
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

  it.each(Object.entries(measured))("match in linear time in %s", async (_, [run, pieces]) => {
    const slow: string[] = [];
    for (const build of listBuilders(pieces)) {
      if (!(await isLinear(run, build, 16_000))) slow.push(JSON.stringify(build(50)));
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
    [
      "in a base URL",
      (text) => createSandbox({ baseUrl: text }),
      (length) => `https://sandbox.test/${"/".repeat(length)}a`,
    ],
    ["that are not trimmed", (text) => trimEnd(text, "0"), (length) => `${zeros(length)}1`],
  ])("take linear time %s", async (_, run, build) => {
    expect(await isLinear(run, build, 25_000)).toBe(true);
  });
});
