import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { ownService, serveAltered } from "./altered-service.js";
import {
  balances,
  checks,
  connect,
  fund,
  go,
  inSection,
  seen,
  sentenceResults,
  signDialog,
} from "./steps.js";
import { suite, usePlayground } from "./visit.js";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

const review = (page: Page) => page.getByRole("button", { name: "Review the operation" }).click();

const signButton = (page: Page) =>
  signDialog(page).getByRole("button", { name: "Sign and execute" });

describe(suite, () => {
  const visit = usePlayground();

  test("tokens are supplied and borrowed in one operation, then repaid and withdrawn", () =>
    visit(async ({ page }) => {
      await connect(page);
      await fund(page);
      await go(page, "lending");
      await seen(page.getByText("No loans yet"));
      await review(page);
      await seen(checks(page));
      expect(await sentenceResults(page)).toEqual({
        Matches: "Passed",
        "Within your limits": "Not checked",
        Reasonable: "Not checked",
        Settled: "Later",
        "Compared by this page": "Passed",
      });
      await signButton(page).click();
      await seen(page.getByText("The operation has ended: Completed."));
      await seen(page.getByText("Settled: no more left, and no less arrived, than was stated."));
      const loans = inSection(page, "Loans of Lender A");
      await seen(loans.getByText("Debt: 25.0 % of the supply"));
      expect(
        await loans
          .getByRole("meter", { name: "Debt of Lender A in percent of the supply" })
          .evaluate((meter) => (meter as HTMLMeterElement).value),
      ).toBeCloseTo(25);
      const borrowed = await balances(page);
      expect(borrowed["USDC on Polygon"]).toBeCloseTo(1_498_999.95, 6);
      expect(borrowed["WETH on Polygon"]).toBeCloseTo(12.6, 6);

      await go(page, "lending");
      await page.getByRole("combobox", { name: "What to do" }).selectOption("Repay and withdraw");
      await review(page);
      await signButton(page).click();
      await seen(page.getByText("No loans yet"));
      const repaid = await balances(page);
      expect(repaid["USDC on Polygon"]).toBeCloseTo(1_499_999.9, 6);
      expect(repaid["WETH on Polygon"]).toBeCloseTo(12.5, 6);
    }));

  test("a loan above the limit of the lender is not reviewed, and the reason is shown", () =>
    visit(async ({ page }) => {
      await connect(page);
      await fund(page);
      await go(page, "lending");
      await page.getByRole("textbox", { name: "Amount to borrow" }).fill("5");
      await review(page);
      await seen(page.getByRole("alert").getByText(/^Not enough is supplied/));
      expect(await signDialog(page).isVisible()).toBe(false);
      // Another amount removes the reason.
      await page.getByRole("textbox", { name: "Amount to borrow" }).fill("0.1");
      expect(await page.getByText(/^Not enough is supplied/).count()).toBe(0);
    }));

  test("a quote with another amount cannot be signed", () =>
    visit(async ({ page, origin }) => {
      const sandbox = await serveAltered(page, origin, (text) =>
        text.replaceAll('"value":"1000","usd"', '"value":"2000","usd"'),
      );
      const account = await connect(page);
      sandbox.fund({ account, chainId: 137, token: usdc, amount: "5000" });
      await go(page, "lending");
      await review(page);
      await seen(checks(page).getByRole("alert"));
      expect(await checks(page).innerText()).toContain("It is 2000 to supply, not 1000.");
      expect(await signButton(page).isDisabled()).toBe(true);
    }, ownService));
});
