import { describe, expect, test } from "vitest";
import { errorCatalogue } from "../../../src/contract/shared/error-catalogue.js";
import { go, inSection, seen } from "./steps.js";
import { suite, usePlayground } from "./visit.js";

/** The error class of each entry whose title is not an error id. */
const expectedClasses: Readonly<Record<string, string>> = {
  "Too many requests": "RateLimitError",
  "503 from a gateway": "ServerError",
  "Feature not enabled": "ForbiddenError",
  "No connection": "ConnectionError",
  "Connection lost": "ConnectionError",
  Timeout: "TimeoutError",
  "Wait timeout": "WaitTimeoutError",
  Aborted: "AbortedError",
  "Outcome unknown": "OutcomeUnknownError",
  "Upload rejected": "UploadError",
  "Response does not match the schema": "ResponseValidationError",
  "Not JSON": "NotJsonError",
  "Empty body": "EmptyBodyError",
  Redirect: "RedirectError",
  "Pagination loop": "PaginationError",
  "Invalid request with several issues": "RequestValidationError",
  "Inverted price range": "RequestValidationError",
  "Unsafe configuration": "ConfigurationError",
  "Key in a browser": "ConfigurationError",
  "Unsafe to sign": "UnsafeToSignError",
  "Declined in the wallet": "SigningError",
  "Signed by another key": "SignatureMismatchError",
  "Unsupported signer": "UnsupportedSignerError",
  "Invalid amount": "AmountError",
};

/** The errors without a hint. */
const withoutHint = ["Aborted"];

describe(suite, () => {
  const visit = usePlayground();

  test("every entry of the error gallery throws, and its card shows the class, kind, id and hint", () =>
    visit(
      async ({ page }) => {
        const gallery = page.getByRole("navigation", { name: "Errors" });
        // The section loads late.
        await seen(gallery.getByRole("button").first());
        const titles = await gallery.getByRole("button").allInnerTexts();
        expect([...titles].sort()).toEqual(
          [...Object.keys(expectedClasses), ...Object.keys(errorCatalogue)].sort(),
        );
        const shown = inSection(page, "The error");
        const missingHints: string[] = [];
        for (const title of titles) {
          await gallery.getByRole("button", { name: title, exact: true }).click();
          const status = shown.getByRole("status").filter({ hasText: `${title}: ` });
          await status.waitFor({ state: "attached" });
          const name = ((await status.textContent()) ?? "").slice(title.length + 2);
          const card = shown.getByRole("article", { name, exact: true });
          await seen(card);
          const facts = Object.fromEntries(
            await card
              .locator("dl > div")
              .evaluateAll((lines) =>
                lines.map((line) => [...line.children].map(({ textContent }) => textContent)),
              ),
          ) as Record<string, string>;
          expect.soft(facts.Kind, title).toMatch(/^[a-z]+(_[a-z]+)*$/);
          expect.soft(facts.Class, title).toMatch(new RegExp(`^${name} →.* BursarError$`));
          if (title in expectedClasses) expect.soft(name, title).toBe(expectedClasses[title]);
          else {
            expect.soft(facts.Id, title).toBe(title);
            expect.soft(facts.Status, title).toMatch(/^[45]\d\d$/);
            // A request without a key is rejected before it gets a trace id.
            if (title !== "HTTP_EXCEPTION") expect.soft(facts["Trace id"], title).toBeTruthy();
          }
          expect
            .soft(
              await card.getByRole("region", { name: "The code that catches it" }).innerText(),
              title,
            )
            .toMatch(/catch/);
          if ((await card.getByText("What to do:").count()) === 0) missingHints.push(title);
        }
        expect.soft(missingHints).toEqual(withoutHint);
      },
      { section: "errors" },
    ));

  test("the request log shows every call, its bodies and its error, and can be filtered and cleared", () =>
    visit(
      async ({ page }) => {
        const gallery = page.getByRole("navigation", { name: "Errors" });
        await gallery.getByRole("button", { name: "SWAP_QUOTE", exact: true }).click();
        await seen(inSection(page, "The error").getByRole("article", { name: "ServerError" }));
        await gallery.getByRole("button", { name: "No connection" }).click();
        await seen(inSection(page, "The error").getByRole("article", { name: "ConnectionError" }));
        await go(page, "log");
        const rows = page.getByRole("table", { name: "Requests of this page" }).locator("tbody tr");
        await seen(rows.filter({ hasText: "swap.quote" }).filter({ hasText: "500" }));
        await seen(rows.filter({ hasText: "tokens.list" }).filter({ hasText: "ConnectionError" }));
        await page.getByRole("textbox", { name: "Filter" }).fill("swap.quote");
        await expect.poll(() => rows.count()).toBe(1);
        await page.getByRole("button", { name: /^Details of request \d+, swap\.quote/ }).click();
        const sent = JSON.parse(
          await page.getByRole("region", { name: "Request body" }).locator("pre").innerText(),
        );
        expect(sent).toMatchObject({ amountIn: "100", chainIdIn: 137 });
        const received = JSON.parse(
          await page.getByRole("region", { name: "Response body" }).locator("pre").innerText(),
        );
        expect(received).toMatchObject({ id: "SWAP_QUOTE" });
        const text = await page.getByRole("main").innerText();
        expect(text).not.toMatch(/x-api-key|sandbox-key|authorization/i);
        const download = page.waitForEvent("download");
        await page.getByRole("button", { name: "Export as JSON" }).click();
        expect((await download).suggestedFilename()).toBe("bursar-requests.json");
        await page.getByRole("button", { name: "Clear" }).click();
        await seen(page.getByText("No requests yet"));
      },
      { section: "errors" },
    ));
});
