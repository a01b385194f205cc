import { type Block, findBlocks, pages } from "./markdown.js";

/** Pages whose programs span several files or need packages of their own. Other tests run them. */
const otherTests: readonly string[] = [
  "README.md", // compile-blocks.ts, test/examples
  "docs/proxy.md", // server-pages.test.ts
  "docs/webhooks.md", // server-pages.test.ts
  "docs/query.md", // test/query/docs.test.ts
  "docs/testing-your-app.md", // test/e2e/package/testing-your-app.test.ts
];

/** Every TypeScript block of the pages, except of those that other tests compile. */
export const blocks: readonly Block[] = pages
  .filter((page) => !otherTests.includes(page))
  .flatMap((page) => findBlocks(page))
  .filter(({ language }) => language === "ts");

export const isCompiled = ({ language, note }: Block) =>
  language === "ts" && !note.startsWith("nocheck");
export const compiled = blocks.filter(isCompiled);
/** Complete programs on the pages that server-pages.test.ts compiles. */
const tries = ["docs/proxy.md", "docs/webhooks.md"].flatMap((page) =>
  findBlocks(page).filter(({ code }) => /^\/\/ try[\w-]*\.ts\n/.test(code)),
);
export const runnable = [...compiled.filter(({ note }) => note === ""), ...tries];
