// Builds the documentation site into site/.vitepress/dist: the pages of docs/, README.md, the
// changelog, and the API reference that TypeDoc makes of the TSDoc comments. The site has packages
// of its own, so that the library needs none of them. `--serve` serves it on this machine.
import { spawnSync } from "node:child_process";
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
import { contributorPages, sections, siteFile } from "../site/.vitepress/pages.mjs";
import { writeLlms } from "./llms.mjs";
import { writeOperationPages } from "./operation-pages.mjs";
import { completeReference, entryPoints } from "./reference-pages.mjs";
import { writeRunModules } from "./run-modules.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const site = `${root}site/`;
const pages = `${site}pages/`;
const dist = `${site}.vitepress/dist/`;

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${site}node_modules/vitepress`))
  // Not `npm ci`: it fails if a registry lacks an optional package of another platform.
  run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"], site);

rmSync(pages, { recursive: true, force: true });
mkdirSync(pages, { recursive: true });
const userPages = sections.flatMap((section) => section.pages);
/** The pages of the site by their path in the repository. */
const names = new Map([
  ...[...userPages, ...contributorPages].map(([name]) => [`docs/${name}.md`, siteFile(name)]),
  ["README.md", "readme.md"],
  ["CHANGELOG.md", "changelog.md"],
  ["SECURITY.md", "security-policy.md"],
]);
const { homepage } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const repository = homepage.replace(/#.*$/, "");

/** Links between pages lead to pages, links to other files to the repository. */
function rewriteLinks(source, file) {
  // The README of the package links to what the package lacks in the repository.
  const up = posix.relative(posix.dirname(file), ".");
  // Badges are pictures of other hosts, which a page must not load.
  const own = source.replace(/\[!\[[^\]]*\]\(https?:[^)]*\)\]\([^)]*\) ?/g, "");
  const text = own.replace(
    new RegExp(`\\]\\(${repository}/(?:blob|raw)/main/`, "g"),
    `](${up && `${up}/`}`,
  );
  return text.replace(/\]\(\s*([^)#:\s]+)(#[^)\s]*)?\)/g, (_, target, anchor = "") => {
    const path = posix.join(posix.dirname(file), target);
    const isImage = path.startsWith("docs/images/");
    const page = names.get(path) ?? (isImage ? path.slice("docs/".length) : undefined);
    if (page) return `](./${page}${anchor})`;
    return `](${repository}/blob/main/${path}${anchor})`;
  });
}

for (const [file, name] of names)
  writeFileSync(`${pages}${name}`, rewriteLinks(readFileSync(`${root}${file}`, "utf8"), file));
if (existsSync(`${root}docs/images`))
  cpSync(`${root}docs/images`, `${pages}images`, { recursive: true });
// VitePress copies this folder to the root of the site.
await writeRunModules(`${pages}public/run`);

run(
  `${site}node_modules/.bin/typedoc`,
  [
    ...Object.values(entryPoints).flatMap((file) => ["--entryPoints", file]),
    ...["--tsconfig", "tsconfig.json", "--plugin", "typedoc-plugin-markdown"],
    ...["--plugin", `${site}typedoc-plugin.mjs`],
    ...["--out", `${pages}reference`, "--readme", "none", "--excludeInternal"],
    ...["--entryFileName", "index"],
    ...["--hideBreadcrumbs", "--disableSources", "--skipErrorChecking", "--logLevel", "Error"],
  ],
  root,
);
await completeReference(`${pages}reference/`);
const operationPages = await writeOperationPages(pages);

run(`${site}node_modules/.bin/vitepress`, ["build", "."], site);
writeLlms(dist, true);
for (const [name] of userPages)
  copyFileSync(`${pages}${siteFile(name)}`, `${dist}${siteFile(name)}`);
for (const file of operationPages) copyFileSync(`${pages}${file}`, `${dist}${file}`);
const seconds = Math.round(performance.now() / 1000);
console.log(`\nBuilt in ${seconds} s. The site is in ${dist}\nTo open it: npm run docs -- --serve`);
if (process.argv.includes("--serve"))
  run(`${site}node_modules/.bin/vitepress`, ["preview", "."], site);
