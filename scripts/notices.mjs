// Writes THIRD-PARTY-NOTICES: the licences of the packages whose code the build contains, by the
// comments that name the source of each bundled module. With --check it only reports whether the
// file is current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = `${root}THIRD-PARTY-NOTICES`;

const modules = readdirSync(`${root}dist`)
  .filter((name) => /\.c?js$/.test(name))
  .map((name) => readFileSync(`${root}dist/${name}`, "utf8"))
  .flatMap((code) => [...code.matchAll(/^\/\/ (?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)])
  .map(([, name]) => name);
const packages = [...new Set(modules)].sort();

const notices = packages.map((name) => {
  const folder = `${root}node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const licence = readdirSync(folder).find((each) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(each));
  if (!licence) throw new Error(`${name} has no licence file: its code must not be bundled`);
  const text = readFileSync(`${folder}/${licence}`, "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
});
const rule = `\n${"-".repeat(79)}\n\n`;
const text = `The modules of this package contain code of the following packages.\n${rule}${notices.join(rule)}`;

const current = existsSync(file) ? readFileSync(file, "utf8") : "";
if (process.argv.includes("--check")) {
  if (current !== text) {
    console.error("THIRD-PARTY-NOTICES is outdated: run npm run build && npm run notices");
    process.exitCode = 1;
  }
} else writeFileSync(file, text);
console.log(`notices: ${packages.join(", ")}`);
