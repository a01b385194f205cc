// Formats the programs of the pages. `--check` changes no page, and fails if one differs or has a
// longer line.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { columns, formatPrograms } from "./format-programs.mjs";

/** It is generated, and shows signatures. */
const generated = "docs/api.md";
const isCheck = process.argv.includes("--check");

/** The pages with programs, by their path in the repository. */
const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((page) => page.endsWith(".md") && page !== generated),
];

/** Replaces the code of each block by what `change` returns for it. */
function replaceBlocks(text, change) {
  return text.replace(
    /^(```(tsx?|js)(?: .*)?\n)([\s\S]*?)^```$/gm,
    (_block, start, language, code, offset) => {
      const line = text.slice(0, offset).split("\n").length;
      return `${start}${change(code, { language, line })}\`\`\``;
    },
  );
}

/** Biome does not break it. */
const isImportOfOne = (line) => /^import \{ \w+ \} from "[^"]+";$/.test(line);
const nameOf = (page, { language, line }) => `${page}/${line}.${language}`;
const programs = new Map();
for (const page of pages) {
  replaceBlocks(readFileSync(page, "utf8"), (code, block) => {
    programs.set(nameOf(page, block), code);
    return code;
  });
}

const formatted = formatPrograms(programs);
const problems = [];
for (const page of pages) {
  const text = readFileSync(page, "utf8");
  const result = replaceBlocks(text, (code, block) => {
    const lines = (formatted.get(nameOf(page, block)) ?? code).split("\n");
    for (const [i, line] of lines.entries())
      if (line.length > columns && !isImportOfOne(line))
        problems.push(`${page}:${block.line + 1 + i}: ${line.length} columns: ${line.trim()}`);
    return lines.join("\n");
  });
  if (result !== text && isCheck) problems.push(`${page}: run node scripts/docs-code.mjs`);
  if (result !== text && !isCheck) writeFileSync(page, result);
}
for (const problem of problems) console.error(problem);
console.log(`docs-code: ${programs.size} programs, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
