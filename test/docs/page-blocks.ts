import { pagesOfParts, runsInNode, runsInPage } from "../../site/.vitepress/run-blocks.js";
import { type Block, findBlocks, pages } from "./markdown.js";

/** Every TypeScript block of the pages, except of those that other tests compile. */
export const blocks: readonly Block[] = pages
  .filter((page) => !pagesOfParts.includes(page))
  .flatMap((page) => findBlocks(page))
  .filter(({ language }) => language === "ts");

export const isCompiled = ({ language, note }: Block) =>
  language === "ts" && !note.startsWith("nocheck");
export const compiled = blocks.filter(isCompiled);

const all = pages.flatMap((page) => findBlocks(page));
/** The blocks that run in Node, and those of them that run in a page, too. */
export const runnable = all.filter(runsInNode);
export const runnableInPage = runnable.filter(runsInPage);

/** What the first block of a page prints last, if the page does not show its output. */
const results: Readonly<Record<string, string>> = {
  "docs/eip-7702.md": "COMPLETED",
  "docs/kyc.md": "ARS",
  "docs/liquidity.md": "closed: COMPLETED",
  "docs/lending.md": "WETH",
  "docs/proxy.md": "403 PROXY_FORBIDDEN",
};
const first = new Map([...runnable].reverse().map(({ page, where }) => [page, where]));

/** What a block prints last, if that is known and not on its page. */
export const findResult = ({ page, where }: Block): string | undefined =>
  first.get(page) === where ? results[page] : undefined;

/** The blocks whose output is known. */
export const checkedBlocks = runnable.filter(
  (block) => block.output !== undefined || findResult(block) !== undefined,
);
