// Completes the API reference that TypeDoc writes: one list per page of the errors that a function
// throws, and a table of the schemas, which TypeDoc would write on a page each.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { entries } from "./entries.mjs";
import { importSources } from "./import-sources.mjs";
import { writeTable } from "./operation-tables.mjs";

const { "bursar/schemas": _schemas, ...others } = entries;

/** The entry points that TypeDoc documents, by import path. */
export const entryPoints = others;

/** Completes the pages in a folder. */
export async function completeReference(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".md")) continue;
    const text = readFileSync(`${folder}${name}`, "utf8");
    const changed = joinThrows(text);
    if (changed !== text) writeFileSync(`${folder}${name}`, changed);
  }
  await writeSchemas(folder);
}

/** TypeDoc writes a section per `@throws`. The first word of each is the class. */
export function joinThrows(text) {
  return text.replace(/(?:^(#+) Throws\n\n(?:(?!#|\*\*\*).*\n+)+)+/gm, (sections, level) => {
    const items = sections
      .split(/^#+ Throws\n\n/m)
      .slice(1)
      .map(writeError);
    return `${level} Throws\n\n${items.join("")}\n`;
  });
}

function writeError(section) {
  const line = section.trim().replace(/\n+/g, " ");
  // A callback of the caller may throw an error of any class.
  if (!/^(?:`?[A-Z]\w*Error`? |the error of )/.test(line))
    throw new Error(`@throws without the class of the error: ${line}`);
  return `- ${line.replace(/^`?(\w+Error)`?/, (_, name) => linkError(name))}\n`;
}

const linkError = (name) => `[\`${name}\`](/errors#${name.toLowerCase()})`;

async function writeSchemas(folder) {
  const { schemas, primitives, describeWhole } = await importSources(`
export * as schemas from "./src/contract/index.js";
export * as primitives from "./src/contract/shared/primitives.js";
export { describeWhole } from "./src/openapi/json-schemas.js";`);
  const typeOf = (name) => {
    const kinds = ["interfaces", "type-aliases"];
    const kind = kinds.find((each) => existsSync(`${folder}bursar/${each}/${name}.md`));
    return kind ? `[\`${name}\`](../${kind}/${name}.md)` : "";
  };
  const rows = Object.keys(schemas).map((name) => ({
    schema: `\`${name}\``,
    type: typeOf(name),
    validates: describeWhole(name) ?? primitives[name]?.expected ?? "",
  }));
  mkdirSync(`${folder}bursar/schemas`, { recursive: true });
  writeFileSync(
    `${folder}bursar/schemas/index.md`,
    `# bursar/schemas\n\nA Zod schema of each record. [Schemas](/schemas) shows their use.\n\n${writeTable(rows)}`,
  );
  const list = `${folder}index.md`;
  const modules = readFileSync(list, "utf8");
  const before = "- [bursar/signing](";
  if (!modules.includes(before)) throw new Error(`${list}: no link to bursar/signing`);
  writeFileSync(
    list,
    modules.replace(before, `- [bursar/schemas](bursar/schemas/index.md)\n${before}`),
  );
}
