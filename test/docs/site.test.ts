import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeLlms } from "../../scripts/llms.mjs";
import { withMermaid } from "../../site/.vitepress/mermaid-fence.mjs";
import { contributorPages, findUnlistedPages, sections } from "../../site/.vitepress/pages.mjs";
import { findBlocks, readPage } from "./markdown.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const userPages = sections.flatMap(({ pages }) => pages.map(([name]) => name));

test("every page of docs/ is in the sidebar of the site", () => {
  expect(findUnlistedPages()).toEqual([]);
  expect(userPages.length).toBeGreaterThan(25);
  expect(new Set(userPages).size).toBe(userPages.length);
});

test("every page for users begins with a title and what the reader can do with it", () => {
  for (const name of userPages) {
    const [title = "", first = ""] = readPage(`docs/${name}.md`).split(/\n\n+/);
    expect(title, name).toMatch(/^# \S.*$/);
    expect(first, name).toMatch(/^[A-Z`]/);
  }
});

test("the start page links to every other page for users", () => {
  const start = readPage("docs/README.md");
  for (const name of userPages.filter((name) => name !== "README"))
    expect(start).toContain(`](${name}.md)`);
});

test("package.json excludes the pages for contributors from the package", () => {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const excluded = files.filter((path: string) => /^!docs\/.*\.md$/.test(path));
  expect(files).toContain("docs");
  expect(excluded.sort()).toEqual(contributorPages.map(([name]) => `!docs/${name}.md`).sort());
});

test("llms.txt links to every page for users, and llms-full.txt contains each", () => {
  const folder = mkdtempSync(join(tmpdir(), "llms-"));
  writeLlms(`${folder}/`);
  const list = readFileSync(join(folder, "llms.txt"), "utf8");
  const full = readFileSync(join(folder, "llms-full.txt"), "utf8");
  rmSync(folder, { recursive: true });
  expect(list).toMatch(/^# Bursar\n\n> \S/);
  for (const name of userPages) {
    expect(list).toMatch(new RegExp(`\\]\\(${name}\\.md\\): \\S`));
    expect(full).toContain(readPage(`docs/${name}.md`));
  }
});

test("a block of Mermaid becomes a figure with its source, and other blocks stay", () => {
  const render = withMermaid((tokens, index) => `<pre>${tokens[index]?.content}</pre>`);
  const content = 'flowchart LR\n  a["x & y"] --> b\n';
  const tokens = [
    { info: "mermaid", content },
    { info: "ts", content: "1" },
  ];
  const [, source = ""] =
    /^<MermaidFigure source="([^"<>&]*)" \/>\n$/.exec(render(tokens, 0)) ?? [];
  expect(decodeURIComponent(source)).toBe(content);
  expect(render(tokens, 1)).toBe("<pre>1</pre>");
});

test("every figure has a title for screen readers", () => {
  const figures = userPages
    .flatMap((name) => findBlocks(`docs/${name}.md`))
    .filter(({ language }) => language === "mermaid");
  expect(figures.length).toBeGreaterThan(4);
  for (const { code, where } of figures) expect(code, where).toMatch(/^ {2}accTitle: \S/m);
});
