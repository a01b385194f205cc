// Writes llms.txt, a list of the pages with what each is for, and llms-full.txt, all pages in one
// file, as https://llmstxt.org describes them. `npm run build` writes both into docs/, from where
// they are shipped, and `npm run docs` into the site.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { sections, siteFile } from "../site/.vitepress/pages.mjs";

const docs = new URL("../docs/", import.meta.url);
const { description } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
const read = (name) => readFileSync(new URL(`${name}.md`, docs), "utf8");

/** What a page is for: its first paragraph. */
function summarize(name) {
  const [, first = ""] = read(name).split(/\n\n+/);
  return first.replace(/\n/g, " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

function createLlmsTxt(toLink = (name) => `${name}.md`) {
  const lists = sections.map(({ title, pages }) => {
    const items = pages.map(([name, text]) => `- [${text}](${toLink(name)}): ${summarize(name)}`);
    return `## ${title}\n\n${items.join("\n")}\n`;
  });
  return `# Bursar\n\n> ${description}\n\n${lists.join("\n")}`;
}

function createLlmsFullTxt() {
  const pages = sections.flatMap((section) => section.pages.map(([name]) => name));
  return `${pages.map((name) => `<!-- ${name}.md -->\n\n${read(name)}`).join("\n")}`;
}

/** Links of the site lead to its own Markdown files. */
export function writeLlms(folder, isSite = false) {
  mkdirSync(folder, { recursive: true });
  const toLink = isSite ? (name) => `/${siteFile(name)}` : undefined;
  writeFileSync(`${folder}llms.txt`, createLlmsTxt(toLink));
  writeFileSync(`${folder}llms-full.txt`, createLlmsFullTxt());
}
