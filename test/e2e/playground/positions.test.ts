import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { checks, connect, fund, go, inSection, seen, seenMessage, signDialog } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

/** Opens a position in the first pool of USDC and WETH. */
async function openPosition(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Search" }).fill("USDC / WETH");
  await page
    .getByRole("button", { name: /^USDC \/ WETH details/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "USDC / WETH" });
  await dialog.getByRole("button", { name: "Review the position" }).click();
  await sign(page);
  await seen(dialog.getByText("The position has ended: Completed."));
}

const sign = (page: Page) =>
  signDialog(page).getByRole("button", { name: "Sign and execute" }).click();

const card = (page: Page) => inSection(page, /^Position \d+/);

describe(suite, () => {
  const visit = usePlayground();

  test("a position is opened, listed, collected, moved and closed", () =>
    visit(async ({ page }) => {
      await connect(page);
      await fund(page);
      await go(page, "positions");
      await page.getByRole("link", { name: "Choose a pool" }).click();
      await openPosition(page);
      await page.getByRole("link", { name: "See your positions" }).click();
      await seen(card(page).getByText("In range: it earns fees"));
      const opened = await card(page).innerText();
      expect(opened).toContain("0.0003 to 0.0005 WETH per USDC");

      await page.getByRole("button", { name: "Let 30 days pass" }).click();
      await seenMessage(page, "Advanced the sandbox's clock by 30 days");
      await card(page).getByRole("button", { name: "Collect the fees" }).click();
      await seen(checks(page));
      expect(await signDialog(page).innerText()).toMatch(
        /Collected fees\s+0\.4\d* USDC, 0\.0002\d* WETH/,
      );
      await sign(page);
      await seen(page.getByText("The operation has ended: Completed."));
      await page.getByRole("button", { name: "Dismiss" }).click();

      await card(page).getByRole("button", { name: "Move to another range" }).click();
      const move = page.getByRole("dialog", { name: "Move USDC / WETH" });
      await move.getByRole("button", { name: "Range of 5 % around the price" }).click();
      await move.getByRole("button", { name: "Review the move" }).click();
      await seen(checks(page));
      expect(await signDialog(page).innerText()).toMatch(
        /New price range\s+0\.00038 to 0\.00042 WETH per USDC/,
      );
      await sign(page);
      await seen(card(page).getByText("0.00038 to 0.00042 WETH per USDC"));
      expect(await card(page).count()).toBe(1);
      expect((await card(page).innerText()).match(/(\d+) on Polygon/)?.[1]).not.toBe(
        opened.match(/(\d+) on Polygon/)?.[1],
      );

      await card(page).getByRole("button", { name: "Close", exact: true }).click();
      await seen(checks(page));
      await sign(page);
      await seen(page.getByText("No positions yet"));
    }));
});
