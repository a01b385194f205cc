import { type Block, findBlocks, pages } from "./markdown.js";

/** Pages whose programs span several files or need packages of their own. Other tests run them. */
const otherTests: readonly string[] = [
  "README.md", // examples-compile.test.ts, examples-run.test.ts
  "docs/proxy.md", // server-pages.test.ts
  "docs/webhooks.md", // server-pages.test.ts
  "docs/query.md", // test/query/docs.test.ts
  "docs/simulation.md", // examples-compile.test.ts, examples-run.test.ts
];

/** Every TypeScript block of the pages, except of those that other tests compile. */
export const blocks: readonly Block[] = pages
  .filter((page) => !otherTests.includes(page))
  .flatMap((page) => findBlocks(page))
  .filter(({ language }) => language === "ts");

export const compiled = blocks.filter(({ note }) => !note.startsWith("nocheck"));
/** Complete programs on the pages that server-pages.test.ts compiles. */
const tries = ["docs/proxy.md", "docs/webhooks.md"].flatMap((page) =>
  findBlocks(page).filter(({ code }) => code.startsWith("// try.ts\n")),
);
export const runnable = [...compiled.filter(({ note }) => note === ""), ...tries];

/**
 * The variables of blocks that continue the first one of their page. `createAmbient` in
 * pages-run.test.ts creates them with a sandbox.
 */
export const ambientTypes = `
import type { Address, Client, SwapQuote, SwapQuoteRequest } from "bursar";
import type { Sandbox } from "bursar/sandbox";
import type { PrivateKeyAccount } from "viem/accounts";
declare global {
  const sandbox: Sandbox;
  const client: Client;
  const owner: PrivateKeyAccount;
  const walletAddress: Address;
  const usdc: Address;
  const weth: Address;
  const request: SwapQuoteRequest;
  const quote: SwapQuote;
}
`;
