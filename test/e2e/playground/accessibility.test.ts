import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { createLook, visitOptions } from "./look.js";
import {
  addRecipient,
  attack,
  bestQuote,
  checks,
  connect,
  fund,
  go,
  gone,
  inSection,
  seen,
  seenMessage,
  signDialog,
} from "./steps.js";
import { suite, usePlayground } from "./visit.js";

/** Opens each section and dialog. Returns accessibility violations and overflow. */
async function checkAllSections(page: Page): Promise<string[]> {
  const { problems, look, lookOnPhone } = createLook(page);
  /** Waits until the messages in the corner have disappeared. */
  const messagesGone = () => expect.poll(() => page.locator(".toast").count()).toBe(0);

  await seen(page.getByRole("heading", { level: 1, name: "Connect" }));
  await look("connect-before");
  await go(page, "swap");
  await look("swap-before");
  await page.evaluate(() => {
    location.hash = "#/nothing";
  });
  await seen(page.getByRole("heading", { level: 1, name: "Not found" }));
  await look("unknown");
  await go(page, "connect");
  await connect(page);
  await look("connect");
  await fund(page);
  await page.getByRole("button", { name: "Prepare the deposit" }).click();
  await seen(page.getByText("The transfer is what you asked for"));
  await look("fund");
  await go(page, "swap");
  await page.getByRole("button", { name: "1,200,000 USDC: too much for one route" }).click();
  await seen(page.getByRole("article").filter({ hasText: "Cannot be executed" }));
  await look("swap");
  await page.getByRole("button", { name: "100 USDC", exact: true }).click();
  await seen(page.getByText("3 of 3 quotes can be executed"));
  await bestQuote(page).click();
  await seen(signDialog(page).getByText("You get at least"));
  await look("swap-sign", false);
  await attack(page, "receiver");
  await seen(signDialog(page).getByRole("alert"));
  await look("swap-rejected", false);
  await attack(page, "expiry");
  await seen(signDialog(page).getByRole("switch"));
  await look("swap-unusual", false);
  await attack(page, "identity");
  await seen(checks(page).getByRole("status"));
  await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
  await seen(page.getByText("Settled otherwise than stated."));
  await look("swap-robbed");
  await bestQuote(page).click();
  await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
  await seen(page.getByText("The swap has ended: Completed."));
  await look("swap-done");
  await go(page, "portfolio");
  await seen(page.getByRole("img", { name: /^Share of each token/ }));
  await messagesGone();
  await look("portfolio");
  await go(page, "transfer");
  await page.getByRole("button", { name: "Review the transfer" }).click();
  await page.getByRole("button", { name: "Add the recipient" }).click();
  await seen(page.getByText("Choose at least one recipient."));
  await look("transfer-before");
  await addRecipient(page, "Ana", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  await page.getByRole("button", { name: "Review the transfer" }).click();
  await seen(checks(page));
  await look("transfer-sign", false);
  await attack(page, "receiver");
  await seen(signDialog(page).getByRole("alert"));
  await look("transfer-rejected", false);
  await page.keyboard.press("Escape");
  await addRecipient(page, "Bruno Costa", "0x90F79bf6EB2c4f870365E785982E1f101E93b906");
  await page.getByRole("button", { name: "Review 2 transfers" }).click();
  await seen(signDialog(page).getByText("2 receivers get"));
  await look("transfer-batch", false);
  await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
  await seen(page.getByText("The batch has ended: Completed."));
  await messagesGone();
  await look("transfer-done");
  await go(page, "orders");
  await page.getByRole("textbox", { name: "For at least" }).fill("5");
  await page.getByRole("button", { name: "Review the order" }).click();
  await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
  await seenMessage(page, "The order is placed and open.");
  const cancel = page.getByRole("button", { name: /^Cancel the order of/ });
  await seen(cancel);
  await page.getByRole("button", { name: "Review the order" }).click();
  await seen(checks(page));
  await look("orders-sign", false);
  await page.keyboard.press("Escape");
  await gone(signDialog(page));
  await look("orders");
  await cancel.click();
  await seen(page.getByRole("dialog", { name: "Cancel this order?" }).getByText("You sign"));
  await look("orders-cancel", false);
  await page.keyboard.press("Escape");
  await go(page, "pools");
  await seen(page.getByRole("table", { name: "Liquidity pools" }).getByRole("row").nth(1));
  await look("pools", false);
  await page
    .getByRole("button", { name: / details, / })
    .first()
    .click();
  await seen(page.getByRole("dialog").getByRole("heading", { name: "Price range" }));
  await seen(
    page
      .getByRole("dialog")
      .getByRole("img", { name: /^Current price/ })
      .or(page.getByRole("dialog").getByText("not whitelisted")),
  );
  await look("pools-range", false);
  await page.getByRole("button", { name: "Review the position" }).click();
  await seen(checks(page));
  await look("pools-sign", false);
  await page.keyboard.press("Escape");
  await gone(signDialog(page));
  await page.keyboard.press("Escape");
  await go(page, "history");
  await seen(page.getByRole("list", { name: /^Transactions/ }));
  await look("history", false);
  await page
    .getByRole("combobox", { name: "Wallet" })
    .selectOption({ label: "Veteran (10,000 records)" });
  await seen(page.getByRole("list", { name: "Transactions 1 to 20" }));
  await look("history-veteran", false);
  await go(page, "kyc");
  await look("kyc");
  await page.getByRole("button", { name: "Create the session" }).click();
  for (const side of ["front", "back"])
    await page.getByRole("button", { name: `Use a sample for the ${side}` }).click();
  await seen(page.getByText("All documents are uploaded."));
  await look("kyc-documents");
  await page.getByRole("button", { name: "Start the check" }).click();
  await seen(inSection(page, "Financial limits").getByRole("meter"));
  await look("kyc-limits");
  await go(page, "errors");
  await look("errors-before", false);
  await page
    .getByRole("navigation", { name: "Errors" })
    .getByRole("button", { name: "Invalid request with several issues" })
    .click();
  await seen(page.getByRole("article", { name: "RequestValidationError" }));
  await look("errors", false);
  await go(page, "log");
  await page
    .getByRole("button", { name: /^Details of request/ })
    .first()
    .click();
  await look("log", false);
  await page.getByRole("button", { name: "Menu" }).click();
  await lookOnPhone("menu", false);
  await page.getByRole("button", { name: "Settings" }).click();
  await seen(page.getByRole("dialog", { name: "Settings" }));
  await look("settings", false);
  return problems;
}

describe(suite, () => {
  const visit = usePlayground();

  test("every section and dialog is accessible on a phone, in a wide window and in the colors of the dark theme, and does not scroll horizontally", () =>
    visit(async ({ page }) => expect(await checkAllSections(page)).toEqual([]), visitOptions));
});
