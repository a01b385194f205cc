import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import {
  balances,
  checks,
  connect,
  fund,
  go,
  gone,
  inSection,
  problemCodes,
  seen,
  sentenceResults,
  signDialog,
} from "./steps.js";
import { suite, usePlayground } from "./visit.js";

/** Opens the fiat page of a wallet for the sample person. */
async function openFiat(page: Page): Promise<void> {
  await connect(page);
  await fund(page);
  await go(page, "fiat");
  await page.getByRole("button", { name: "Use the sample person" }).click();
  await seen(inSection(page, "Deposit"));
}

/** Orders a deposit of an amount by PIX. */
async function orderDeposit(page: Page, amount: string): Promise<void> {
  const deposit = inSection(page, "Deposit");
  await deposit.getByRole("textbox", { name: "Amount to pay" }).fill(amount);
  await deposit.getByRole("button", { name: "Get a quote" }).click();
  await deposit.getByRole("button", { name: "Order the deposit" }).click();
  await seen(deposit.getByRole("img", { name: "QR code of the payment" }));
}

/** The deliveries, newest first: event, response and result. */
async function deliveries(page: Page): Promise<string[][]> {
  const rows = page.getByRole("table", { name: "Webhook deliveries" }).locator("tbody tr");
  return rows.evaluateAll((found) =>
    found.map((row) =>
      ["Event", "Response", "Result"].map(
        (name) =>
          row
            .querySelector<HTMLElement>(`[data-label="${name}"]`)
            ?.innerText.replace(/\s+/g, " ") ?? "",
      ),
    ),
  );
}

const seenResult = (page: Page, text: string) =>
  seen(page.getByRole("table", { name: "Webhook deliveries" }).getByText(text));

describe(suite, () => {
  const visit = usePlayground();

  test("a deposit by PIX is credited once, also after a redelivery and a forged delivery", () =>
    visit(async ({ page }) => {
      await openFiat(page);
      const before = await balances(page);
      await go(page, "fiat");
      await orderDeposit(page, "250");
      const picture = page.getByRole("img", { name: "QR code of the payment" });
      const size = await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
      expect(size).toBe(29);
      expect(await inSection(page, "Deposit").innerText()).toContain("br.gov.bcb.pix");
      await page.getByRole("button", { name: "Simulate the bank transfer" }).click();
      await seenResult(page, "Credited 49.5 USDC");
      await page.getByRole("button", { name: /^Redeliver ramp.deposit COMPLETED/ }).click();
      await seenResult(page, "A repetition: not processed again");
      await page.getByRole("button", { name: "Send a forged delivery" }).click();
      await seenResult(page, "bad_signature");
      const completed = expect.stringMatching(/^ramp.deposit COMPLETED deposit_\d+$/);
      expect(await deliveries(page)).toEqual([
        ["Not processed –", "401", expect.stringContaining("bad_signature")],
        [completed, "204", "A repetition: not processed again"],
        [completed, "204", "Credited 49.5 USDC"],
        [
          expect.stringMatching(/^ramp.deposit PROCESSING deposit_\d+$/),
          "204",
          "In progress: a further event follows",
        ],
      ]);
      const credits = inSection(page, "Webhook deliveries").getByText(/credited once$/);
      expect(await credits.allInnerTexts()).toEqual(["49.5 USDC, credited once"]);
      const after = await balances(page);
      expect(after["USDC on Polygon"]).toBe((before["USDC on Polygon"] ?? 0) + 49.5);
      // The deliveries are kept while another section is open.
      await go(page, "fiat");
      expect(await deliveries(page)).toHaveLength(4);
    }));

  test("a deposit by ACH shows every field of the bank", () =>
    visit(async ({ page }) => {
      await openFiat(page);
      await page.getByRole("combobox", { name: "Paid by" }).selectOption("ACH");
      await page.getByRole("button", { name: "Get a quote" }).click();
      await page.getByRole("button", { name: "Order the deposit" }).click();
      const instructions = page.getByRole("region", { name: "Pay by ACH" });
      await seen(instructions);
      const text = await instructions.innerText();
      for (const part of ["110000000", "0001234567", "Checking", "Sandbox Bank", "DEPOSIT_"])
        expect(text.toLowerCase()).toContain(part.toLowerCase());
    }));

  test("a withdrawal to a bank account is reviewed, signed and compared with the chain", () =>
    visit(async ({ page }) => {
      await openFiat(page);
      const panel = inSection(page, "Withdrawal");
      await panel.getByRole("textbox", { name: "Account number" }).fill("12");
      await panel.getByRole("button", { name: "Review the withdrawal" }).click();
      await seen(panel.getByRole("alert").getByText("exactly 10 digits").first());
      await panel.getByRole("textbox", { name: "Account number" }).fill("0001234567");
      await panel.getByRole("button", { name: "Review the withdrawal" }).click();
      await seen(checks(page));
      expect(await sentenceResults(page)).toEqual({
        Matches: "Passed",
        "Within your limits": "Not checked",
        Reasonable: "Passed",
        Settled: "Later",
        "Compared by this page": "Passed",
      });
      expect(await signDialog(page).innerText()).toMatch(
        /Account\s+Ana Silva, account 0001234567, routing number 110000000/,
      );
      await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
      await seen(page.getByText("The withdrawal has ended: Completed."));
      await seen(page.getByText("Settled: no more left, and no less arrived, than was stated."));
      await seenResult(page, "Credited 24.95 USD");
    }));

  test("a withdrawal of which the user accepts the high costs is signed", () =>
    visit(async ({ page }) => {
      await openFiat(page);
      const panel = inSection(page, "Withdrawal");
      await panel.getByRole("textbox", { name: "Amount to sell, in USDC" }).fill("0.4");
      await panel.getByRole("button", { name: "Review the withdrawal" }).click();
      await seen(checks(page));
      expect(await problemCodes(page)).toEqual(["high_costs"]);
      expect((await sentenceResults(page))["Reasonable"]).toBe("Unusual");
      await signDialog(page)
        .getByRole("switch", { name: "Accept high_costs, and sign anyway" })
        .click();
      await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
      await seen(page.getByText("The withdrawal has ended: Completed."));
    }));

  test("without a verified person, the page links to the verification and continues with its person", () =>
    visit(async ({ page }) => {
      await connect(page);
      await go(page, "fiat");
      await page.getByRole("link", { name: "Verify a person" }).click();
      await page.getByRole("button", { name: "Create the session" }).click();
      for (const side of ["front", "back"])
        await page.getByRole("button", { name: `Use a sample for the ${side}` }).click();
      await page.getByRole("button", { name: "Start the check" }).click();
      await page.getByRole("link", { name: "fiat deposits and withdrawals" }).click();
      await seen(inSection(page, "Deposit"));
      expect(await page.getByText(/^For the verified person/).innerText()).toMatch(/ind_\d/);
      await page.getByRole("button", { name: "Change the person" }).click();
      await seen(page.getByText("No verified person yet"));
      await gone(inSection(page, "Deposit"));
    }));
});
