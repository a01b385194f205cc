import { compile, type SourceFile } from "../support/compiler/client.js";
import { type Block, findBlocks, readPage } from "./markdown.js";
import { compiled, isCompiled } from "./page-blocks.js";

type Options = NonNullable<Parameters<typeof compile>[1]>;

/** Every block that must compile where its page says. */
export const compiledBlocks: readonly Block[] = [
  ...compiled,
  ...findBlocks("README.md").filter(isCompiled),
];

/** Packages without types of their own. */
const declarations: readonly SourceFile[] = [{ name: "test/support/express.d.ts" }];

/** Compiles programs as a new file each. Returns the problems of each. */
async function compileEach(programs: readonly string[], options: Options): Promise<string[][]> {
  const files = programs.map((text, i) => ({
    name: `page-${i}.ts`,
    text: `${text}\nexport {};\n`,
    where: `#${i}`,
  }));
  const problems = await compile([...declarations, ...files], options);
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
 * Returns the blocks that do not compile. A reader copies a block into an empty file, below the
 * first program of the page, or below the one of Getting started.
 */
export async function findFailingBlocks(blocks: readonly Block[], options: Options = {}) {
  const firstOf = (name: string) => compiledBlocks.find(({ page }) => page === name)?.code ?? "";
  const start = firstOf("docs/getting-started.md");
  const programs = blocks.flatMap(({ page, code, where }) => [
    { where, text: code },
    { where, text: append(firstOf(page), code) },
    ...(usesGettingStarted(page) ? [{ where, text: append(start, code) }] : []),
  ]);
  const problems = await compileEach(
    programs.map(({ text }) => text),
    options,
  );
  return blocks.flatMap(({ where }) => {
    const own = problems.filter((_, i) => programs[i]?.where === where);
    return own.some(({ length }) => length === 0) ? [] : [{ where, problems: own }];
  });
}
