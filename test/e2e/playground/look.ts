import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";
import type { VisitOptions } from "./visit.js";

/** The script that finds accessibility violations in a page. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the colors of a theme can break. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Returns the violations of serious or critical impact, with rule and element. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const { violations } = await page.evaluate(
    (options) =>
      (
        globalThis as unknown as {
          axe: { run(root: Document, options: object): Promise<AxeResults> };
        }
      ).axe.run(document, { ...options, resultTypes: ["violations"], preload: false }),
    rules ? { runOnly: { type: "rule", values: rules } } : {},
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
}

/** Returns the elements of the page, or of an open dialog, that scroll horizontally. */
const findOverflow = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("dialog[open], dialog[open] .dialog-body"),
    ]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className}: ${scrollWidth} of ${clientWidth} pixels`,
      ),
  );

/** Options for a visit with axe. */
export const visitOptions = (width: number, height: number): VisitOptions => ({
  browser: { viewport: { width, height }, colorScheme: "light" },
  script: axe,
});

/**
 * Creates a function that adds the violations and the overflow of the current place to a list: in
 * the light theme with the name `light`, then in the dark theme with the name `dark`, where only
 * colors differ. It takes screenshots if `PLAYGROUND_SCREENSHOTS` names a folder.
 */
export function createLook(page: Page, light: string, dark?: string) {
  const problems: string[] = [];
  const check = async (
    name: string,
    place: string,
    fullPage: boolean,
    rules?: readonly string[],
  ) => {
    const found = [
      ...(await findViolations(page, rules)),
      ...(await findOverflow(page)).map((element) => `scrolls horizontally: ${element}`),
    ];
    problems.push(...found.map((problem) => `${name}, ${place}: ${problem}`));
    const screenshots = process.env.PLAYGROUND_SCREENSHOTS;
    if (!screenshots) return;
    if (fullPage) await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(screenshots, `${name}-${place}.png`), fullPage });
  };
  const chooseTheme = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  };
  const look = async (place: string, fullPage = true) => {
    await check(light, place, fullPage);
    if (dark === undefined) return;
    await chooseTheme("dark");
    await check(dark, place, fullPage, colorRules);
    await chooseTheme("light");
  };
  return { problems, look };
}
