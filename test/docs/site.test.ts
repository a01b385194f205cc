import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { figures } from "../../scripts/figures.mjs";
import { writeLlms } from "../../scripts/llms.mjs";
import { withFigures } from "../../site/.vitepress/figures.js";
import {
  createHead,
  describePage,
  findRepository,
  findSiteUrl,
} from "../../site/.vitepress/head.mjs";
import { convertCommands, withInstallTabs } from "../../site/.vitepress/install-tabs.js";
import { findUnlistedPages, sections } from "../../site/.vitepress/pages.mjs";
import { withRunBlocks } from "../../site/.vitepress/run-blocks.js";
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

const figureLinks = userPages.flatMap((name) =>
  [...readPage(`docs/${name}.md`).matchAll(/!\[([^\]]*)\]\(images\/figures\/([^)]*)\)/g)].map(
    ([, alt = "", file = ""]) => ({ alt, file }),
  ),
);

test("every figure is on one page, which describes it", () => {
  const files = figures.map(([file]) => file);
  expect(figureLinks.map(({ file }) => file).sort()).toEqual([...files].sort());
  for (const { alt, file } of figureLinks) expect(alt.length, file).toBeGreaterThan(60);
});

test("npm run figures has written every figure", () => {
  for (const [file, svg] of figures)
    expect(readFileSync(join(root, "docs/images/figures", file), "utf8"), file).toBe(svg);
});

test("the figure of the entry points has all of them", () => {
  const [, svg = ""] = figures.find(([file]) => file === "architecture.svg") ?? [];
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = Object.keys(exports).filter((name) => name !== "./package.json");
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(svg).toContain(name.slice(1));
});

test("a figure becomes a part of the page, with its description, and other images stay", () => {
  const render = withFigures(() => "<img>");
  const toToken = (content: string, src: string) => ({ content, attrGet: () => src });
  const svg = render([toToken('A\n"swap"', "./images/figures/swap.svg")], 0);
  expect(svg).toMatch(/^<svg aria-label="A &quot;swap&quot;" [^>]*role="img"/);
  expect(svg).not.toMatch(/<style|<title/);
  expect(render([toToken("", "./images/refused-quote.png")], 0)).toBe("<img>");
});

test("a block with npm install becomes a tab per package manager, and other blocks stay", () => {
  const md = { render: (source: string) => source };
  const render = withInstallTabs(md, (tokens, index) => `<pre>${tokens[index]?.content}</pre>`);
  const tokens = [
    {
      info: "sh",
      content: "npm install bursar viem && npm install -D tsx\nnpx playwright install\n",
    },
    { info: "sh", content: "npm ci && npm start\n" },
  ];
  const tabs = render(tokens, 0);
  expect(tabs.match(/^```sh \[\w+\]$/gm)).toEqual(
    ["npm", "pnpm", "yarn", "bun"].map((name) => `\`\`\`sh [${name}]`),
  );
  expect(tabs).toContain("pnpm add bursar viem && pnpm add -D tsx\npnpm exec playwright install\n");
  expect(tabs).toContain("yarn add bursar viem && yarn add -D tsx\nyarn playwright install\n");
  expect(tabs).toContain("bun add bursar viem && bun add -d tsx\nbunx playwright install\n");
  expect(render(tokens, 1)).toBe("<pre>npm ci && npm start\n</pre>");
});

test("the commands for npm are those of the page", () => {
  const blocks = userPages
    .flatMap((name) => findBlocks(`docs/${name}.md`))
    .filter(({ language, code }) => language === "sh" && code.includes("npm install"));
  expect(blocks.length).toBeGreaterThan(3);
  for (const { code } of blocks) {
    expect(convertCommands(code, "npm")).toBe(code);
    expect(convertCommands(code, "pnpm")).not.toContain("npm install ");
  }
});

test("each page has a description of its own: its first sentence", () => {
  const descriptions = userPages.map((name) => describePage(readPage(`docs/${name}.md`)));
  expect(new Set(descriptions).size).toBe(userPages.length);
  for (const description of descriptions) expect(description).toMatch(/^\p{L}.{10,}[^:]$/u);
  const page =
    "# A page\n\n```ts\nconst a = 1;\n```\n\nUse `once` of [Node\n20.19](a.md). It pays.\n";
  expect(describePage(page)).toBe("Use once of Node 20.19.");
});

test("pages have a canonical address if package.json names a site", () => {
  const repository = { url: "git+https://github.com/bursar/bursar.git" };
  expect(findRepository({ repository })).toBe("https://github.com/bursar/bursar");
  const homepage = "https://github.com/bursar/bursar#readme";
  expect(findSiteUrl({ homepage, repository })).toBeUndefined();
  const siteUrl = findSiteUrl({ homepage: "https://docs.example/", repository });
  expect(siteUrl).toBe("https://docs.example");

  const page = { title: "Swaps", description: "You swap.", path: "/swaps" };
  const toText = (head: readonly unknown[]) => JSON.stringify(head);
  const hosted = toText(createHead({ ...page, siteUrl }));
  expect(hosted).toContain('["link",{"rel":"canonical","href":"https://docs.example/swaps"}]');
  expect(hosted).toContain('"content":"https://docs.example/og.png"');
  const local = toText(createHead({ ...page, siteUrl: undefined }));
  expect(local).not.toContain("canonical");
  expect(local).toContain('"content":"/og.png"');
});

test("a block has a Run button if it runs in a page", () => {
  const render = withRunBlocks((tokens) => `<pre>${tokens[0]?.content}</pre>`);
  const renderAt = (relativePath: string, info: string, content = "1;\n") =>
    render([{ info, content }], 0, {}, { relativePath }, {});
  expect(renderAt("swaps.md", "ts")).toBe("<RunBlock>\n<pre>1;\n</pre></RunBlock>\n");
  expect(renderAt("proxy.md", "ts", "// try.ts\n")).toContain("<RunBlock>");
  for (const note of ["nocheck", "norun: a reason", "node: a reason"])
    expect(renderAt("swaps.md", `ts ${note}`)).toBe("<pre>1;\n</pre>");
  expect(renderAt("swaps.md", "sh")).toBe("<pre>1;\n</pre>");
  expect(renderAt("proxy.md", "ts")).toBe("<pre>1;\n</pre>");
  expect(renderAt("reference/index.md", "ts")).toBe("<pre>1;\n</pre>");
});
