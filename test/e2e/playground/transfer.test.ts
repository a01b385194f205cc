import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import {
  addRecipient,
  balances,
  connect,
  connected,
  fund,
  go,
  gone,
  seen,
  seenMessage,
  signDialog,
} from "./steps.js";
import { suite, usePlayground } from "./visit.js";
import type { TestWallet } from "./wallet.js";

const usdc = "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359";
const ana = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const bruno = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const carla = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";

/** Opens the transfer page of a funded wallet. */
async function openFunded(page: Page): Promise<void> {
  await connect(page);
  await fund(page);
  await go(page, "transfer");
}

const amountBox = (page: Page) => page.getByRole("textbox", { name: /^You send/ });

const review = (page: Page) => page.getByRole("button", { name: /^Review/ }).click();

const signButton = (page: Page) =>
  signDialog(page).getByRole("button", { name: "Sign and execute" });

describe(suite, () => {
  const visit = usePlayground();

  test("a transfer runs from the recipient book to its final status and changes the balances", () =>
    visit(async ({ page }) => {
      await connect(page);
      await fund(page);
      const before = await balances(page);
      await go(page, "transfer");
      await addRecipient(page, "Ana", ana.toLowerCase());
      await amountBox(page).fill("250");
      await review(page);
      const dialog = signDialog(page);
      const receivers = dialog.getByRole("list", { name: "Receivers" });
      await seen(receivers.getByText("Ana"));
      expect(await receivers.innerText()).toContain(ana);
      const text = await dialog.innerText();
      expect(text).toContain("250 USDC");
      expect(text).toMatch(/Gas\s+0\.05 USDC \(at most 0\.075\)/);
      expect(text).toMatch(/Leaves the wallet\s+at most 250\.075 USDC on Polygon/);
      expect(text).toMatch(/Sign until\s+\w{3} \d/);
      // Known tokens have their names, and each fact is shown once.
      expect(text).not.toContain(usdc);
      expect(await dialog.getByRole("alert").count()).toBe(0);
      await signButton(page).click();
      await seen(page.getByText("The transfer has ended: Completed."));
      await seenMessage(page, "The transfer is done.");
      await seen(page.getByText("Balance 1,499,749.95"));
      const after = await balances(page);
      expect(after).toEqual({ ...before, "USDC on Polygon": 1_500_000 - 250 - 0.05 });
      await go(page, "history");
      await seen(page.getByRole("listitem").filter({ hasText: "Transfer" }).getByText("Completed"));
    }));

  test("several recipients are paid by one batch, which lists each of them", () =>
    visit(async ({ page }) => {
      await openFunded(page);
      await addRecipient(page, "Ana", ana);
      await addRecipient(page, "Bruno", bruno);
      await addRecipient(page, "Carla", carla);
      await page.getByRole("checkbox", { name: "Bruno" }).uncheck();
      await amountBox(page).fill("10");
      await page.getByRole("button", { name: "Review 2 transfers" }).click();
      const receivers = signDialog(page).getByRole("list", { name: "Receivers" });
      await seen(receivers);
      expect(
        (await receivers.getByRole("listitem").allInnerTexts()).map((text) => text.split(/\s+/)),
      ).toEqual([
        ["Ana", "10", "USDC", ana],
        ["Carla", "10", "USDC", carla],
      ]);
      expect(await signDialog(page).innerText()).toMatch(/2 receivers get\s+20 USDC/);
      await signButton(page).click();
      await seen(page.getByText("The batch has ended: Completed."));
      await seen(page.getByText("Balance 1,499,979.9"));
      // The next transfer starts without recipients.
      expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
      await go(page, "log");
      const log = page.getByRole("table", { name: "Requests of this page" });
      await seen(log.getByText("operations.batch"));
      expect(await log.getByText("operations.batch").count()).toBe(1);
      expect(await log.getByText("operations.execute").count()).toBe(1);
      expect(await log.getByText("operations.transfer").count()).toBe(0);
    }));

  test("the book rejects invalid and repeated entries, persists after a reload, and removes", () =>
    visit(async ({ page }) => {
      await connect(page);
      await go(page, "transfer");
      await seen(page.getByText("No recipients yet"));
      await page.getByRole("button", { name: "Add a recipient" }).click();
      const form = page.getByRole("form", { name: "New recipient" });
      const label = form.getByRole("textbox", { name: "Label" });
      const address = form.getByRole("textbox", { name: "Address" });
      expect(await label.evaluate((input) => input === document.activeElement)).toBe(true);
      const rejects = async (entry: readonly [string, string], problem: string) => {
        await label.fill(entry[0]);
        await address.fill(entry[1]);
        await form.getByRole("button", { name: "Add the recipient" }).click();
        await seen(form.getByText(problem));
      };
      await rejects(["", ana], "Enter a label.");
      expect(await label.getAttribute("aria-invalid")).toBe("true");
      await rejects(["Ana", "0x1234"], "Expected 0x and 40 hex digits.");
      expect(await address.getAttribute("aria-invalid")).toBe("true");
      // One digit of a checksummed address is changed.
      await rejects(["Ana", ana.replace("79C8", "79C9")], "The checksum does not match");
      await addRecipient(page, " Ana ", ana.toLowerCase());
      await rejects(["ana", bruno], "The book has this label already.");
      await rejects(
        ["Bruno", `0x${ana.slice(2).toUpperCase()}`],
        "The book has this address: Ana.",
      );
      await addRecipient(page, "Bruno", bruno);

      await page.reload();
      await seen(page.getByText("No wallet yet"));
      await go(page, "connect");
      await connect(page);
      await go(page, "transfer");
      const rows = page.getByRole("list", { name: "Recipients" }).getByRole("listitem");
      const texts = async () =>
        (await rows.allInnerTexts()).map((text) =>
          text.split(/\s+/).filter((each) => each !== "Remove"),
        );
      await seen(rows);
      expect(await texts()).toEqual([
        ["Ana", ana],
        ["Bruno", bruno],
      ]);
      await page.getByRole("button", { name: "Remove Ana" }).click();
      await seenMessage(page, "Removed Ana from the recipient book.");
      expect(await label.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await texts()).toEqual([["Bruno", bruno]]);
      expect(await page.getByRole("checkbox").count()).toBe(1);
    }));

  test("a malformed or foreign saved book does not break the page", () =>
    visit(
      async ({ page }) => {
        await connect(page);
        await go(page, "transfer");
        const rows = page.getByRole("list", { name: "Recipients" }).getByRole("listitem");
        await seen(rows);
        expect(await rows.count()).toBe(1);
        await seen(rows.getByText(bruno));
      },
      {
        script: `localStorage.setItem("bursar-playground-recipients", ${JSON.stringify(
          JSON.stringify([null, { label: "No address" }, { label: "Bruno", address: bruno }, 7]),
        )})`,
      },
    ));

  test("a transfer counts down, and cannot be signed after it has expired", () =>
    visit(
      async ({ page }) => {
        await openFunded(page);
        await addRecipient(page, "Ana", ana);
        await review(page);
        await seen(signDialog(page).getByRole("timer").filter({ hasText: /\d/ }));
        await page.clock.fastForward(61_000);
        await seen(signDialog(page).getByText("This transfer has expired"));
        await seen(
          signDialog(page)
            .getByRole("alert")
            .getByText(/^It has expired/),
        );
        expect(await signButton(page).isDisabled()).toBe(true);
      },
      { latency: 0, clock: true },
    ));

  test("missing recipients and an invalid amount are marked without a transfer, and gas above the maximum is not signed", () =>
    visit(async ({ page }) => {
      await openFunded(page);
      await review(page);
      await seen(page.getByText("Choose at least one recipient."));
      await addRecipient(page, "Ana", ana);
      await gone(page.getByText("Choose at least one recipient."));
      for (const [label, address] of [
        ["", ""],
        ["Bruno", bruno],
      ] as const) {
        if (label) await addRecipient(page, label, address);
        await amountBox(page).fill("ten");
        await review(page);
        await seen(page.getByRole("alert").getByText("No transfer was prepared"));
        expect(await amountBox(page).getAttribute("aria-invalid")).toBe("true");
      }

      await amountBox(page).fill("10");
      await page.getByText("More options").click();
      await page.getByRole("textbox", { name: "Gas at most, in USDC" }).fill("0.01");
      await review(page);
      await seen(
        signDialog(page)
          .getByRole("alert")
          .getByText(/^The stated gas is above the maximum/),
      );
      expect(await signButton(page).isDisabled()).toBe(true);
    }));

  test("a declined signature keeps the dialog, and one that arrives after it was closed is discarded", () => {
    const account = privateKeyToAccount(generatePrivateKey());
    let release = () => {};
    const wallet: TestWallet = {
      account: {
        ...account,
        async signMessage(message) {
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return account.signMessage(message);
        },
      },
      name: "Slow Wallet",
      declines: new Set(["personal_sign"]),
      requests: [],
    };
    return visit(
      async ({ page }) => {
        await page.getByRole("button", { name: "Connect Slow Wallet" }).click();
        await connected(page);
        await fund(page);
        await go(page, "transfer");
        await addRecipient(page, "Ana", ana);
        await review(page);
        await signButton(page).click();
        await seenMessage(page, "Declined in the wallet. Nothing was signed.");
        await seen(signDialog(page));
        wallet.declines.clear();
        await signButton(page).click();
        await expect
          .poll(() => wallet.requests.filter((each) => each === "personal_sign").length)
          .toBe(2);
        await page.keyboard.press("Escape");
        await gone(signDialog(page));
        release();
        await seenMessage(page, /^The dialog was closed. The signature was discarded/);
        await go(page, "log");
        const log = page.getByRole("table", { name: "Requests of this page" });
        await seen(log.getByText("operations.transfer"));
        expect(await log.getByText("operations.execute").count()).toBe(0);
      },
      { wallet },
    );
  });
});
