import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** The heading of each section, by its id in the URL. */
export const sections = {
  connect: "Connect",
  fund: "Fund",
  portfolio: "Portfolio",
  transfer: "Transfer",
  swap: "Swap",
  orders: "Limit orders",
  pools: "Pools",
  positions: "Positions",
  lending: "Lending",
  fiat: "Fiat",
  payouts: "Payouts",
  history: "History",
  kyc: "Verification",
  errors: "Error gallery",
  log: "Request log",
} as const;

export type SectionId = keyof typeof sections;

/** Waits until the element is visible. */
export const seen = (locator: Locator) => locator.first().waitFor({ state: "visible" });

/** Waits until the element is hidden. */
export const gone = (locator: Locator) => locator.first().waitFor({ state: "hidden" });

/** Waits until a section is shown. Its content is loaded after its heading. */
export async function sectionShown(page: Page, title: string): Promise<void> {
  await seen(page.getByRole("heading", { level: 1, name: title }));
  await gone(page.getByText(`Loading ${title}`, { exact: true }));
}

/** Opens a section with its link. */
export async function go(page: Page, id: SectionId): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole("navigation", { name: "Sections" })
    .getByRole("link", { name: sections[id], exact: true })
    .click();
  await sectionShown(page, sections[id]);
}

export const inSection = (page: Page, title: string | RegExp) =>
  page.getByRole("region", { name: title });

/** Connects with a generated key and returns the wallet's address. */
export async function connect(page: Page): Promise<`0x${string}`> {
  await page.getByRole("button", { name: "Generate a key" }).click();
  return connected(page);
}

/** Waits for the connected wallet and returns its address. */
export async function connected(page: Page): Promise<`0x${string}`> {
  const panel = inSection(page, "Your smart wallet");
  await seen(panel.getByText("Registered"));
  const address = (await panel.locator("dd").first().innerText()).trim();
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  return address as `0x${string}`;
}

/** Adds all of the offered test money. */
export async function fund(page: Page): Promise<void> {
  await go(page, "fund");
  await page.getByRole("button", { name: "Fund with all of these" }).click();
  await seenMessage(page, /^Funded with 1,500,000 USDC/);
}

/** Adds an entry to the recipient book, which chooses it for the next transfer. */
export async function addRecipient(page: Page, label: string, address: string): Promise<void> {
  const form = page.getByRole("form", { name: "New recipient" });
  await form.getByRole("textbox", { name: "Label" }).fill(label);
  await form.getByRole("textbox", { name: "Address" }).fill(address);
  await form.getByRole("button", { name: "Add the recipient" }).click();
  await seen(page.getByRole("checkbox", { name: label, checked: true }));
}

/** Waits for a message in the corner. */
export const seenMessage = (page: Page, text: string | RegExp) =>
  seen(page.getByRole("status", { name: "Messages" }).getByText(text));

/** Reads the balances by token and chain from the portfolio's table. */
export async function balances(page: Page): Promise<Record<string, number>> {
  await go(page, "portfolio");
  const table = page.getByRole("table", { name: "Tokens of the wallet" });
  await seen(table.getByRole("row").nth(1));
  // Until the response, the page shows the balances of before.
  await seen(page.getByRole("button", { name: "Refresh", exact: true, disabled: false }));
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

/** All shown quotes. */
export const quotes = (page: Page) => page.getByRole("article", { name: /^Quote of/ });

/** The button that signs the best executable quote. */
export const bestQuote = (page: Page) =>
  page
    .getByRole("article")
    .filter({ hasText: "Best" })
    .getByRole("button", { name: /^Review and sign/ });

/** The dialog that signs a quote. */
export const signDialog = (page: Page) =>
  page.getByRole("dialog", { name: "What you are about to sign" });

/** The open review: its checks, by their sentence, and the codes of the problems in them. */
export const checks = (page: Page) => signDialog(page).getByRole("region", { name: /^Checks of/ });

/** Chooses an attack in the open review by its id. The empty id removes it. */
export const attack = (page: Page, id: string) =>
  signDialog(page)
    .getByRole("combobox", { name: /^Attack this/ })
    .selectOption(id);

/** The result of each sentence in the open review, in their order. */
export async function sentenceResults(page: Page): Promise<Record<string, string>> {
  const rows = await checks(page)
    .locator(".check")
    .evaluateAll((found) =>
      found.map((row) => [
        row.querySelector("strong")?.textContent ?? "",
        row.querySelector(".sr-only")?.textContent ?? "",
      ]),
    );
  return Object.fromEntries(rows.map(([name, result = ""]) => [name, result.slice(1, -1)]));
}

/** The codes of the problems in the open review. */
export const problemCodes = (page: Page) => checks(page).locator(".code-badge").allInnerTexts();
