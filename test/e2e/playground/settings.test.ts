import { describe, expect, test } from "vitest";
import { connect, fund, go, gone, quotes, seen, seenMessage } from "./steps.js";
import { suite, usePlayground, type Visit } from "./visit.js";

const settings = async ({ page }: Visit) => {
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await seen(dialog);
  return dialog;
};

const theme = ({ page }: Visit) => page.evaluate(() => document.documentElement.dataset.theme);

describe(suite, () => {
  const visit = usePlayground();

  test("the theme is the system's until the user chooses one, which persists after a reload", () =>
    visit(
      async (guest) => {
        const { page } = guest;
        expect(await theme(guest)).toBe("dark");
        await page.emulateMedia({ colorScheme: "light" });
        await expect.poll(() => theme(guest)).toBe("light");
        await page.getByRole("button", { name: "Use the dark theme" }).click();
        await expect.poll(() => theme(guest)).toBe("dark");
        await page.reload();
        await seen(page.getByRole("button", { name: "Use the light theme" }));
        expect(await theme(guest)).toBe("dark");
        const dialog = await settings(guest);
        await dialog.getByLabel("Theme").selectOption("light");
        await expect.poll(() => theme(guest)).toBe("light");
      },
      { browser: { colorScheme: "dark" } },
    ));

  test("advancing the sandbox's clock makes quotes expire and fetches new ones", () =>
    visit(async (guest) => {
      const { page } = guest;
      await connect(page);
      await fund(page);
      await go(page, "swap");
      await seen(quotes(page).first());
      const countQuoteRequests = async () => {
        await go(page, "log");
        const count = await page
          .getByRole("table", { name: "Requests of this page" })
          .getByText("swap.quote")
          .count();
        await go(page, "swap");
        return count;
      };
      const before = await countQuoteRequests();
      const dialog = await settings(guest);
      await dialog.getByRole("button", { name: "Advance the clock by 1 day" }).click();
      await seenMessage(page, "Advanced the sandbox's clock by 1 day");
      await page.keyboard.press("Escape");
      await gone(dialog);
      await seen(page.getByRole("button", { name: /^Review and sign/ }));
      await expect.poll(countQuoteRequests).toBeGreaterThan(before);
      // The page uses the same clock, so the new quotes are valid.
      await seen(quotes(page).first().getByRole("timer").filter({ hasText: /\d/ }));
    }));

  test("a reset clears the sandbox: no wallet, no balance, an empty log", () =>
    visit(async (guest) => {
      const { page } = guest;
      await connect(page);
      await fund(page);
      const dialog = await settings(guest);
      await dialog.getByRole("button", { name: "Reset the sandbox" }).click();
      await seenMessage(page, "The sandbox is reset");
      await gone(dialog);
      await go(page, "log");
      await seen(page.getByText("No requests yet"));
      await go(page, "connect");
      await connect(page);
      await go(page, "portfolio");
      await seen(page.getByText("The wallet is empty"));
    }));

  test("an unsafe base URL is rejected, and the page keeps its sandbox", () =>
    visit(async (guest) => {
      const dialog = await settings(guest);
      const field = dialog.getByRole("textbox", { name: "Base URL" });
      for (const url of [
        "http://api.example.com",
        "https://user:word@api.example.com",
        "ftp://127.0.0.1",
      ]) {
        await field.fill(url);
        await dialog.getByRole("button", { name: "Save" }).click();
        await seen(dialog.getByRole("alert").getByText("ConfigurationError"));
      }
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await seen(guest.page.getByText("Sandbox in this page"));
    }));
});
