import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

/** The script that finds accessibility violations. A page runs it before `findViolations`. */
export const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** The rules that depend on the theme. The tag `cat.color` would add rules of level AAA. */
const colorRules = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** Returns the violations with rule and element, of all rules or only of those of colors. */
export async function findViolations(page: Page, which: "all" | "colors"): Promise<string[]> {
  const options = {
    resultTypes: ["violations"],
    preload: false,
    ...(which === "colors" && colorRules),
  };
  const { violations } = await page.evaluate(
    (given) =>
      (
        globalThis as unknown as {
          axe: { run(root: Document, options: object): Promise<AxeResults> };
        }
      ).axe.run(document, given),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
