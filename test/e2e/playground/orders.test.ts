import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { connect, fund, go, gone, inSection, seen, seenMessage, signDialog } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

async function place(page: Page, amount: string, least: string): Promise<void> {
  await page.getByRole("textbox", { name: "You give" }).fill(amount);
  await page.getByRole("textbox", { name: "For at least" }).fill(least);
  await page.getByRole("button", { name: "Review the order" }).click();
  const dialog = signDialog(page);
  await seen(dialog.getByText("You get at least"));
  // The order outlives the quote, which has to be signed within a minute.
  const text = await dialog.innerText();
  const [, end = ""] = /Order stays open until\s+(.+), as you requested/.exec(text) ?? [];
  const isLater = await page.evaluate(
    (at) => new Date(at).toDateString() !== new Date().toDateString(),
    Date.parse(`${end} UTC`),
  );
  expect(isLater).toBe(true);
  expect(text).toMatch(/Sign within (1:00|\d+ s)/);
  await dialog.getByRole("button", { name: "Sign and execute" }).click();
  await seenMessage(page, "The order is placed and open.");
}

describe(suite, () => {
  const visit = usePlayground();

  test("a limit order is placed, stays open, and is cancelled with a signature", () =>
    visit(async ({ page }) => {
      await connect(page);
      await fund(page);
      await go(page, "orders");
      await seen(page.getByText("No orders yet"));
      await place(page, "1000", "5");
      const row = page
        .getByRole("table", { name: "Limit orders" })
        .getByRole("row")
        .filter({ hasText: "1,000 USDC" });
      await seen(row.getByText("Open", { exact: true }));
      const badge = await row.locator(".badge").boundingBox();
      // One line.
      expect(badge?.height).toBeLessThan(30);
      expect(await row.locator('td[data-label="Open until"]').innerText()).toMatch(/^\w{3} \d/);
      await seen(page.getByRole("status").filter({ hasText: "1 open" }));
      const cancel = page.getByRole("button", { name: "Cancel the order of 1,000 USDC" });
      await cancel.click();
      const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
      await seen(dialog.getByText("You sign"));
      expect(await dialog.innerText()).toMatch(/0x[0-9a-f]{40}/i);
      await dialog.getByRole("button", { name: "Keep the order" }).click();
      await gone(dialog);
      await seen(row.getByText("Open", { exact: true }));
      await cancel.click();
      await dialog.getByRole("button", { name: "Sign and cancel" }).click();
      await seenMessage(page, "The order is cancelled.");
      await seen(page.getByRole("status").filter({ hasText: "0 open" }));
      expect(await cancel.count()).toBe(0);
    }));

  test("an order fills when the market reaches its price", () =>
    visit(async ({ page }) => {
      await connect(page);
      await fund(page);
      await go(page, "orders");
      await place(page, "1000", "0.9");
      const row = page
        .getByRole("table", { name: "Limit orders" })
        .getByRole("row")
        .filter({ hasText: "0.9 WETH" });
      await seen(row.getByText("Open", { exact: true }));
      const market = inSection(page, "Change the market price");
      await market.getByLabel("Price of WETH, in USD").fill("1000");
      await market.getByRole("button", { name: "Set the price" }).click();
      await seen(row.getByText("Completed"));
    }));
});
