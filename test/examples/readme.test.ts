import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firstProgram, laterPrograms, readme } from "./readme.js";
import { expectCompletedSwap } from "./run-readme.js";

const root = new URL("../../", import.meta.url).pathname;

test("the README has at most 200 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});

test("the README shows quickstart.mts without its header", () => {
  const program = readFileSync(join(root, "examples/quickstart.mts"), "utf8");
  expect(program.slice(program.indexOf("\n\n") + 2)).toBe(firstProgram);
});

test("the README lists exactly the examples that exist", () => {
  const links = [...readme.matchAll(/\]\([^)]*?examples\/([^/)]+)[^)]*\)/g)].map(
    ([, name]) => name,
  );
  const others = ["tour", "tsconfig.json"];
  const files = readdirSync(join(root, "examples")).filter((name) => !others.includes(name));
  expect([...new Set(links)].sort()).toEqual(files.sort());
});

// test/thorough/examples runs all of them.
test.each(laterPrograms.slice(0, 1).map((block) => [block.where, block] as const))(
  "%s continues the first program and runs to its end without a network",
  (_, block) => expectCompletedSwap(block),
);
