import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { createLook, visitOptions } from "./look.js";
import { checks, connect, fund, go, seen, signDialog } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

/** Opens each place of the four sections. Returns accessibility violations and overflow. */
async function checkPayments(page: Page): Promise<string[]> {
  const { problems, look } = createLook(page);
  const sign = () => signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
  const lookAtReview = async (place: string) => {
    await seen(checks(page));
    await look(place, false);
    await sign();
  };
  const completed = (what: string) => seen(page.getByText(`The ${what} has ended: Completed.`));

  await connect(page);
  await fund(page);
  await go(page, "fiat");
  await seen(page.getByText("No verified person yet"));
  await look("fiat-before");
  await page.getByRole("button", { name: "Use the sample person" }).click();
  await page.getByRole("button", { name: "Get a quote" }).click();
  await seen(page.getByRole("button", { name: "Order the deposit" }));
  await look("fiat-quote");
  await page.getByRole("button", { name: "Order the deposit" }).click();
  await page.getByRole("button", { name: "Simulate the bank transfer" }).click();
  await page.getByRole("button", { name: /^Redeliver ramp.deposit COMPLETED/ }).click();
  await page.getByRole("button", { name: "Send a forged delivery" }).click();
  await seen(page.getByText("bad_signature"));
  await look("fiat-deliveries");
  await page.getByRole("button", { name: "Review the withdrawal" }).click();
  await lookAtReview("fiat-sign");
  await completed("withdrawal");
  await look("fiat-done");

  await go(page, "lending");
  await page.getByRole("button", { name: "Review the operation" }).click();
  await lookAtReview("lending-sign");
  await completed("operation");
  await seen(page.getByText("Borrowed"));
  await page.getByRole("textbox", { name: "Amount to borrow" }).fill("50");
  await page.getByRole("button", { name: "Review the operation" }).click();
  await seen(page.getByText("Cannot be executed"));
  await look("lending");

  await go(page, "positions");
  await seen(page.getByText("No positions yet"));
  await look("positions-before");
  await page.getByRole("link", { name: "Choose a pool" }).click();
  await page.getByRole("textbox", { name: "Search" }).fill("USDC / WETH");
  await page
    .getByRole("button", { name: /^USDC \/ WETH details/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Review the position" }).click();
  await sign();
  await completed("position");
  await page.getByRole("link", { name: "See your positions" }).click();
  await seen(page.getByText("In range: it earns fees"));
  await look("positions");
  await page.getByRole("button", { name: "Move to another range" }).click();
  await seen(page.getByRole("dialog", { name: "Move USDC / WETH" }));
  await look("positions-move", false);
  await page.getByRole("button", { name: "Review the move" }).click();
  await lookAtReview("positions-sign");
  await completed("operation");
  await go(page, "portfolio");
  await seen(page.getByRole("table", { name: "Positions of the wallet" }));
  await look("positions-portfolio");

  await go(page, "payouts");
  await look("payouts-before");
  await page
    .getByRole("combobox", { name: "Kill it when" })
    .selectOption({ label: "It is sent, the response is lost" });
  await page.getByRole("button", { name: "Kill the worker between two steps" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await seen(page.getByText("The worker was killed"));
  await look("payouts-killed");
  await page.getByRole("button", { name: "Start again" }).click();
  await seen(page.getByText("Ended: 4 of 4 payments are made."));
  await page.getByRole("button", { name: "Forge an amount" }).click();
  await page.getByText("Edit the stored lines").click();
  await look("payouts-forged");
  return problems;
}

describe(suite, () => {
  const visit = usePlayground();

  test("fiat, lending, positions and payouts are accessible on a phone, in a wide window and in the colors of the dark theme, and do not scroll horizontally", () =>
    visit(async ({ page }) => expect(await checkPayments(page)).toEqual([]), visitOptions));
});
