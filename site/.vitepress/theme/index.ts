import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { MermaidFigure } from "./mermaid-figure.js";
import "./figures.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component("MermaidFigure", MermaidFigure);
  },
} satisfies Theme;
