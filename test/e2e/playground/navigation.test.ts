import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { gone, seen } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

const phone = { browser: { viewport: { width: 390, height: 844 } } };

describe(suite, () => {
  const visit = usePlayground();

  test("the menu of a phone closes by Escape, by a tap outside and by a tap on the current section", () =>
    visit(
      async ({ page }) => {
        const menu = page.getByRole("button", { name: "Menu" });
        const sections = page.getByRole("navigation", { name: "Sections" });
        await menu.click();
        await seen(sections);
        await page.keyboard.press("Escape");
        await gone(sections);
        expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
        await menu.click();
        await page.touchscreen.tap(200, 800);
        await gone(sections);
        await menu.click();
        await sections.getByRole("link", { name: "Connect", exact: true }).click();
        await gone(sections);
        expect(await menu.getAttribute("aria-expanded")).toBe("false");
      },
      { browser: { ...phone.browser, hasTouch: true } },
    ));

  test("the first screen loads at most 330 kB, compressed", () =>
    visit(async ({ page, requests }) => {
      await seen(page.getByRole("button", { name: "Start with a funded wallet" }));
      await page.waitForLoadState("networkidle");
      const paths = new Set(requests.map((request) => new URL(request.url()).pathname));
      expect(paths.size).toBeGreaterThan(3);
      const sizes = [...paths].map((path) => {
        const file = join(inject("playground"), path === "/" ? "index.html" : path);
        return gzipSync(readFileSync(file)).length;
      });
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(330_000);
    }));

  test("an unknown section says so, and leads to the start", () =>
    visit(
      async ({ page }) => {
        await seen(page.getByRole("heading", { level: 1, name: "Not found" }));
        await seen(page.getByText('There is no section "nothing-here"'));
        await page.getByRole("link", { name: "Go to the start" }).click();
        await seen(page.getByRole("heading", { level: 1, name: "Connect" }));
      },
      { section: "nothing-here" },
    ));
});
