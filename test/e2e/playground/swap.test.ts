import { describe, expect, test } from "vitest";
import {
  balances,
  bestQuote,
  connect,
  fund,
  go,
  quotes,
  seen,
  seenMessage,
  sentenceResults,
  signDialog,
} from "./steps.js";
import { suite, usePlayground, type Visit } from "./visit.js";

const connectAndFund = async ({ page }: Visit) => {
  const address = await connect(page);
  await fund(page);
  return address;
};

describe(suite, () => {
  const visit = usePlayground();

  test("a swap runs from the quotes to its final status and changes the balances", () =>
    visit(async (guest) => {
      const { page } = guest;
      const address = await connectAndFund(guest);
      const before = await balances(page);
      await go(page, "swap");
      await page.getByRole("textbox", { name: "You pay" }).fill("250");
      await bestQuote(page).click();
      const dialog = signDialog(page);
      await seen(dialog.getByText("You get at least"));
      const text = await dialog.innerText();
      // The same figure as in the card of the quote.
      const card = page.getByRole("article").filter({ hasText: "Best" });
      const [, least = "missing"] = /Guaranteed\s+([\d.]+) WETH/.exec(await card.innerText()) ?? [];
      expect(text).toMatch(new RegExp(`You get at least\\s+${least.replace(".", "\\.")} WETH`));
      expect(text).toContain("250 USDC");
      expect(text.toLowerCase()).toContain(address.toLowerCase());
      expect(text).toMatch(/Gas fee/i);
      expect(text).toMatch(/Sign until/);
      expect(await sentenceResults(page)).toEqual({
        Matches: "Passed",
        "Within your limits": "Passed",
        Reasonable: "Passed",
        Settled: "Later",
      });
      await dialog.getByRole("button", { name: "Sign and execute" }).click();
      const steps = page.getByRole("list", { name: "Steps so far" });
      await seen(steps.getByText("Signed"));
      await seen(steps.getByText("Queued"));
      await seen(page.getByText("The swap has ended: Completed."));
      await seen(steps.getByText("Completed"));
      const settlement = page.getByRole("region", { name: "Settlement" });
      await seen(settlement.getByText("Settled: no more left, and no less arrived"));
      const rows = await settlement.locator("tbody tr").allInnerTexts();
      expect(rows.map((row) => row.replaceAll(/\s+/g, " "))).toEqual([
        "Your wallet at most 250 USDC left: 250 USDC",
        expect.stringMatching(/^Your wallet at least 0\.09\d+ WETH arrived: 0\.09\d+ WETH$/),
      ]);
      await seenMessage(page, "The swap is done.");
      const after = await balances(page);
      expect(after["USDC on Polygon"]).toBe((before["USDC on Polygon"] ?? 0) - 250);
      expect(after["WETH on Polygon"]).toBeGreaterThan(before["WETH on Polygon"] ?? 0);
      expect({ ...after, "USDC on Polygon": 0, "WETH on Polygon": 0 }).toEqual({
        ...before,
        "USDC on Polygon": 0,
        "WETH on Polygon": 0,
      });
      await go(page, "history");
      await seen(page.getByRole("listitem").filter({ hasText: "Swap" }).getByText("Completed"));
    }));

  test("quotes appear side by side, one that cannot be executed shows the reason, and an invalid amount is marked at its field without quotes", () =>
    visit(async (guest) => {
      const { page } = guest;
      await connectAndFund(guest);
      await go(page, "swap");
      await page.getByRole("button", { name: "1,200,000 USDC: too much for one route" }).click();
      const unexecutable = quotes(page).filter({ hasText: "Cannot be executed" });
      await seen(unexecutable);
      expect(await quotes(page).count()).toBeGreaterThan(1);
      const tops = await quotes(page).evaluateAll((cards) =>
        cards.map((card) => Math.round(card.getBoundingClientRect().top)),
      );
      expect(new Set(tops).size).toBeLessThan(tops.length);
      expect(await unexecutable.first().innerText()).toMatch(
        /Cannot be executed[\s\S]*[a-z]{4,} [a-z]/i,
      );
      expect(await unexecutable.first().getByRole("button").count()).toBe(0);
      expect(
        await page
          .getByRole("status")
          .filter({ hasText: /^\d of \d quotes can be executed$/ })
          .innerText(),
      ).not.toMatch(/^0/);
      // The amount exceeds the liquidity, so no quote can be executed.
      const amount = page.getByRole("textbox", { name: "You pay" });
      await amount.fill("9000000");
      await seen(page.getByRole("status").filter({ hasText: /^0 of \d quotes can be executed$/ }));
      expect(await page.getByRole("button", { name: /^Review and sign/ }).count()).toBe(0);

      await amount.fill("ten");
      await expect.poll(() => amount.getAttribute("aria-invalid")).toBe("true");
      await seen(page.getByRole("alert").getByText("No quotes"));
      await amount.fill("");
      await seen(page.getByText("Enter an amount to see quotes"));
      await amount.fill("12");
      await seen(bestQuote(page));
      expect(await page.getByRole("alert").count()).toBe(0);
    }));

  test("a quote counts down and is renewed before it expires", () =>
    visit(
      async (guest) => {
        const { page } = guest;
        await connectAndFund(guest);
        await go(page, "swap");
        const timer = quotes(page).first().getByRole("timer");
        let left = Number.NaN;
        const readLeft = async () => {
          // Empty while the quotes are renewed.
          const [text = ""] = await timer.allTextContents();
          const [, minutes, seconds] = text.match(/(?:(\d+):)?(\d+)/) ?? [];
          left = seconds === undefined ? Number.NaN : Number(minutes ?? 0) * 60 + Number(seconds);
          return left;
        };
        await expect.poll(readLeft).toBeGreaterThan(30);
        const first = left;
        await page.clock.fastForward(20_000);
        await expect.poll(readLeft).toBeLessThan(first - 10);
        const low = left;
        await page.clock.fastForward(30_000);
        await expect.poll(readLeft).toBeGreaterThan(low);
        expect(await page.getByRole("button", { name: /^Expired/ }).count()).toBe(0);
      },
      { latency: 0, clock: true },
    ));

  test("a swap to another chain completes over a bridge", () =>
    visit(async (guest) => {
      const { page } = guest;
      await connectAndFund(guest);
      const before = await balances(page);
      await go(page, "swap");
      await page.getByRole("button", { name: "To Base" }).click();
      await seen(quotes(page).getByText(/Polygon → Base/));
      await bestQuote(page).click();
      await signDialog(page).getByRole("button", { name: "Sign and execute" }).click();
      await seen(page.getByRole("list", { name: "Steps so far" }));
      // A bridge takes minutes, so advance the sandbox's clock.
      await page.getByRole("button", { name: "Settings" }).click();
      const settings = page.getByRole("dialog", { name: "Settings" });
      await settings.getByRole("button", { name: "Advance the clock by 1 hour" }).click();
      await settings.getByRole("button", { name: "Cancel" }).click();
      await seen(page.getByText("The swap has ended: Completed."));
      const after = await balances(page);
      expect(after["USDC on Base"]).toBeGreaterThan(before["USDC on Base"] ?? 0);
    }));
});
