// Builds the documentation site into site/.vitepress/dist: its start page, the pages of docs/, the
// changelog, the playground, and the API reference that TypeDoc makes of the TSDoc comments. Needs
// the built package. The site has packages of its own, so that the library needs none of them.
// `--serve` serves it on this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { findRepository } from "../site/.vitepress/head.mjs";
import { siteFiles } from "../site/.vitepress/pages.mjs";
import { createHomePage } from "./home.mjs";
import { writeLlms } from "./llms.mjs";
import { writeOperationPages } from "./operation-pages.mjs";
import { completeReference, entryPoints } from "./reference-pages.mjs";
import { writeRunModules } from "./run-modules.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const site = `${root}site/`;
const pages = `${site}pages/`;
const dist = `${site}.vitepress/dist/`;

async function run(command, args, cwd) {
  const [status] = await once(spawn(command, args, { cwd, stdio: "inherit" }), "exit");
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${site}node_modules/vitepress`))
  // Not `npm ci`: it fails if a registry lacks an optional package of another platform.
  await run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], site);

rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
/** The pages of the site by their path in the repository. */
const names = new Map(Array.from(siteFiles, ([name, file]) => [file, name]));
const repository = findRepository(JSON.parse(readFileSync(`${root}package.json`, "utf8")));

/** Links between pages lead to pages, links to other files to the repository. */
function rewriteLinks(source, file) {
  const folder = posix.dirname(file);
  const toOwn = (path) => posix.relative(posix.dirname(names.get(file)), path);
  // Pages of the package link to what only the repository has by its address.
  const text = source.replace(
    new RegExp(`\\]\\(${repository}/(?:blob|raw)/main/`, "g"),
    `](${posix.relative(folder, ".") && `${posix.relative(folder, ".")}/`}`,
  );
  return text.replace(/\]\(\s*([^)#:\s]+)(#[^)\s]*)?\)/g, (_, target, anchor = "") => {
    const path = posix.join(folder, target);
    if (path.startsWith("docs/images/")) return `](${path.slice("docs".length)})`;
    const page = names.get(path);
    return page ? `](./${toOwn(page)}${anchor})` : `](${repository}/blob/main/${path}${anchor})`;
  });
}

for (const [file, name] of names) {
  mkdirSync(posix.dirname(`${pages}${name}`), { recursive: true });
  writeFileSync(`${pages}${name}`, rewriteLinks(readFileSync(`${root}${file}`, "utf8"), file));
}
cpSync(`${root}docs/images`, `${pages}public/images`, { recursive: true });
cpSync(`${root}docs/images/og.png`, `${pages}public/og.png`);
cpSync(`${root}examples/playground/public/favicon.svg`, `${pages}public/favicon.svg`);
writeFileSync(`${pages}index.md`, createHomePage(repository));

const typedocOptions = {
  entryPoints: Object.values(entryPoints),
  tsconfig: "tsconfig.json",
  plugin: ["typedoc-plugin-markdown", `${site}typedoc-plugin.mjs`],
  out: `${pages}reference`,
  entryFileName: "index",
  readme: "none",
  excludeInternal: true,
  hideBreadcrumbs: true,
  disableSources: true,
  skipErrorChecking: true,
  logLevel: "Error",
};
const typedoc = Object.entries(typedocOptions).flatMap(([name, value]) =>
  [value].flat().flatMap((each) => [`--${name}`, String(each)]),
);
const playground = ["--outDir", `${pages}public/playground`, "--emptyOutDir", "--logLevel", "warn"];
await Promise.all([
  // VitePress copies this folder to the root of the site.
  writeRunModules(`${pages}public/run`),
  run(`${site}node_modules/.bin/typedoc`, typedoc, root),
  run(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "examples/playground", ...playground],
    root,
  ),
]);
await completeReference(`${pages}reference/`);
const operationPages = await writeOperationPages(pages);

await run(`${site}node_modules/.bin/vitepress`, ["build", "."], site);
writeLlms(dist, true);
for (const file of [...siteFiles.keys(), ...operationPages])
  copyFileSync(`${pages}${file}`, `${dist}${file}`);
const seconds = Math.round(performance.now() / 1000);
console.log(`\nBuilt in ${seconds} s. The site is in ${dist}\nTo open it: npm run docs -- --serve`);
if (process.argv.includes("--serve"))
  await run(`${site}node_modules/.bin/vitepress`, ["preview", "."], site);
