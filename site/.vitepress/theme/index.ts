import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import { NotFound } from "./not-found.js";
import { RunBlock } from "./run-block.js";
import "../../../scripts/figures/figures.css";
import "./figures.css";
import "./run-block.css";
import "./style.css";
import "./tables.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "not-found": () => h(NotFound) }),
  enhanceApp: ({ app }) => {
    app.component("RunBlock", RunBlock);
  },
} satisfies Theme;
