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

test.each([
  [1280, "light"],
  [1280, "dark"],
  [390, "light"],
  [390, "dark"],
] as const)(
  "axe finds no violation in windows of %d pixels in the %s theme",
  async (width, theme) => {
    const [page] = await open(width);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const problems: string[] = [];
    for (const [name, show] of places) {
      await show(page);
      await page.evaluate(axe);
      problems.push(...(await findViolations(page)).map((problem) => `${name}: ${problem}`));
    }
    expect(problems).toEqual([]);
    await page.close();
  },
);
