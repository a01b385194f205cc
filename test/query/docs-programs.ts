import { readFileSync } from "node:fs";

const page = new URL("../../docs/query.md", import.meta.url);
const importPattern = /^import (type )?\{([^}]+)\} from "(.+)";$/gm;

/** The programs of docs/query.md. */
export const parts: readonly string[] = [
  ...readFileSync(page, "utf8").matchAll(/^```tsx\n([\s\S]*?)^```$/gm),
].map(([, part = ""]) => part);

/** What the programs import: each name once. */
export const imports: readonly { type: string; name: string; from: string }[] = [
  ...new Map(
    [...parts.join("\n").matchAll(importPattern)].flatMap(([, type = "", names = "", from = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map((name) => [`${type}${name} ${from}`, { type, name, from }] as const),
    ),
  ).values(),
];

/** The programs as one file, as the page says. */
export const joined: string = [
  ...imports.map(({ type, name, from }) => `import ${type}{ ${name} } from "${from}";`),
  ...parts.map((part) => part.replace(importPattern, "")),
].join("\n");
