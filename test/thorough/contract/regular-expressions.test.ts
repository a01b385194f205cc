import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  builders,
  isLinear,
  listBuilders,
  longRuns,
  measured,
} from "../../contract/regular-expressions.js";

/** Those with unusual pieces. Their growth is measured with pieces of their own. */
const withOwnPieces = ["shared/hide-secrets.ts: privateKeys", "signing/shared/plain-text.ts: urls"];
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

it.each(longRuns)("long runs of one character take linear time %s", async (_, run, build) => {
  expect(await isLinear(run, build, 25_000)).toBe(true);
});
