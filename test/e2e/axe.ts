import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";

/** The script that finds accessibility violations. A page runs it before `findViolations`. */
export const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Returns the violations of all rules, with rule and element. */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (
      globalThis as unknown as {
        axe: { run(root: Document, options: object): Promise<AxeResults> };
      }
    ).axe.run(document, { resultTypes: ["violations"], preload: false }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
