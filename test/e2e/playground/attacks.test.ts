import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import {
  attack,
  balances,
  bestQuote,
  checks,
  go,
  gone,
  problemCodes,
  sectionShown,
  seen,
  sentenceResults,
  signDialog,
} from "./steps.js";
import { suite, usePlayground } from "./visit.js";

const signButton = (page: Page) =>
  signDialog(page).getByRole("button", { name: "Sign and execute" });

/** The values in the menu of the open review. */
const offeredAttacks = (page: Page) =>
  signDialog(page)
    .getByRole("combobox", { name: /^Attack this/ })
    .locator("option")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

/** Starts with a funded wallet, which leads to the swap. */
async function start(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start with a funded wallet" }).click();
  await sectionShown(page, "Swap");
}

/** The codes of each attack on a quote, and whether the user can accept them. */
const attacksOnQuotes = {
  receiver: { codes: ["receiver"], failed: ["Matches"], isFatal: true },
  amount: { codes: ["amount_in"], failed: ["Matches"], isFatal: true },
  minimum: {
    codes: ["below_minimum", "slippage"],
    failed: ["Within your limits", "Reasonable"],
    isFatal: true,
  },
  chain: { codes: ["chain", "chain"], failed: ["Matches"], isFatal: true },
  expiry: { codes: ["expiry_later"], failed: ["Reasonable"], isFatal: false },
  approval: { codes: ["not_asked"], failed: ["Matches"], isFatal: true },
  delegate: { codes: ["wallet", "delegate"], failed: ["Matches"], isFatal: true },
  hash: { codes: ["quote_id"], failed: ["Reasonable"], isFatal: false },
} as const;

const readme = new URL("../../../examples/playground/README.md", import.meta.url);
/** The attacks in the table of the README, with the codes of each. */
const documented = Array.from(
  readFileSync(readme, "utf8").matchAll(/^\| `\?attack=(\w+)` \|[^|]*\|([^|]*)\|$/gm),
  ([, id, text = ""]) => [id, Array.from(text.matchAll(/`(\w+)`/g), ([, code]) => code)],
);

describe(suite, () => {
  const visit = usePlayground();

  test("one button leads from the first screen to the quotes of a funded wallet", () =>
    visit(async ({ page }) => {
      await seen(page.getByText("The service runs inside this page."));
      await seen(page.getByText("Each quote is checked against your request before the key signs"));
      await start(page);
      await seen(bestQuote(page));
      expect((await balances(page))["USDC on Polygon"]).toBe(1_500_000);
    }));

  test("each attack on a quote fails the check of its sentence, with the code of the problem", () =>
    visit(async ({ page }) => {
      await start(page);
      await bestQuote(page).click();
      await seen(checks(page));
      const detected = Object.entries(attacksOnQuotes);
      const expected = detected.map(([id, { codes }]) => [id, [...new Set(codes)]]);
      expect(documented).toEqual([...expected, ["identity", []]]);
      expect(await offeredAttacks(page)).toEqual(["", ...documented.map(([id]) => id)]);
      for (const [id, { codes, failed, isFatal }] of detected) {
        await attack(page, id);
        await expect.poll(() => problemCodes(page), { message: id }).toEqual(codes);
        const results = await sentenceResults(page);
        const refused = Object.entries(results).filter(([, result]) =>
          ["Refused", "Unusual"].includes(result),
        );
        expect(refused.map(([name]) => name)).toEqual(failed);
        expect(await signButton(page).isDisabled(), id).toBe(true);
        expect(await signDialog(page).getByRole("switch").count(), id).toBe(isFatal ? 0 : 1);
        expect(new URL(page.url()).hash).toBe(`#/swap?attack=${id}`);
      }
      await attack(page, "");
      await expect.poll(() => problemCodes(page)).toEqual([]);
      expect(await signButton(page).isDisabled()).toBe(false);
    }));

  test("an unusual quote is signed after the user accepted its problem, and only that one", () =>
    visit(async ({ page }) => {
      await start(page);
      await bestQuote(page).click();
      await attack(page, "expiry");
      const accept = signDialog(page).getByRole("switch");
      await accept.click();
      expect(await signButton(page).isDisabled()).toBe(false);
      // The acceptance does not cover the problem of another attack.
      await attack(page, "hash");
      await seen(signDialog(page).getByText("Accept quote_id, and sign anyway"));
      expect(await signButton(page).isDisabled()).toBe(true);
      await attack(page, "expiry");
      await seen(signDialog(page).getByText("Accept expiry_later, and sign anyway"));
      await signButton(page).click();
      await seen(page.getByText("The swap has ended: Completed."));
      expect(new URL(page.url()).hash).toBe("#/swap");
    }));

  test("an operation of the attacker with its own hash passes the checks, and the settlement finds it", () =>
    visit(async ({ page }) => {
      await start(page);
      const before = await balances(page);
      await go(page, "swap");
      await bestQuote(page).click();
      await attack(page, "identity");
      await seen(checks(page).getByRole("status"));
      await signButton(page).click();
      const settlement = page.getByRole("region", { name: "Settlement" });
      await seen(settlement.getByText("Settled otherwise than stated."));
      expect(await settlement.locator(".code-badge").allInnerTexts()).toEqual(["arrived_less"]);
      const after = await balances(page);
      expect(after["WETH on Polygon"]).toBe(before["WETH on Polygon"]);
      expect(after["USDC on Polygon"]).toBe((before["USDC on Polygon"] ?? 0) - 100);
    }));

  for (const [section, codes] of [
    ["swap", ["receiver"]],
    ["orders", ["receiver"]],
    ["transfer", ["receiver"]],
  ] as const)
    test(`a link with an attack opens the review of ${section} with it`, () =>
      visit(
        async ({ page }) => {
          await seen(checks(page).getByText("Refused:"));
          expect(await problemCodes(page)).toEqual(codes);
          expect(await signButton(page).isDisabled()).toBe(true);
          await page.keyboard.press("Escape");
          await gone(signDialog(page));
          expect(new URL(page.url()).hash).toBe(`#/${section}`);
        },
        { section: `${section}?attack=receiver` },
      ));

  test("the attacks on a position that the library cannot see are refused by the page or not offered", () =>
    visit(async ({ page }) => {
      await start(page);
      await go(page, "pools");
      await page
        .getByRole("button", { name: /^USDC \/ WETH details/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Review the position" }).click();
      await seen(checks(page));
      // What is not compared does not pass.
      expect(await sentenceResults(page)).toEqual({
        Matches: "Passed",
        "Within your limits": "Not checked",
        Reasonable: "Not checked",
        Settled: "Later",
        "Compared by this page": "Passed",
      });
      expect(await offeredAttacks(page)).toEqual([
        "",
        "amount",
        "chain",
        "expiry",
        "approval",
        "delegate",
      ]);
      for (const [id, expected] of [
        ["amount", []],
        ["chain", ["chain"]],
        ["expiry", ["expired"]],
        ["approval", ["hash"]],
        ["delegate", ["wallet", "delegate"]],
      ] as const) {
        await attack(page, id);
        await seen(checks(page).getByText("Refused:"));
        await expect.poll(() => problemCodes(page), { message: id }).toEqual(expected);
        expect(await signButton(page).isDisabled(), id).toBe(true);
      }
      await attack(page, "");
      await seen(checks(page).getByRole("status"));
      expect(await signButton(page).isDisabled()).toBe(false);
    }));

  test("an empty wallet gets test money in place of quotes that it cannot pay for", () =>
    visit(async ({ page }) => {
      await page.getByRole("button", { name: "Generate a key" }).click();
      await page.getByRole("link", { name: "Go to swaps" }).click();
      await seen(page.getByText("The wallet has no USDC on Polygon"));
      expect(await page.getByText("Cannot be executed").count()).toBe(0);
      await page.getByRole("main").getByRole("button", { name: "Add test money" }).last().click();
      await seen(bestQuote(page));
    }));
});
