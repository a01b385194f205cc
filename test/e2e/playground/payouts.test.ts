import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { balances, connect, fund, go, inSection, seen } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

const steps = {
  begun: "The intent is stored, nothing is signed",
  signed: "The hash is stored, nothing is sent",
  sent: "It is sent, the response is lost",
  waiting: "It is accepted, the result is open",
};

async function openPayouts(page: Page): Promise<void> {
  await connect(page);
  await fund(page);
  await go(page, "payouts");
  await seen(page.getByText("Nothing is paid yet"));
}

const start = (page: Page) => page.getByRole("button", { name: "Start", exact: true }).click();

/** Starts the list, and kills the worker at a step of the second payment. */
async function startAndKill(page: Page, step: string): Promise<void> {
  await page.getByRole("combobox", { name: "Kill it when" }).selectOption({ label: step });
  await page.getByRole("button", { name: "Kill the worker between two steps" }).click();
  await start(page);
  await seen(page.getByText("The worker was killed"));
}

const ended = (page: Page) =>
  seen(page.getByRole("status").getByText("Ended: 4 of 4 payments are made."));

/** The cells of a table, by column. */
const cells = (page: Page, table: string, column: string) =>
  page.getByRole("table", { name: table }).locator(`td[data-label="${column}"]`).allInnerTexts();

/** Every payment of the last list is in the history once, and the balance shows those of all. */
async function expectPaidOnce(page: Page, lists = 1): Promise<void> {
  await expect
    .poll(() => cells(page, "Payments", "Paid in the history"))
    .toEqual(["once", "once", "once", "once"]);
  expect(await cells(page, "Entries of the journal", "State")).toEqual(
    Array(4 * lists).fill("done"),
  );
  await seen(inSection(page, "Receipts").getByText(/^The chain is intact: \d+ lines$/));
  // 553.75 are paid per list, with 0.05 gas for each payee.
  expect((await balances(page))["USDC on Polygon"]).toBeCloseTo(
    1_500_000 - lists * (553.75 + 0.2),
    6,
  );
}

describe(suite, () => {
  const visit = usePlayground();

  test("each payee of a list is paid once after a kill at each step", () =>
    visit(async ({ page }) => {
      await openPayouts(page);
      const kills = [
        [steps.begun, "begun", "Bruno: nothing was executed, so it is paid now."],
        [steps.sent, "signed", "Bruno: it was executed, so it is not paid again."],
        [steps.waiting, "signed", "Bruno: it was executed, so it is not paid again."],
      ] as const;
      for (const [i, [step, state, found]] of kills.entries()) {
        if (i > 0) {
          await go(page, "payouts");
          await page.getByRole("button", { name: "New list" }).click();
        }
        await startAndKill(page, step);
        await seen(page.getByRole("status").getByText("Killed while it paid Bruno."));
        expect(await cells(page, "Payments", "Memory of the worker")).toEqual(Array(4).fill("–"));
        const entries = await cells(page, "Entries of the journal", "State");
        expect(entries).toEqual([...Array(4 * i).fill("done"), "done", state]);
        await page.getByRole("button", { name: "Start again" }).click();
        await seen(page.getByText(found));
        await ended(page);
        await expectPaidOnce(page, i + 1);
      }
    }));

  test("a hash that may have been sent is waited for until it has expired, while others are paid", () =>
    visit(
      async ({ page }) => {
        await openPayouts(page);
        await startAndKill(page, steps.signed);
        await page.getByRole("button", { name: "Start again" }).click();
        await seen(page.getByText(/^Bruno: it may be executed until .*, so it waits\.$/));
        await expect
          .poll(async () => {
            await page.clock.runFor(1_000);
            return cells(page, "Payments", "Memory of the worker");
          })
          .toEqual(["Paid", "May be sent: looking again", "Paid", "Paid"]);
        await expect
          .poll(async () => {
            await page.clock.runFor(5_000);
            return page.getByText("Ended: 4 of 4 payments are made.").count();
          })
          .toBe(1);
        await expectPaidOnce(page);
      },
      { latency: 0, clock: true },
    ));

  test("a list that was paid is started again, and nothing is sent", () =>
    visit(async ({ page }) => {
      await openPayouts(page);
      await start(page);
      await ended(page);
      await page.getByRole("button", { name: "Start again" }).click();
      await ended(page);
      await expectPaidOnce(page);
      await go(page, "log");
      const log = page.getByRole("table", { name: "Requests of this page" });
      await seen(log.getByText("operations.execute"));
      expect(await log.getByText("operations.execute").count()).toBe(4);
    }));

  test("the policy refuses what is above its limits, and the others are paid", () =>
    visit(async ({ page }) => {
      await openPayouts(page);
      await page.getByRole("textbox", { name: "Amount for Carla, in USDC" }).fill("900");
      await start(page);
      await seen(page.getByRole("status").getByText("Ended: 3 of 4 payments are made."));
      expect(await cells(page, "Payments", "Memory of the worker")).toEqual([
        "Paid",
        "Paid",
        expect.stringMatching(/^Refused by the policy: expected at most 500, got "900\.\d+"$/),
        "Paid",
      ]);
      expect(await cells(page, "Receipts", "What")).toContain("Refused: perOperation");
      // A list that was started stays as it is.
      const amount = page.getByRole("textbox", { name: "Amount for Carla, in USDC" });
      expect(await amount.isDisabled()).toBe(true);
      await page.getByRole("button", { name: "New list" }).click();
      expect(await amount.isDisabled()).toBe(false);
    }));

  test("changed, removed and cut lines of the receipts are named", () =>
    visit(async ({ page }) => {
      await openPayouts(page);
      await start(page);
      await ended(page);
      const receipts = inSection(page, "Receipts");
      await seen(receipts.getByText("The chain is intact: 12 lines"));
      await receipts.getByRole("button", { name: "Forge an amount" }).click();
      await seen(receipts.getByText("Line 1 was changed."));
      expect((await cells(page, "Receipts", "What"))[0]).toContain("1,200 (amount)");
      await receipts.getByRole("button", { name: "Restore the lines" }).click();
      await seen(receipts.getByText("The chain is intact: 12 lines"));
      await receipts.getByText("Edit the stored lines").click();
      const editor = receipts.getByRole("textbox", { name: "Lines of JSON" });
      const lines = (await editor.inputValue()).split("\n");
      await editor.fill(lines.filter((_, i) => i !== 4).join("\n"));
      await seen(receipts.getByText("Line 5 comes after 1 that is missing."));
      await editor.fill(lines.slice(0, -2).join("\n"));
      await seen(receipts.getByText("Line 11 is missing: the end was cut off."));
      await editor.fill(lines.map((line, i) => (i === 2 ? "nothing" : line)).join("\n"));
      await seen(receipts.getByText("Line 3 was changed."));
      expect((await cells(page, "Receipts", "What"))[2]).toBe("Cannot be read");
    }));
});
