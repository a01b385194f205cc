import { beforeAll, expect, test } from "vitest";
import { type Editor, openEditor } from "../support/open-editor.js";

const snippet = `
import { createQueries } from "../../src/query/index.js";
declare const queries: ReturnType<typeof createQueries>;
const portfolio = queries.wallets.portfolio("0x");
const quotes = queries.swap.quote({} as never);
const cancel = queries.swap.cancelLimitOrder();
const session = queries.kyc.waitForSession("s");
`;
let hover: Editor["hover"];

beforeAll(() => {
  ({ hover } = openEditor("test/query/hovered-queries.ts", "src/query/index.ts", snippet));
  // The first request compiles the whole program.
  hover("const portfolio");
}, 120_000);

test.each([
  ["const portfolio", 'const portfolio: ReadOptions<Portfolio, "wallets.portfolio">'],
  ["const quotes", 'const quotes: QuoteOptions<SwapQuotes, "swap.quote">'],
  [
    "const session",
    'const session: WaitQueryOptions<IndividualSession, "kyc.individual.standard.get">',
  ],
  [
    "queries.wallets.portfolio",
    'portfolio(walletAddress: string, query?: PortfolioQuery | undefined): ReadOptions<Portfolio, "wallets.portfolio">',
  ],
  [
    "queries.swap.quote",
    'quote(request: SwapQuoteRequest): QuoteOptions<SwapQuotes, "swap.quote">',
  ],
  [
    "const cancel",
    'WriteOptions<CancelLimitOrderResult, [transactionId: string, request: SignedCancellation], "swap.cancelLimitOrder">',
  ],
])("shows a readable type for %s", (text, shown) => {
  expect(hover(text).shown).toContain(shown);
});

test("shows the TSDoc of the client's method", () => {
  expect(hover("queries.wallets.portfolio").documentation).toContain(
    "Gets the holdings of a wallet",
  );
});
