import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { isAddress } from "../../src/contract/shared/is-address.js";
import { trimEnd } from "../../src/contract/shared/trim-end.js";
import { hideSecrets } from "../../src/errors/hide-secrets.js";
import { createRedactor } from "../../src/http/wire/redact.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { redactUrls } from "../../src/signing/shared/plain-text.js";
import { toUnits } from "../../src/signing/shared/to-units.js";

// The binaries of other backends are optional packages.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

/** Those that recheck cannot decide. Their growth is measured below. */
const undecided = ["errors/hide-secrets.ts: secrets", "signing/shared/plain-text.ts: urls"];
/** Files that build expressions at run time. Their growth is measured below. */
const builders = [
  "contract/routing/find-route.ts",
  "contract/shared/primitives.ts",
  "http/wire/redact.ts",
];

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
  it("are safe from quadratic matching, for recheck", { timeout: 300_000 }, () => {
    expect(literals.size).toBeGreaterThan(80);
    const vulnerable: string[] = [];
    for (const { place, source, flags } of literals.values()) {
      if (undecided.includes(place)) continue;
      const { status } = checkSync(source, flags, { timeout: 30_000 });
      if (status !== "safe") vulnerable.push(`${place} is ${status}: /${source}/${flags}`);
    }
    expect(vulnerable).toEqual([]);
  });

  it("include the undecided ones that are measured, and no other builder", () => {
    const places = [...literals.values()].map(({ place }) => place);
    expect(places).toEqual(expect.arrayContaining(undecided));
    expect([...filesWithBuilders].sort()).toEqual(builders);
  });
});

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

function measure(run: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    run(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe("expressions that recheck cannot decide, or that are built at run time", () => {
  for (const [name, [run, pieces]] of Object.entries(measured)) {
    it(`match in linear time in ${name}`, { timeout: 60_000 }, () => {
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
          const [short, long] = [measure(run, build(8_000)), measure(run, build(64_000))];
          // Quadratic would be 64 times. Times below 20 ms are noise.
          if (long > 20 && long > short * 24)
            slow.push(`${JSON.stringify(piece)}: ${short.toFixed(1)} to ${long.toFixed(1)} ms`);
        }
      }
      expect(slow).toEqual([]);
    });
  }
});

describe("long runs of one character", () => {
  const limit = 100;
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
