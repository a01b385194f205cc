import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { indexOptions, searchOptions, synonyms } from "../../../site/.vitepress/search.mjs";
import { dist, openSearch, openSite, root, searchFor } from "./browse.js";

const { open, load } = openSite();

interface Index {
  search(query: string): { id: string }[];
}
// A package of the site, which the site's build has installed.
const { default: MiniSearch } = (await import(
  `${root}site/node_modules/minisearch/dist/es/index.js`
)) as {
  default: { loadJSON(json: string, options: object): Index };
};

const chunks = `${dist}/assets/chunks/`;
const [file = ""] = readdirSync(chunks).filter((name) => name.startsWith("@localSearchIndexroot"));
const { default: json } = (await import(chunks + file)) as { default: string };
const index = MiniSearch.loadJSON(json, {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles"],
  searchOptions,
  ...indexOptions,
});
const links = Object.values(JSON.parse(json).documentIds as Record<string, string>);

/** What a reader types, and the link that must come first. */
const queries = [
  ["slippage", "/swaps#the-request"],
  ["retry", "/retries#retries-and-unknown-outcomes"],
  ["gas", "/swaps#the-request"],
  ["minAmountOut", "/limit-orders#limit-orders"],
  ["decimals", "/swaps#amounts"],
  ["idempotency", "/intents#once-per-intent"],
  ["double spend", "/intents#once-per-intent"],
  ["test without network", "/sandbox#the-sandbox"],
  ["offline", "/sandbox#the-sandbox"],
  ["timeout default", "/configuration#client-options"],
  ["how do I refund", "/fiat#fiat"],
  ["price impact", "/signing-codes#codes"],
  ["webhook signature", "/webhooks#webhooks"],
  ["hooks", "/observability#hooks"],
  ["AI agent", "/tools#tools-for-agents"],
  ["NOT_AUTHORIZED_TOKENS", "/error-ids#not_authorized_tokens"],
  ["cancel limit order", "/limit-orders#cancel-an-order"],
  ["privy", "/signers#signers"],
  ["install", "/getting-started#what-to-install"],
  ["api key in browser", "/browsers#browsers"],
  ["batch payment", "/transfers#several-at-once"],
  ["export csv", "/history#export-to-csv-every-night"],
  ["react hooks", "/query#tanstack-query"],
  ["lost response", "/retries#unknown-outcomes"],
  ["swap.quote", "/reference/swap.quote#swapquote"],
  ["fiat quote expired", "/error-ids#fiat_quote_expired"],
] as const;

test.each(queries)("the search for %s finds %s first", (query, link) => {
  expect(index.search(query)[0]?.id).toBe(link);
});

test("the search opens by a key, finds the same, and opens the first result by Enter", async () => {
  const [page] = await open();
  await load(page, "/");
  const dialog = await openSearch(page, () => page.keyboard.press("Control+k"));
  for (const [query, link] of queries.slice(0, 3)) {
    await dialog.getByRole("searchbox").fill(query);
    await expect.poll(() => dialog.getByRole("link").first().getAttribute("href")).toBe(link);
  }
  await dialog.getByRole("searchbox").press("Enter");
  await page.waitForURL("**/swaps#the-request");
  await dialog.waitFor({ state: "detached" });

  await searchFor(page, "privy");
  await page.keyboard.press("ArrowDown");
  expect(
    await dialog
      .getByRole("link")
      .first()
      .evaluate((link) => link.matches(":focus")),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await searchFor(page, "slippage");
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: "detached" });
  await page.close();
});

test("the page for a wrong address finds the pages that its words mean", async () => {
  const [page] = await open(390);
  await load(page, "/signing-polices");
  const results = page.locator(".not-found li a");
  await results.first().waitFor();
  expect(await results.first().getAttribute("href")).toBe("/signing-policy#signing-policies");
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("privy");
  await expect.poll(() => results.first().getAttribute("href")).toBe("/signers#signers");
  await results.first().click();
  await page.locator("h1", { hasText: "Signers" }).waitFor();
  await page.close();
});

test("every list of synonyms is of a page or section that is indexed", () => {
  const pages = new Set(links.flatMap((link) => [link, link.replace(/#.*/, "")]));
  expect(Object.keys(synonyms).filter((link) => !pages.has(link))).toEqual([]);
});

test("the index has no page for contributors, and of the reference only titles", () => {
  expect(links.filter((link) => /^\/(?:api|decisions|testing|style|readme)#/.test(link))).toEqual(
    [],
  );
  const sectionsOf = (path: string) => links.filter((link) => link.startsWith(`${path}#`));
  expect(sectionsOf("/reference/bursar/interfaces/SwapQuote")).toHaveLength(1);
  expect(sectionsOf("/reference/bursar/interfaces/Swap")).toContain(
    "/reference/bursar/interfaces/Swap#quote",
  );
});

test("the index has at most 150 kB with gzip", () => {
  expect(gzipSync(readFileSync(chunks + file)).length).toBeLessThanOrEqual(150_000);
});
