// The start page of the site: site/home.md, with the program of docs/getting-started.md and what
// that program prints when it runs.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { readProgram } from "./first-program.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Runs a program on the built package. Returns what it prints. */
function runProgram(program) {
  // In the repository, so that imports of the package by its name lead to dist.
  const folder = `${root}.cache/home/`;
  mkdirSync(folder, { recursive: true });
  const { code } = transformSync(program, { loader: "ts", format: "esm" });
  writeFileSync(`${folder}program.mjs`, code);
  return execFileSync(process.execPath, [`${folder}program.mjs`], { encoding: "utf8" }).trim();
}

/** The part of a program that is shown: from its request on, with the imports that it needs. */
function cutProgram(program) {
  const start = program.search(/^(?:\/\/.*\n)*const request = /m);
  if (start < 0) throw new Error("docs/getting-started.md: the program has no request");
  const shown = program.slice(start).trim();
  const imports = [...program.matchAll(/^import \{([^}]*)\} from ("[^"]+");$/gm)].flatMap(
    ([, names, from]) => {
      const used = names.split(/[\s,]+/).filter((name) => name && shown.includes(`${name}(`));
      return used.length > 0 ? [`import { ${used.join(", ")} } from ${from};\n`] : [];
    },
  );
  return `${imports.join("")}\n${shown}`;
}

/** Returns the start page as Markdown. */
export function createHomePage(repository) {
  const program = readProgram();
  const parts = { program: cutProgram(program), output: runProgram(program), repository };
  return readFileSync(`${root}site/home.md`, "utf8").replace(
    /<!-- (program|output|repository) -->/g,
    (_, name) => parts[name],
  );
}
