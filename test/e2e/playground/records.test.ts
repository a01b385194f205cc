import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { connect, go, inSection, seen } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

const money = (text: string) => {
  const [, digits = "", unit = ""] = text.match(/^\$([\d,.]+)([KMB]?)$/) ?? [];
  return Number(digits.replaceAll(",", "")) * ({ K: 1e3, M: 1e6, B: 1e9 }[unit] ?? 1);
};

/** The values of the pools in the order of the table. */
async function lockedValues(page: Page): Promise<number[]> {
  const cells = page
    .getByRole("table", { name: "Liquidity pools" })
    .locator('td[data-label="Locked"]');
  return (await cells.allInnerTexts()).map((text) => money(text.trim()));
}

const recordCount = async (page: Page) => {
  const text = await page
    .getByRole("status")
    .filter({ hasText: /records?/ })
    .innerText();
  return Number(text.match(/^[\d,]+/)?.[0].replaceAll(",", ""));
};

describe(suite, () => {
  const visit = usePlayground();

  test("pools can be sorted by any column in both directions, with aria-sort", () =>
    visit(
      async ({ page }) => {
        const table = page.getByRole("table", { name: "Liquidity pools" });
        const header = (name: string) => table.getByRole("columnheader", { name });
        await page.getByRole("switch", { name: /^Only tokens on the project's whitelist/ }).click();
        await seen(page.getByText("12 pools, and there are more"));
        expect(await header("Locked").getAttribute("aria-sort")).toBe("descending");
        const down = await lockedValues(page);
        expect(down.length).toBeGreaterThan(10);
        expect(down).toEqual([...down].sort((a, b) => b - a));
        await table.getByRole("button", { name: "Locked" }).click();
        await expect.poll(() => header("Locked").getAttribute("aria-sort")).toBe("ascending");
        const up = await lockedValues(page);
        expect(up).toEqual([...up].sort((a, b) => a - b));
        expect(up).not.toEqual(down);
        await table.getByRole("button", { name: "Chain" }).click();
        await expect.poll(() => header("Chain").getAttribute("aria-sort")).toBe("descending");
        expect(await header("Locked").getAttribute("aria-sort")).toBeNull();
        const chains = await table.locator('td[data-label="Chain"]').allInnerTexts();
        expect(chains).toEqual([...chains].sort((a, b) => b.localeCompare(a)));
      },
      { section: "pools" },
    ));

  test("pools can be searched, and the chart of a price range follows its bounds", () =>
    visit(async ({ page }) => {
      await connect(page);
      await go(page, "pools");
      await page.getByRole("textbox", { name: "Search" }).fill("weth");
      const rows = page.getByRole("table", { name: "Liquidity pools" }).locator("tbody tr");
      await expect
        .poll(async () => (await rows.allInnerTexts()).every((text) => /weth/i.test(text)))
        .toBe(true);
      await page.getByRole("textbox", { name: "Search" }).fill("USDC / WETH");
      // A click anywhere in the row opens the pool.
      await rows.first().locator('td[data-label="Chain"]').click();
      const dialog = page.getByRole("dialog", { name: "USDC / WETH" });
      const picture = dialog.getByRole("img", {
        name: /^Current price [\d.]+ WETH per USDC, inside the range from/,
      });
      await seen(picture);
      await dialog.getByRole("button", { name: "Range of 50 % around the price" }).click();
      const wide = (await picture.getAttribute("aria-label")) ?? "";
      const [, price = "", low = "", high = ""] =
        wide.match(/price ([\d.]+) .* from ([\d.]+) to ([\d.]+)\. /) ?? [];
      expect(Number(low) / Number(price)).toBeCloseTo(0.5, 3);
      expect(Number(high) / Number(price)).toBeCloseTo(1.5, 3);
      await dialog.getByRole("slider", { name: "Lower bound" }).fill("20");
      await seen(dialog.getByRole("img", { name: /outside the range from/ }));
      await seen(dialog.getByText("Outside the current price"));
      await dialog.getByRole("textbox", { name: "Lowest price" }).fill("9");
      await seen(dialog.getByText("The upper bound must be above the lower one."));
    }));

  test("the history loads more on scroll, and everything on demand", () =>
    visit(
      async ({ page }) => {
        await seen(page.getByRole("list", { name: "Transactions 1 to 20" }));
        await page.getByRole("button", { name: "Show more" }).click();
        await seen(page.getByRole("list", { name: "Transactions 1 to 100" }));
        await expect.poll(() => recordCount(page)).toBeGreaterThanOrEqual(100);
        const before = await recordCount(page);
        await expect
          .poll(async () => {
            await page.mouse.wheel(0, 4_000);
            return recordCount(page);
          })
          .toBeGreaterThan(before + 100);
        await page.getByRole("button", { name: "Load everything" }).click();
        await expect.poll(() => recordCount(page), { timeout: 90_000 }).toBe(10_000);
        // Only transactions near the viewport are rendered.
        expect(await page.locator(".tx").count()).toBeLessThan(2_000);
      },
      { section: "history", latency: 0 },
    ));

  test("the history can be filtered by type, status and chain", () =>
    visit(
      async ({ page }) => {
        const items = page
          .getByRole("list", { name: /^Transactions/ })
          .first()
          .getByRole("listitem");
        await seen(items);
        await page.getByLabel("Type").selectOption("LENDING_SUPPLY");
        await expect
          .poll(async () => [...new Set(await page.locator(".tx-type").allTextContents())])
          .toEqual(["Lending supply"]);
        await page.getByLabel("Type").selectOption("");
        await page.getByLabel("Status").selectOption("FAILED");
        await expect
          .poll(async () => [...new Set(await page.locator(".tx-status").allTextContents())])
          .toEqual(["Failed"]);
        await page.getByLabel("Chain").selectOption("8453");
        await expect
          .poll(async () => [
            ...new Set((await items.allTextContents()).map((text) => text.includes("Base"))),
          ])
          .toEqual([true]);
      },
      { section: "history" },
    ));

  test.each([
    ["verified", "Verified", "The person can use fiat deposits and withdrawals now."],
    ["rejected", "Rejected", "Not verified"],
  ])("the verification of a person runs from the form to the result: %s", (_name, choice, end) =>
    visit(
      async ({ page }) => {
        await page.getByRole("textbox", { name: "Document number" }).fill("12 A");
        await page.getByRole("textbox", { name: "E-mail" }).fill("not an address");
        await page.getByRole("button", { name: "Create the session" }).click();
        // The alert lists every issue.
        const alert = await page.getByRole("alert").innerText();
        expect(alert).toMatch(/documentId/);
        expect(alert).toMatch(/email/);
        await page.getByRole("textbox", { name: "Document number" }).fill("123456789");
        await page.getByRole("textbox", { name: "E-mail" }).fill("ana@example.com");
        await page.getByRole("button", { name: "Create the session" }).click();
        const front = inSection(page, "Front of the document");
        await front.getByRole("button", { name: "Use a sample for the front" }).click();
        await seen(front.getByText("Uploaded"));
        const bar = front.getByRole("progressbar", { name: "Upload of the front" });
        expect(await bar.evaluate((element) => (element as HTMLProgressElement).position)).toBe(1);
        await seen(front.getByText(/front\.png, [\d,]+ KB · 100 %/));
        const start = page.getByRole("button", { name: "Start the check" });
        expect(await start.isDisabled()).toBe(true);
        await page.getByLabel("Document file, back").setInputFiles({
          name: "back.png",
          mimeType: "image/png",
          buffer: Buffer.from("a picture of a card".repeat(9)),
        });
        await seen(page.getByText("All documents are uploaded."));
        await page.getByRole("radio", { name: choice }).check();
        await start.click();
        await seen(page.getByRole("list", { name: "Status of the check" }).getByRole("listitem"));
        await seen(page.getByText(end));
        if (choice === "Verified") {
          const limits = inSection(page, "Financial limits");
          await seen(limits.getByRole("meter"));
          expect(await limits.getByRole("meter").count()).toBeGreaterThan(2);
        } else await seen(page.getByText(/^Document unreadable\./));
        await page.getByRole("button", { name: "Start over" }).click();
        await seen(page.getByRole("button", { name: "Create the session" }));
      },
      { section: "kyc" },
    ),
  );
});
