import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openSite, searchFor } from "./browse.js";

const { open, load } = openSite();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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

/** Returns the violations of all rules, with rule and element. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

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
      problems.push(...(await findViolations(page)).map((problem) => `${name}: ${problem}`));
    }
    expect(problems).toEqual([]);
    await page.close();
  },
);
