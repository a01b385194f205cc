import { endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import { isAddress } from "../../src/contract/shared/addresses/is-address.js";
import { createRedactor } from "../../src/http/wire/redact.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { hideSecrets } from "../../src/shared/hide-secrets.js";
import { trimEnd } from "../../src/shared/trim-end.js";
import { redactUrls } from "../../src/signing/shared/plain-text.js";
import { toUnits } from "../../src/signing/shared/units.js";
import { measureCpu, measureGrowth } from "../support/measure-growth.js";

/** Files that build expressions at run time. Their growth is measured by what calls them. */
export const builders = [
  "contract/routing/find-route.ts",
  "contract/shared/primitives.ts",
  "http/wire/redact.ts",
].sort();

const key = "k%22\\u0041/secret-key-0123456789";
const paths = endpoints.map(({ path }) => path);

/** Whether a match of a text of four times the length takes about four times as long. */
export async function isLinear(
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

/** A function, and the pieces whose repetition makes its expression backtrack. */
export const measured: Record<string, readonly [(text: string) => unknown, readonly string[]]> = {
  hideSecrets: [
    hideSecrets,
    [
      ..."a GA 0 0x f5 K \u0301 \u200b".split(" "),
      `${"f".repeat(63)} `,
      `${"f".repeat(64)} `,
      `0x${"f".repeat(64)}_`,
      `_${"f".repeat(63)}`,
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

const surroundings = [
  ["", ""],
  ["", "!"],
  ["a://", "@ "],
  [" ", "\n"],
] as const;

/** Functions that build a text of at least this length from one repeated piece. */
export const listBuilders = (pieces: readonly string[]): ((length: number) => string)[] =>
  pieces.flatMap((piece) =>
    surroundings.map(
      ([before, after]) =>
        (length: number) =>
          before + piece.repeat(Math.ceil(length / piece.length)) + after,
    ),
  );

const zeros = (length: number) => "0".repeat(length);
const rejects = (text: string) => {
  try {
    toUnits(text, 18);
  } catch {
    return;
  }
  throw new Error("the amount was accepted");
};

/** Functions of texts with a long run of one character. */
export const longRuns: [string, (text: string) => unknown, (length: number) => string][] = [
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
];
