import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axe, findViolations } from "../axe.js";
import { openSite, searchFor } from "./browse.js";

const { open, load } = openSite();

/** Each kind of page, and what to wait for. */
const places: readonly [name: string, show: (page: Page) => Promise<unknown>][] = [
  ["the start page", (page) => load(page, "/")],
  ["Getting started", (page) => load(page, "/getting-started")],
  ["Signing", (page) => load(page, "/signing")],
  ["Errors", (page) => load(page, "/errors")],
  ["an operation", (page) => load(page, "/reference/swap.quote")],
  [
    "a wrong address",
    async (page) => {
      await load(page, "/signing-polices");
      await page.locator(".not-found li").first().waitFor();
    },
  ],
  [
    "the search",
    async (page) => {
      await load(page, "/getting-started");
      await searchFor(page, "slippage");
    },
  ],
];

test.each(places)(
  "axe finds no violation on %s in windows of 1280 and 390 pixels, nor in the colors of the dark theme",
  async (_name, show) => {
    const [page] = await open(1280);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await show(page);
    await page.evaluate(axe);
    const problems: string[] = [];
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html${theme === "dark" ? ".dark" : ":not(.dark)"}`).waitFor();
        const found = await findViolations(page, theme === "light" ? "all" : "colors");
        problems.push(...found.map((problem) => `${width} pixels, ${theme}: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
    await page.close();
  },
);
