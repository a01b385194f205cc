import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import "../../../scripts/figures/figures.css";
import "./figures.css";

export default {
  extends: DefaultTheme,
} satisfies Theme;
