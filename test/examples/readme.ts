import { readFileSync } from "node:fs";

export const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** A TypeScript block of README.md. */
export interface Block {
  readonly where: string;
  readonly code: string;
}

const blocks: readonly Block[] = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => ({
  where: `README.md:${readme.slice(0, match.index).split("\n").length}`,
  code: match[1] ?? "",
}));

/** The complete program at the top of README.md. */
export const firstProgram: string = blocks[0]?.code ?? "";

/** What README.md says that it prints. */
export const firstOutput: string =
  /^It prints:\n\n```text\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "unknown";

const importLine = /^import \{([^}]*)\} from ("[^"]+");\n/gm;

/** The later blocks of README.md. Each continues the first program, so it is appended to it. */
export const laterPrograms: readonly Block[] = blocks.slice(1).map(({ where, code }) => {
  const known = new Set(namesOf(firstProgram));
  const imports = [...code.matchAll(importLine)].map(([, names = "", from]) => {
    const added = splitNames(names).filter((name) => !known.has(name));
    return `import { ${added.join(", ")} } from ${from};\n`;
  });
  return { where, code: `${imports.join("")}${firstProgram}{\n${code.replace(importLine, "")}}\n` };
});

function namesOf(code: string): string[] {
  return [...code.matchAll(importLine)].flatMap(([, names = ""]) => splitNames(names));
}

function splitNames(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}
