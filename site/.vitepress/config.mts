import { defineConfig } from "vitepress";
import { withFigures } from "./figures.mjs";
import { operationSidebar } from "./operation-sidebar.mjs";
import { contributorPages, findUnlistedPages, sections, siteFile } from "./pages.mjs";
import { withRunBlocks } from "./run-blocks.mjs";

const unlisted = findUnlistedPages();
if (unlisted.length > 0)
  throw new Error(`pages.mjs: add ${unlisted.join(", ")} of docs/ to a section`);

const toLink = ([name, text]: string[]) => ({
  text,
  link: `/${siteFile(name).replace(/(?:index)?\.md$/, "")}`,
});

/** The anchors of GitHub, so that a link works in both places. */
const slugify = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replace(/ /g, "-");

const reference = [
  { text: "All operations", link: "/reference/operations" },
  ...operationSidebar,
  { text: "API reference", link: "/reference/" },
  { text: "README and all operations", link: "/readme" },
  { text: "Changelog", link: "/changelog" },
  { text: "Security policy", link: "/security-policy" },
];

export default defineConfig({
  // Of the comments of viem, whose client `sandbox.node` returns.
  ignoreDeadLinks: [/^\/docs\/glossary\/terms/],
  title: "Bursar",
  description: "Typed client SDK for smart wallets, swaps, liquidity, lending and fiat",
  lang: "en",
  srcDir: "pages",
  cleanUrls: true,
  lastUpdated: false,
  // The browser would request /favicon.ico.
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    anchor: { slugify },
    config: ({ renderer: { rules } }) => {
      if (rules.image) rules.image = withFigures(rules.image);
      if (rules.fence) rules.fence = withRunBlocks(rules.fence);
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: {
          // The pages come before the API reference.
          searchOptions: { boostDocument: (id: string) => (id.includes("/reference/") ? 0.3 : 1) },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Signing", link: "/signing" },
      { text: "Errors", link: "/errors" },
      { text: "API reference", link: "/reference/" },
      { text: "Changelog", link: "/changelog" },
    ],
    sidebar: [
      ...sections.map(({ title, pages }) => ({ text: title, items: pages.map(toLink) })),
      { text: "Reference", items: reference },
      { text: "For contributors", collapsed: true, items: contributorPages.map(toLink) },
    ],
  },
});
