import { readFileSync } from "node:fs";
import type { Rule } from "./markdown-rule.js";

const folder = new URL("../../docs/images/figures/", import.meta.url);

interface ImageToken {
  readonly content: string;
  attrGet(name: "src"): string | null;
}

/**
 * Wraps the rule for images, so that a figure is a part of the page: an image has neither the font
 * nor the colors of the site.
 */
export function withFigures<Tokens extends readonly ImageToken[], Rest extends readonly unknown[]>(
  renderImage: Rule<Tokens, Rest>,
): Rule<Tokens, Rest> {
  return (tokens, index, ...rest) => {
    const token = tokens[index] as ImageToken;
    const [, name] = /\/figures\/([\w-]+\.svg)$/.exec(token.attrGet("src") ?? "") ?? [];
    if (!name) return renderImage(tokens, index, ...rest);
    const label = token.content.replace(/\s+/g, " ").replace(/"/g, "&quot;");
    return readFileSync(new URL(name, folder), "utf8")
      .replace(/<title>.*<\/style>\n/s, "")
      .replace("<svg ", `<svg aria-label="${label}" `);
  };
}
