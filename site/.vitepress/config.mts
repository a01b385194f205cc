import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { withFigures } from "./figures.js";
import { createHead, describePage, findRepository, findSiteUrl } from "./head.mjs";
import { withInstallTabs } from "./install-tabs.js";
import { operationSidebar } from "./operation-sidebar.mjs";
import { findUnlistedPages, sections, siteFile, siteFiles } from "./pages.mjs";
import { withRunBlocks } from "./run-blocks.js";
import { indexOptions, renderForSearch, searchOptions } from "./search.mjs";
import { withTables } from "./tables.mjs";

const unlisted = findUnlistedPages();
if (unlisted.length > 0)
  throw new Error(`pages.mjs: add ${unlisted.join(", ")} of docs/ to a section`);

const packageJson = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const siteUrl = findSiteUrl(packageJson);
const repository = findRepository(packageJson);

const toFile = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const toPath = (file: string) => `/${file.replace(/(?:index)?\.md$/, "")}`;
const toLink = ([name, text]: string[]) => ({ text, link: toPath(siteFile(name)) });

/** The anchors of GitHub, so that a link works in both places. */
const slugify = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replace(/ /g, "-");

const start = { text: "Getting started", link: "/getting-started" };
const changelog = { text: "Changelog", link: "/changelog" };
const securityPolicy = { text: "Report a vulnerability", link: "/security-policy" };
const allOperations = { text: "All operations", link: "/reference/operations" };
const apiReference = { text: "API reference", link: "/reference/" };
// Another app than the site, which its router cannot open.
const playground = { text: "Playground", link: "/playground/", target: "_self" };

/** What the sections have in addition to the pages of docs/. */
const additions: Readonly<Record<string, object[]>> = {
  Start: [playground],
  Reference: [allOperations, apiReference, changelog, securityPolicy],
};

export default defineConfig({
  ignoreDeadLinks: [
    // Of the comments of viem, whose client `sandbox.node` returns.
    /^\/docs\/glossary\/terms/,
    /^\/playground\//,
  ],
  title: "Bursar",
  lang: "en",
  srcDir: "pages",
  cleanUrls: true,
  lastUpdated: false,
  // Otherwise each of the pages contains the names of all.
  metaChunk: true,
  ...(siteUrl && { sitemap: { hostname: siteUrl } }),
  head: [
    ["link", { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#3a47d5" }],
  ],
  vite: {
    resolve: {
      alias: [
        { find: /^.*\/VPHome\.vue$/, replacement: toFile("theme/home.ts") },
        { find: /^.*\/VPNavBarSearch\.vue$/, replacement: toFile("theme/search-dialog.ts") },
      ],
    },
  },
  transformPageData(page, { siteConfig }) {
    const source = siteFiles.get(page.relativePath);
    page.description ||= describePage(
      readFileSync(join(siteConfig.srcDir, page.relativePath), "utf8"),
    );
    // The link to edit a page leads to its file in the repository.
    if (source) page.filePath = source;
    else page.frontmatter.editLink = false;
  },
  transformHead: ({ pageData: { relativePath }, title, description }) =>
    createHead({ title, description, path: toPath(relativePath), siteUrl }),
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      const { rules } = md.renderer;
      if (rules.fence) rules.fence = withInstallTabs(md, rules.fence);
      if (rules.fence) rules.fence = withRunBlocks(rules.fence);
      if (rules.image) rules.image = withFigures(rules.image);
      withTables(md);
    },
  },
  themeConfig: {
    logo: "/favicon.svg",
    search: {
      provider: "local",
      options: {
        _render: renderForSearch,
        miniSearch: { options: indexOptions, searchOptions },
      },
    },
    outline: [2, 3],
    editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page on GitHub" },
    socialLinks: [{ icon: "github", link: repository }],
    footer: {
      message: `MIT licence · <a href="${repository}">Source</a> · <a href="/changelog">Changelog</a> · <a href="/security-policy">Report a vulnerability</a> · <a href="/llms.txt" target="_self">llms.txt</a>`,
    },
    nav: [
      start,
      { text: "Signing", link: "/signing" },
      { text: "Errors", link: "/errors" },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/" },
      playground,
      {
        text: packageJson.version,
        items: [changelog, { text: "Versioning", link: "/versioning" }],
      },
    ],
    sidebar: {
      "/reference/": [
        { text: "Reference", items: [start, allOperations, apiReference] },
        ...operationSidebar,
      ],
      "/": sections.map(({ title, pages }) => ({
        text: title,
        items: [...pages.map(toLink), ...(additions[title] ?? [])],
      })),
    },
  },
});
