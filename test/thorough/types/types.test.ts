import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { compile, hovers } from "../../support/compiler/client.js";

const assertions = readdirSync(new URL("../../types/", import.meta.url))
  .filter((name) => name.endsWith(".test-d.ts"))
  .map((name) => `test/types/${name}`);

const text = `
import type { createQueries } from "../../../src/query/index.js";
declare const queries: ReturnType<typeof createQueries>;
const portfolioOptions = queries.wallets.portfolio("0x");
const quoteOptions = queries.swap.quote({} as never);
const cancelOptions = queries.swap.cancelLimitOrder();
const sessionOptions = queries.kyc.waitForSession("s");
`;
const snippet = { name: "test/thorough/types/hovered-snippet.ts", text };
const hover = async (over: string) => {
  const [shown] = await hovers(snippet, [over]);
  return shown as NonNullable<typeof shown>;
};

/** One program, because each checks the types that it uses again. */
let problems: readonly string[];
beforeAll(async () => {
  const names = [...assertions, "test/support/express.d.ts"];
  problems = await compile([snippet, ...names.map((name) => ({ name }))]);
});

describe("the types", () => {
  it.each(assertions)("are as asserted in %s", (name) => {
    expect(problems.filter((problem) => problem.startsWith(`${name}:`))).toEqual([]);
  });
});

describe("an editor's hover over query options", () => {
  it("compiles the snippet", () => {
    expect(problems).toEqual([]);
  });

  it.each([
    [
      "const portfolioOptions",
      'const portfolioOptions: ReadOptions<Portfolio, "wallets.portfolio">',
    ],
    ["const quoteOptions", 'const quoteOptions: QuoteOptions<SwapQuotes, "swap.quote">'],
    [
      "const sessionOptions",
      'const sessionOptions: WaitQueryOptions<IndividualSession, "kyc.individual.standard.get">',
    ],
    [
      "queries.wallets.portfolio",
      'portfolio(walletAddress: string, query?: PortfolioQuery | undefined): ReadOptions<Portfolio, "wallets.portfolio">',
    ],
    [
      "queries.swap.quote",
      'quote(request: SwapQuoteRequest | UseDefineRequest): QuoteOptions<SwapQuotes, "swap.quote">',
    ],
    [
      "const cancelOptions",
      'WriteOptions<CancelLimitOrderResult, [transactionId: string, request: SignedCancellation], "swap.cancelLimitOrder">',
    ],
  ])("shows a readable type for %s", async (over, shown) => {
    // The order of a union depends on what was compiled before.
    const received = (await hover(over)).shown.replace(
      "UseDefineRequest | SwapQuoteRequest",
      "SwapQuoteRequest | UseDefineRequest",
    );
    expect(received).toContain(shown);
  });

  it("shows the TSDoc of the client's method", async () => {
    const { documentation } = await hover("queries.wallets.portfolio");
    expect(documentation).toContain("Gets the holdings of a wallet");
  });
});
