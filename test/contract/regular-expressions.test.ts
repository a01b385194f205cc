import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { isAddress } from "../../src/contract/shared/addresses/is-address.js";
import { trimEnd } from "../../src/contract/shared/trim-end.js";
import { hideSecrets } from "../../src/errors/hide-secrets.js";
import { createRedactor } from "../../src/http/wire/redact.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { redactUrls } from "../../src/signing/shared/text/plain-text.js";
import { toUnits } from "../../src/signing/shared/to-units.js";

/** Those with unusual pieces. Their growth is measured below with pieces of their own. */
const withOwnPieces = [
  "errors/hide-secrets.ts: secrets",
  "signing/shared/text/plain-text.ts: urls",
];
/** Those that are only applied to short texts, with the limit. */
const bounded: Readonly<Record<string, number>> = {
  "contract/shared/primitives.ts: emailPattern": 254,
};

/** Files that build expressions at run time. Their growth is measured below. */
const builders = [
  "check/mask-texts.ts",
  "contract/routing/find-route.ts",
  "contract/shared/primitives.ts",
  "http/wire/redact.ts",
].sort();

interface Literal {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const literals = new Map<string, Literal>();
const filesWithBuilders = new Set<string>();
const root = new URL("../../src/", import.meta.url);
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

describe("the regular expressions of src", () => {
  it("match long texts of repeated pieces in milliseconds", { timeout: 120_000 }, () => {
    expect(literals.size).toBeGreaterThan(80);
    const slow: string[] = [];
    for (const { place, source, flags } of literals.values()) {
      const expression = new RegExp(source, flags.replace(/[gy]/g, ""));
      const length = bounded[place] ?? 25_000;
      const characters = [...new Set(source)].filter(
        (character) => !"()[]{}?|^$*+".includes(character),
      );
      for (const piece of [...pieces, ...characters]) {
        for (const after of ["", "!", "\n", "\0"]) {
          const text = piece.repeat(length / piece.length) + after;
          const isSlow = () => measure(() => expression.test(text), text) > 100;
          if (isSlow() && isSlow()) slow.push(`${place}: ${JSON.stringify(piece)}…${after}`);
        }
      }
    }
    expect(slow).toEqual([]);
  });

  it("include those with pieces of their own, and no other builder", () => {
    const places = [...literals.values()].map(({ place }) => place);
    expect(places).toEqual(expect.arrayContaining([...withOwnPieces, ...Object.keys(bounded)]));
    expect([...filesWithBuilders].sort()).toEqual(builders);
  });
});

/** What the expressions of src are written for. A quadratic one takes seconds. */
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

const key = "k%22\\u0041/secret-key-0123456789";
const paths = endpoints.map(({ path }) => path);

/** A function, and the pieces whose repetition makes its expression backtrack. */
const measured: Record<string, readonly [(text: string) => unknown, readonly string[]]> = {
  hideSecrets: [
    hideSecrets,
    [
      ..."a GA 0 0x f5 K \u0301 \u200b".split(" "),
      "xprv",
      "a://",
      "abc ",
      "abc, ",
      "abcdefghij   ",
      `${"f".repeat(59)} `,
      `${"K".repeat(54)}_`,
      `xprv${"a".repeat(49)}-`,
      `${"abc ".repeat(10)}a `,
      "the and not ",
      "5the ",
    ],
  ],
  redactUrls: [
    redactUrls,
    [
      ..."a GA a: a:/ a:// a:\\ \\ @ : / [::1] .".split(" "),
      "a://b@",
      "a://b:1",
      "a:\\/\\/",
      "abcdefghijklmnopqrst:",
      "a://b ",
      "a://[",
      "+-.",
    ],
  ],
  redact: [
    (text) => createRedactor(key).text(text),
    [key.slice(0, -1), "k", "%", "\\", "\\u00", "%6b", "\\u006b", key.slice(0, 6), "k%2522"],
  ],
  findRoute: [
    (text) => ["GET", "POST"].map((method) => paths.map((path) => findRoute(method, path + text))),
    ["/", "a", "/a", "%"],
  ],
  isAddress: [(text) => isAddress(text), ["0", "0x", "bc1", "1", "a1"]],
};

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

describe("expressions with pieces of their own, or that are built at run time", () => {
  for (const [name, [run, pieces]] of Object.entries(measured)) {
    it(`match in linear time in ${name}`, { timeout: 120_000 }, () => {
      const slow: string[] = [];
      for (const piece of pieces) {
        for (const [before, after] of [
          ["", ""],
          ["", "!"],
          ["a://", "@ "],
          [" ", "\n"],
        ] as const) {
          const build = (length: number) =>
            before + piece.repeat(Math.ceil(length / piece.length)) + after;
          // Another process can slow down a measurement, but not all of them.
          const isSlow = () => !isLinear(run, build(8_000), build(64_000));
          if (isSlow() && isSlow() && isSlow()) slow.push(JSON.stringify(build(50)));
        }
      }
      expect(slow).toEqual([]);
    });
  }
});

describe("long runs of one character", () => {
  // Milliseconds. It took 9 s.
  const limit = 500;
  const run = (character: string) => character.repeat(100_000);

  it("convert to units in milliseconds", () => {
    expect(measure((text) => toUnits(text, 18), `1.${run("0")}`)).toBeLessThan(limit);
    for (const text of [`0.${run("0")}1`, `0.${run("0")}x`, `${run("0")}.${run("0")}1`])
      expect(measure(() => expect(() => toUnits(text, 18)).toThrow(), text)).toBeLessThan(limit);
  });

  it("are trimmed from the end only, in milliseconds", () => {
    expect(trimEnd("0.100", "0")).toBe("0.1");
    expect(trimEnd("000", "0")).toBe("");
    expect(trimEnd("", "0")).toBe("");
    expect(trimEnd("a//b", "/")).toBe("a//b");
    expect(measure((text) => trimEnd(text, "0"), `${run("0")}1`)).toBeLessThan(limit);
  });

  it("in a base URL take milliseconds", () => {
    const baseUrl = `https://sandbox.test/${run("/")}a`;
    expect(measure(() => createSandbox({ baseUrl }), "")).toBeLessThan(limit);
  });
});
