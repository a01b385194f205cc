// npm run figures: writes the figures of the documentation, docs/images/figures/*.svg.
import { readFileSync, writeFileSync } from "node:fs";
import { flows } from "./figures/flows.mjs";
import { once } from "./figures/once.mjs";
import { sequences } from "./figures/sequences.mjs";

const folder = new URL("../docs/images/figures/", import.meta.url);
const css = readFileSync(new URL("figures/figures.css", import.meta.url), "utf8");

/** The text of each file. */
export const figures = Object.entries({ ...flows, ...sequences, once }).map(([name, svg]) => [
  `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.svg`,
  svg.replace("</title>\n", `</title>\n<style>\n${css}</style>\n`),
]);

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const [file, svg] of figures) writeFileSync(new URL(file, folder), svg);
