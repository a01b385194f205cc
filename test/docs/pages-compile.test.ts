import ts from "typescript";
import { expect, test } from "vitest";
import { compile } from "./compile.js";
import { findBlocks, readPage } from "./markdown.js";
import { blocks, compiled, isCompiled, runnable } from "./page-blocks.js";

test("a block of a page that is not compiled or not run says why", () => {
  const notes = blocks.map(({ note, where }) => `${where} ${note}`.trim());
  const allowed = /^\S+:\d+$|^docs\/api\.md:\d+ nocheck$|^\S+:\d+ (?:nocheck|norun): \S.{5,}$/;
  expect(notes.filter((note) => !allowed.test(note))).toEqual([]);
  expect(runnable.length).toBeGreaterThan(blocks.length / 2);
});

/** Compiles programs as a new file each. Returns the problems of each. */
function compileEach(programs: readonly string[]): string[][] {
  const files = programs.map((text, i) => ({
    name: `page-${i}.ts`,
    text: `${text}\nexport {};\n`,
    where: `#${i}`,
  }));
  const problems = compile(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  return programs.map((_, i) => problems.filter((problem) => problem.startsWith(`#${i}: `)));
}

/** Appends a block to a program, without the names that the program already imports. */
function append(program: string, block: string): string {
  const imported = new Set(
    [...program.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim()),
    ),
  );
  const rest = block.replace(
    /^import (type )?\{([^}]*)\} from/gm,
    (_, type = "", names: string) => {
      const kept = names.split(",").filter((name) => !imported.has(name.trim()));
      return `import ${type}{${kept.join(",")}} from`;
    },
  );
  return `${program}\n${rest}`;
}

/** Pages whose short blocks use the names of Getting started say so. */
const usesGettingStarted = (page: string) =>
  readPage(page).includes("](getting-started.md#names-in-short-examples)");

/**
 * A reader copies a block into an empty file, below the first program of the page, or below the one
 * of Getting started.
 */
test("every block compiles with the strictest settings where the page says", {
  timeout: 120_000,
}, () => {
  const all = [...compiled, ...findBlocks("README.md").filter(isCompiled)];
  const firstOf = (name: string) => all.find(({ page }) => page === name)?.code ?? "";
  const start = firstOf("docs/getting-started.md");
  const alone = compileEach(all.map(({ code }) => code));
  const short = all.filter((_, i) => alone[i]?.length !== 0);
  const belowProgram = compileEach(
    short.flatMap(({ page, code }) => [append(firstOf(page), code), append(start, code)]),
  );
  const failing = short.flatMap(({ page, where }, i) => {
    const [belowFirst, belowStart] = belowProgram.slice(2 * i);
    const problems = usesGettingStarted(page) ? [belowFirst, belowStart] : [belowFirst];
    return problems.some((each) => each?.length === 0) ? [] : [{ where, problems }];
  });
  expect(failing).toEqual([]);
});

test("no block of a page has a cast, a non-null assertion or any", () => {
  for (const { code, where } of compiled) {
    const plain = code
      .replace(/\/\/.*|"[^"]*"|`[^`]*`|import [\s\S]*?;/g, "")
      .replace(/as const/g, "");
    expect(plain, where).not.toMatch(/\bas\b|\bany\b|@ts-|[\w)\]]!(?!=)/);
  }
});
