import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { gone, sectionShown, seen, seenMessage, signDialog } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

/** The text of the focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return undefined;
    // The box around a large amount shows the focus of the input inside.
    const marked = [activeElement, activeElement.closest(".amount-box")].flatMap((element) =>
      element ? [getComputedStyle(element)] : [],
    );
    const by = document.getElementById(activeElement.getAttribute("aria-labelledby") ?? "");
    const label =
      activeElement.getAttribute("aria-label") ??
      by?.textContent ??
      activeElement.textContent ??
      "";
    return {
      words: label.trim().replaceAll(/\s+/g, " "),
      field: [...((activeElement as HTMLInputElement).labels ?? [])]
        .map(({ textContent }) => textContent?.trim())
        .join(" "),
      visible: marked.some(
        (style) =>
          (style.outlineStyle !== "none" && style.outlineWidth !== "0px") ||
          style.boxShadow !== "none",
      ),
      inDialog: activeElement.closest("dialog[open]") !== null,
    };
  });

/**
 * Presses Tab until an element has the focus. The focus must be visible on every element before it.
 */
async function tabTo(page: Page, wanted: string | RegExp, key = "Tab"): Promise<void> {
  const labels: string[] = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (!at) continue;
    const words = at.field || at.words;
    labels.push(words);
    expect(at.visible, `the focus on ${JSON.stringify(words)} is visible`).toBe(true);
    if (typeof wanted === "string" ? words === wanted : wanted.test(words)) return;
  }
  throw new TypeError(`${key} does not reach ${wanted}: ${labels.join(" | ")}`);
}

describe(suite, () => {
  const visit = usePlayground();

  test("a swap can be completed with the keyboard", () =>
    visit(async ({ page }) => {
      await sectionShown(page, "Connect");
      await page.keyboard.press("Tab");
      expect((await focused(page))?.words).toBe("Skip to content");
      await page.keyboard.press("Enter");
      await tabTo(page, "Generate a key");
      await page.keyboard.press("Enter");
      await seenMessage(page, "The smart wallet is registered.");
      await tabTo(page, "Fund it");
      await page.keyboard.press("Enter");
      await sectionShown(page, "Fund");
      // The heading of the new section has the focus.
      expect((await focused(page))?.words).toBe("Fund");
      await tabTo(page, "Fund with all of these");
      await page.keyboard.press("Enter");
      await seenMessage(page, /^Funded with/);
      await tabTo(page, "swap");
      await page.keyboard.press("Enter");
      await sectionShown(page, "Swap");
      await tabTo(page, "You pay");
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("42");
      await seen(page.getByRole("button", { name: /^Review and sign/ }));
      await expect
        .poll(() => page.getByRole("textbox", { name: "You receive" }).inputValue())
        .not.toBe("");
      await tabTo(page, /^Review and sign the quote of/);
      await page.keyboard.press("Enter");
      await seen(signDialog(page).getByText("42 USDC"));

      // The dialog traps the focus. Escape closes it and restores the focus.
      let checked = 0;
      for (const key of ["Tab", "Shift+Tab"]) {
        for (let i = 0; i < 14; i++) {
          await page.keyboard.press(key);
          const at = await focused(page);
          if (!at) continue;
          checked += 1;
          expect(at, `after ${i + 1} times ${key}`).toMatchObject({
            inDialog: true,
            visible: true,
          });
        }
      }
      expect(checked).toBeGreaterThan(0);
      await page.keyboard.press("Escape");
      await gone(signDialog(page));
      // A closed dialog removes its content a moment later. Wait for that.
      await page.locator("dialog h2").waitFor({ state: "detached" });
      expect((await focused(page))?.words).toMatch(/^Review and sign the quote of/);

      await page.keyboard.press("Enter");
      await seen(signDialog(page));
      await tabTo(page, "Attack this quote");
      await tabTo(page, "Sign and execute");
      await page.keyboard.press("Enter");
      await seen(page.getByText("The swap has ended: Completed."));
      await tabTo(page, "Dismiss", "Shift+Tab");
      await page.keyboard.press("Enter");
      await gone(page.getByRole("list", { name: "Steps so far" }));
    }));

  test("pools can be sorted and a price range can be set with the keyboard", () =>
    visit(
      async ({ page }) => {
        const table = page.getByRole("table", { name: "Liquidity pools" });
        await seen(table.getByRole("row").nth(1));
        await tabTo(page, "Search");
        await page.keyboard.type("usdc / weth");
        await expect
          .poll(async () =>
            (await table.locator("tbody tr").allInnerTexts()).every((text) =>
              text.includes("USDC / WETH"),
            ),
          )
          .toBe(true);
        await tabTo(page, "Fee APR");
        await page.keyboard.press("Enter");
        await expect
          .poll(() =>
            table.getByRole("columnheader", { name: "Fee APR" }).getAttribute("aria-sort"),
          )
          .toBe("descending");
        await tabTo(page, /details, /);
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog");
        await seen(dialog.getByRole("img", { name: /^Current price/ }));
        await tabTo(page, "Lower bound");
        const slider = dialog.getByRole("slider", { name: "Lower bound" });
        const before = await slider.getAttribute("aria-valuetext");
        await page.keyboard.press("ArrowRight");
        await expect.poll(() => slider.getAttribute("aria-valuetext")).not.toBe(before);
        await page.keyboard.press("Escape");
        await gone(dialog);
        expect((await focused(page))?.words).toMatch(/details, /);
      },
      { section: "pools" },
    ));
});
