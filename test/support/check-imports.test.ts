import { expect, test } from "vitest";
// @ts-expect-error A script without types.
import { findImportProblems } from "../../scripts/check-imports.mjs";

/** The problems of a src folder whose files import the given files. */
function checkImports(files: Record<string, readonly string[]>): string[] {
  return findImportProblems(
    Object.keys(files)
      .sort()
      .map((file) => [
        file,
        files[file]?.map((target) => `import type { A } from "${target}";\n`).join(""),
      ]),
  );
}

test("two folders that import each other are a lint error", () => {
  const problems = checkImports({
    "signing/quote/check.ts": ["../simulation/run.js", "./costs.js"],
    "signing/quote/costs.ts": [],
    "signing/simulation/run.ts": [],
    "signing/simulation/expect.ts": ["../quote/costs.js"],
  });
  expect(problems).toEqual([
    "folders of signing import each other: quote -> simulation -> quote " +
      "(signing/quote/check.ts -> signing/simulation/run.ts, " +
      "signing/simulation/expect.ts -> signing/quote/costs.ts)",
  ]);
});

test("folders that import each other through others are one, too", () => {
  const problems = checkImports({
    "signing/quote/check.ts": ["../skeleton/sign.js"],
    "signing/skeleton/sign.ts": ["../simulation/run.js"],
    "signing/simulation/run.ts": ["../index.js"],
    "signing/index.ts": ["./quote/costs.js"],
    "signing/quote/costs.ts": [],
  });
  expect(problems).toEqual([
    expect.stringMatching(
      /^folders of signing import each other: \. -> quote -> skeleton -> simulation -> \. \(/,
    ),
  ]);
});

test("a folder and its parent that import each other are one at every depth", () => {
  const problems = checkImports({
    "contract/shared/chains/chains.ts": ["../schema.js"],
    "contract/shared/chains/chain-ids.ts": [],
    "contract/shared/schema.ts": [],
    "contract/shared/types.ts": ["./chains/chain-ids.js"],
  });
  expect(problems).toEqual([
    "folders of contract/shared import each other: chains -> . -> chains " +
      "(contract/shared/chains/chains.ts -> contract/shared/schema.ts, " +
      "contract/shared/types.ts -> contract/shared/chains/chain-ids.ts)",
  ]);
});

test("two files of a layer with one name are a lint error, except for the common names", () => {
  const problems = checkImports({
    "signing/quote/types.ts": [],
    "signing/simulation/types.ts": [],
    "bitcoin/address/format.ts": [],
    "signing/quote/format.ts": [],
    "signing/simulation/format.ts": [],
  });
  expect(problems).toEqual([
    "signing/simulation/format.ts has the same name as signing/quote/format.ts",
  ]);
});

test("a folder with more than 20 files is a lint error", () => {
  const listFiles = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`signing/quote/file-${i}.ts`, []]));
  expect(checkImports(listFiles(20))).toEqual([]);
  expect(checkImports(listFiles(21))).toEqual(["signing/quote has 21 files, more than 20"]);
});

test("one direction is allowed", () => {
  const problems = checkImports({
    "signing/index.ts": ["./quote/check.js", "./shared/text.js"],
    "signing/quote/check.ts": ["../shared/text.js", "../../shared/guards.js", "./costs.js"],
    "signing/quote/costs.ts": ["../shared/text.js"],
    "signing/shared/text.ts": ["../../shared/guards.js"],
    "shared/guards.ts": [],
  });
  expect(problems).toEqual([]);
});
