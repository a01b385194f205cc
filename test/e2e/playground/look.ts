import { join } from "node:path";
import type { Page } from "playwright";
import { axe, findViolations } from "../axe.js";
import { gone } from "./steps.js";
import type { VisitOptions } from "./visit.js";

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
  const check = async (name: string, place: string, fullPage: boolean) => {
    const found = [
      ...(await findViolations(page)),
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
    await gone(page.getByText(/^Loading /));
    await check(light, place, fullPage);
    if (dark === undefined) return;
    await chooseTheme("dark");
    await check(dark, place, fullPage);
    await chooseTheme("light");
  };
  return { problems, look };
}
