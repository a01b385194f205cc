import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { RunBlock } from "./run-block.js";
import "../../../scripts/figures/figures.css";
import "./figures.css";
import "./run-block.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("RunBlock", RunBlock);
  },
} satisfies Theme;
