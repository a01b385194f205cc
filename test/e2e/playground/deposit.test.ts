import { describe, expect, test } from "vitest";
import { ownService, serveAltered } from "./altered-service.js";
import { connect, go, inSection, seen } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";

describe(suite, () => {
  const visit = usePlayground();

  test("a deposit is prepared, checked and shown, and nothing is sent", () =>
    visit(async ({ page }) => {
      await connect(page);
      await go(page, "fund");
      const panel = inSection(page, "Deposit from the owner's account");
      await panel.getByRole("textbox", { name: "Deposit" }).fill("12.5");
      await panel.getByRole("button", { name: "Prepare the deposit" }).click();
      await seen(panel.getByText("The transfer is what you asked for"));
      const text = (await panel.innerText()).toLowerCase();
      expect(text).toContain(usdc);
      expect(text).toContain((12_500_000).toString(16).padStart(64, "0"));
      await panel.getByRole("textbox", { name: "Deposit" }).fill("much");
      await panel.getByRole("button", { name: "Prepare the deposit" }).click();
      await seen(panel.getByRole("alert").getByText("No deposit was prepared"));
      await go(page, "portfolio");
      await seen(page.getByText("The wallet is empty"));
    }));

  test("a deposit of another amount shows the problem in place of the transfer", () =>
    visit(async ({ page, origin }) => {
      const sandbox = await serveAltered(page, origin, (text) =>
        text.replace(/("data":"0xa9059cbb[0-9a-f]{64})[0-9a-f]{64}/, `$1${"f".repeat(64)}`),
      );
      await connect(page);
      const owner = await inSection(page, "Your smart wallet").locator("dd").nth(1).innerText();
      const account = owner.trim() as `0x${string}`;
      sandbox.fund({ account, chainId: 137, token: usdc, amount: "100" });
      await go(page, "fund");
      await seen(page.getByText("Send tokens to the wallet"));
      const panel = inSection(page, "Deposit from the owner's account");
      await panel.getByRole("textbox", { name: "Deposit" }).fill("25");
      await panel.getByRole("button", { name: "Prepare the deposit" }).click();
      const alert = panel.getByRole("alert");
      await seen(alert.getByText("Do not send this transfer"));
      expect(await alert.innerText()).toContain("expected 25000000 in the smallest unit");
      expect(await panel.innerText()).not.toContain("0xa9059cbb");
    }, ownService));
});
