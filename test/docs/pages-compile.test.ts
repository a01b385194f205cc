import { expect, test } from "vitest";
import { checkerTimeout } from "../support/compiler/client.js";
import { compiledBlocks, findFailingBlocks } from "./compile-blocks.js";
import { pages } from "./markdown.js";
import { blocks, compiled, runnable } from "./page-blocks.js";

test("a block of a page that is not compiled or not run says why", () => {
  const notes = blocks.map(({ note, where }) => `${where} ${note}`.trim());
  const allowed = /^\S+:\d+$|^docs\/api\.md:\d+ nocheck$|^\S+:\d+ (?:nocheck|norun|node): \S.{5,}$/;
  expect(notes.filter((note) => !allowed.test(note))).toEqual([]);
  expect(runnable.length).toBeGreaterThan(blocks.length / 2);
});

test("the first program of a guide, and of the pages for newcomers, shows what it prints", () => {
  const guides = pages.filter((page) => page.startsWith("docs/guides/"));
  expect(guides.length).toBeGreaterThan(4);
  const others = ["getting-started", "swaps", "intents", "limit-orders", "fiat", "webhooks"];
  for (const page of [...guides, ...others.map((name) => `docs/${name}.md`)]) {
    const [first] = runnable.filter((block) => block.page === page);
    expect(first?.output, page).toMatch(/\S/);
  }
});

/** test/thorough/docs compiles all pages, as Node reads them. */
const sample = "docs/swaps.md";

test(`every block of ${sample} compiles where the page says`, {
  timeout: checkerTimeout,
}, async () => {
  const all = compiledBlocks.filter(({ page }) => page === sample);
  expect(all.length).toBeGreaterThan(3);
  // It uses a name of Getting started in a wrong way.
  const code = "const total: number = quote.amountOut;\n";
  const wrong = { page: sample, where: "wrong", language: "ts", note: "", code };
  expect(await findFailingBlocks([...all, wrong])).toEqual([
    { where: "wrong", problems: expect.anything() },
  ]);
});

test("no block of a page has a cast, a non-null assertion or any", () => {
  for (const { code, where } of compiled) {
    const plain = code
      .replace(/\/\/.*|"[^"]*"|`[^`]*`|import [\s\S]*?;/g, "")
      .replace(/as const/g, "");
    expect(plain, where).not.toMatch(/\bas\b|\bany\b|@ts-|[\w)\]]!(?!=)/);
  }
});
