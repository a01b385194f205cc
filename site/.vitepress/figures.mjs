import { readFileSync } from "node:fs";

const folder = new URL("../../docs/images/figures/", import.meta.url);

/**
 * Wraps the rule for images, so that a figure is a part of the page: an image has neither the font
 * nor the colors of the site.
 */
export function withFigures(renderImage) {
  return (tokens, index, ...rest) => {
    const [, name] = /\/figures\/([\w-]+\.svg)$/.exec(tokens[index].attrGet("src")) ?? [];
    if (!name) return renderImage(tokens, index, ...rest);
    const label = tokens[index].content.replace(/\s+/g, " ").replace(/"/g, "&quot;");
    return readFileSync(new URL(name, folder), "utf8")
      .replace(/<title>.*<\/style>\n/s, "")
      .replace("<svg ", `<svg aria-label="${label}" `);
  };
}
