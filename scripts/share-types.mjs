// Moves the declarations to CommonJS, which ES modules can import, so that the package has them
// once. A module that names a type of another package differs between the two: it stays twice.
// Marks what an entry exports as a type only: a record has a type and a schema with one name, and
// the bundler of the declarations would export both.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values(exports).flatMap(({ import: esm }) =>
  esm ? [esm.types.replace("./dist/", "")] : [],
);
const problems = [];
const names = readdirSync("dist").filter((file) => file.endsWith(".d.ts"));
if (names.length === 0) problems.push("dist: no .d.ts file was built");
for (const name of names) {
  const text = markTypes(name, readFileSync(`dist/${name}`, "utf8")).replace(
    /(["']\.\/[^"']+)\.js(?=["'])/g,
    "$1.cjs",
  );
  for (const [specifier] of text.matchAll(/["']\.{1,2}\/[^"'\s]+\.js["']/g))
    problems.push(`dist/${name}: imports ${specifier}, which is an ES module`);
  const output = name.replace(/ts$/, "cts");
  if (!entries.includes(name)) {
    rmSync(`dist/${name}`);
    writeFileSync(`dist/${output}`, asEsm(text));
  } else {
    const isTwice = /^import [^;]* from ["'][^."']/m.test(text);
    writeFileSync(`dist/${output}`, text);
    writeFileSync(
      `dist/${name}`,
      isTwice ? text : `export * from "./${name.replace(/d\.ts$/, "cjs")}";\n`,
    );
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Adds `type` to the exports of an entry that its module does not export. */
function markTypes(name, text) {
  const module = `dist/${name.replace(/d\.ts$/, "js")}`;
  if (!entries.includes(name) || !existsSync(module)) return text;
  const lists = readFileSync(module, "utf8").matchAll(/^export \{([^}]*)\}/gm);
  const values = new Set([...lists].flatMap(([, list]) => list.split(",").map(exportedName)));
  return text.replace(/^export \{([^}]*)\}/gm, (_, list) => {
    const specifiers = list.split(",").map((specifier) => {
      const isMarked = values.has(exportedName(specifier)) || /^\s*type\s/.test(specifier);
      return isMarked ? specifier : specifier.replace(/^\s*/, "$&type ");
    });
    return `export {${specifiers.join(",")}}`;
  });
}

/** The name of `a as b` for importers. */
function exportedName(specifier) {
  return specifier
    .trim()
    .split(/\s+as\s+/)
    .at(-1);
}

/** A chunk has the types that ES modules get from other packages. */
function asEsm(text) {
  return text.replace(
    /^import (?:type )?([^;]* from ["'][^."'][^"']*["']);/gm,
    'import type $1 with { "resolution-mode": "import" };',
  );
}
