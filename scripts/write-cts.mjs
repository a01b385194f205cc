// Writes the declarations for CommonJS. They differ from those for ES modules only in extensions.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const problems = [];
const names = readdirSync("dist").filter((file) => file.endsWith(".d.ts"));
if (names.length === 0) problems.push("dist: no .d.ts file was built");
for (const name of names) {
  const text = readFileSync(`dist/${name}`, "utf8").replace(
    /(["']\.\/[^"']+)\.js(?=["'])/g,
    "$1.cjs",
  );
  const output = `dist/${name.replace(/ts$/, "cts")}`;
  writeFileSync(output, text);
  for (const [specifier] of text.matchAll(/["']\.{1,2}\/[^"'\s]+\.js["']/g))
    problems.push(`${output}: imports ${specifier}, which is an ES module`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
