import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** The heading of each section, by its place in the address. */
export const sections = {
  connect: "Connect",
  fund: "Fund",
  portfolio: "Portfolio",
  swap: "Swap",
  orders: "Limit orders",
  pools: "Pools",
  history: "History",
  kyc: "Verification",
  errors: "Error gallery",
  log: "Request log",
} as const;

export type SectionId = keyof typeof sections;

/** Waits until it is there to be seen. */
export const seen = (locator: Locator) => locator.first().waitFor({ state: "visible" });

/** Waits until it is not to be seen. */
export const gone = (locator: Locator) => locator.first().waitFor({ state: "hidden" });

/** Goes to a section by its link. */
export async function go(page: Page, id: SectionId): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole("navigation", { name: "Sections" })
    .getByRole("link", { name: sections[id], exact: true })
    .click();
  await seen(page.getByRole("heading", { level: 1, name: sections[id] }));
}

export const inSection = (page: Page, title: string | RegExp) =>
  page.getByRole("region", { name: title });

/** Connects by a key that the page makes, and answers with the wallet's address. */
export async function connect(page: Page): Promise<`0x${string}`> {
  await page.getByRole("button", { name: "Generate a key" }).click();
  return connected(page);
}

/** The address of the wallet that is connected. */
export async function connected(page: Page): Promise<`0x${string}`> {
  const panel = inSection(page, "Your smart wallet");
  await seen(panel.getByText("Registered"));
  const address = (await panel.locator("dd").first().innerText()).trim();
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  return address as `0x${string}`;
}

/** Takes all the play money that is offered. */
export async function fund(page: Page): Promise<void> {
  await go(page, "fund");
  await page.getByRole("button", { name: "Fund with all of these" }).click();
  await said(page, /^Funded with 1,500,000 USDC/);
}

/** Waits for a message in the corner. */
export const said = (page: Page, text: string | RegExp) =>
  seen(page.getByRole("status", { name: "Messages" }).getByText(text));

/** The balances by token and chain, as the portfolio's table shows them. */
export async function balances(page: Page): Promise<Record<string, number>> {
  await go(page, "portfolio");
  const table = page.getByRole("table", { name: "Tokens of the wallet" });
  await seen(table.getByRole("row").nth(1));
  const rows = await table
    .locator("tbody tr")
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText.trim())),
    );
  return Object.fromEntries(
    rows.map(([token = "", chain, , balance = ""]) => [
      `${token.split("\n").at(-1)} on ${chain}`,
      Number(balance.replaceAll(",", "")),
    ]),
  );
}

/** Every quote that is shown. */
export const quotes = (page: Page) => page.getByRole("article", { name: /^Quote of/ });

/** The quote that can be signed and is the best. */
export const bestQuote = (page: Page) =>
  page
    .getByRole("article")
    .filter({ hasText: "Best" })
    .getByRole("button", { name: /^Review and sign/ });

/** What is about to be signed. */
export const signing = (page: Page) =>
  page.getByRole("dialog", { name: "What you are about to sign" });
