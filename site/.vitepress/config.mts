import { defineConfig } from "vitepress";

// The sidebar is filled when the pages exist.
export default defineConfig({
  title: "Bursar",
  description: "Typed client SDK for smart wallets, swaps, liquidity, lending and fiat",
  srcDir: "pages",
  cleanUrls: true,
  lastUpdated: false,
  // Files of the repository that are not pages.
  ignoreDeadLinks: false,
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
  },
});
