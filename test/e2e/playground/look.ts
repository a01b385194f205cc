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

const wide = { width: 1_280, height: 900 };
const phone = { width: 360, height: 780 };

/** Options for a visit with axe, on a phone in the light theme. */
export const visitOptions: VisitOptions = {
  browser: { viewport: phone, colorScheme: "light" },
  script: axe,
};

/**
 * Creates functions that add the violations and the overflow of the current place to a list: on a
 * phone, in a wide window, and there in the dark theme, where only colors differ. The steps between
 * the places are those on a phone, because other tests take them in a wide window. It takes
 * screenshots if `PLAYGROUND_SCREENSHOTS` names a folder.
 */
export function createLook(page: Page) {
  const problems: string[] = [];
  const check = async (name: string, rules: "all" | "colors", place: string, fullPage: boolean) => {
    await gone(page.getByText(/^Loading /));
    const found = await findViolations(page, rules);
    if (rules === "all")
      found.push(...(await findOverflow(page)).map((each) => `scrolls horizontally: ${each}`));
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
  /** For what only a phone has. */
  const lookOnPhone = (place: string, fullPage = true) => check("phone", "all", place, fullPage);
  const look = async (place: string, fullPage = true) => {
    await lookOnPhone(place, fullPage);
    await page.setViewportSize(wide);
    await check("wide-light", "all", place, fullPage);
    await chooseTheme("dark");
    await check("wide-dark", "colors", place, fullPage);
    await chooseTheme("light");
    await page.setViewportSize(phone);
  };
  return { problems, look, lookOnPhone };
}
