import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { balances, connect, connected, fund, go, inSection, seen, seenMessage } from "./steps.js";
import { suite, usePlayground } from "./visit.js";
import type { TestWallet } from "./wallet.js";

const wallet = (): TestWallet => ({
  account: privateKeyToAccount(generatePrivateKey()),
  name: "Tidy Wallet",
  declines: new Set(),
  requests: [],
});

describe(suite, () => {
  const visit = usePlayground();

  test("a generated key gets a registered wallet, is not readable, and is lost after a reload", () =>
    visit(async ({ page }) => {
      const address = await connect(page);
      await seenMessage(page, "The smart wallet is registered.");
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(stored).not.toMatch(/0x[0-9a-f]{64}/i);
      expect(await page.content()).not.toMatch(/0x[0-9a-f]{64}/i);
      expect(stored).not.toContain(address);
      await page.reload();
      await seen(page.getByRole("button", { name: "Generate a key" }));
    }));

  test("disconnecting removes the wallet from every section", () =>
    visit(async ({ page }) => {
      await connect(page);
      await page.getByRole("button", { name: "Disconnect" }).click();
      await seen(page.getByRole("button", { name: "Generate a key" }));
      for (const section of ["fund", "portfolio", "swap", "orders"] as const) {
        await go(page, section);
        await seen(page.getByRole("main").getByRole("link", { name: "Connect a wallet" }));
      }
    }));

  test("a browser wallet is found by EIP-6963, connects, and signs a swap", () => {
    const mine = wallet();
    return visit(
      async ({ page }) => {
        await page.getByRole("button", { name: "Connect Tidy Wallet" }).click();
        await connected(page);
        const panel = inSection(page, "Your smart wallet");
        await seen(panel.getByText(mine.account.address));
        await seen(panel.getByText("Tidy Wallet"));
        await fund(page);
        await go(page, "swap");
        await page
          .getByRole("button", { name: /^Review and sign/ })
          .first()
          .click();
        const dialog = page.getByRole("dialog", { name: "What you are about to sign" });
        mine.declines.add("personal_sign");
        await dialog.getByRole("button", { name: "Sign and execute" }).click();
        await seenMessage(page, "Declined in the wallet. Nothing was signed.");
        // Declining is not an error. The dialog stays open for another attempt.
        expect(await page.getByRole("alert").count()).toBe(0);
        mine.declines.clear();
        await dialog.getByRole("button", { name: "Sign and execute" }).click();
        await seen(page.getByText("The swap has ended: Completed."));
        expect(mine.requests.filter((method) => method === "personal_sign")).toHaveLength(2);
      },
      { wallet: mine },
    );
  });

  test("the portfolio shows the funded tokens in a table and in a chart with a text alternative", () =>
    visit(async ({ page }) => {
      await connect(page);
      await go(page, "portfolio");
      await seen(page.getByText("The wallet is empty"));
      await fund(page);
      await page.getByRole("textbox", { name: "Amount" }).fill("250.5");
      await page.getByRole("button", { name: "Add tokens" }).click();
      await seenMessage(page, "Funded with 250.5 USDC.");
      expect(await balances(page)).toEqual({
        "USDC on Polygon": 1_500_250.5,
        "WETH on Polygon": 12.5,
        "WBTC on Polygon": 1.25,
        "BRZ on Polygon": 50_000,
        "USDC on Base": 25_000,
      });
      const chart = page.getByRole("img", {
        name: /^Share of each token: USDC on Polygon \d+\.\d %/,
      });
      const text = (await chart.getAttribute("aria-label")) ?? "";
      const shares = [...text.matchAll(/(\d+\.\d) %/g)].map(([, share]) => Number(share));
      expect(shares).toHaveLength(5);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
      await page.getByLabel("Profit and loss over").selectOption({ label: "1 year" });
      await seen(page.getByText("Profit, 1 year"));
    }));
});
