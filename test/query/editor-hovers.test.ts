import ts from "typescript";
import { beforeAll, expect, test } from "vitest";

const snippet = `
import { createQueries } from "../../src/query/index.js";
declare const queries: ReturnType<typeof createQueries>;
const portfolio = queries.wallets.portfolio("0x");
const quotes = queries.swap.quote({} as never);
const cancel = queries.swap.cancelLimitOrder();
const session = queries.kyc.waitForSession("s");
`;
const file = `${import.meta.dirname}/hovered-queries.ts`;
const entry = `${import.meta.dirname}/../../src/query/index.ts`;

let service: ts.LanguageService;

beforeAll(() => {
  const configFile = `${import.meta.dirname}/../../tsconfig.json`;
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configFile, ts.sys.readFile).config,
    ts.sys,
    `${import.meta.dirname}/../..`,
  );
  service = ts.createLanguageService({
    getScriptFileNames: () => [file, entry],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = name === file ? snippet : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => `${import.meta.dirname}/../..`,
    getCompilationSettings: () => config.options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  // The first request compiles the whole program.
  hover("const portfolio");
}, 120_000);

/** The hover text of an editor over the last character of a text in the snippet. */
function hover(text: string): { shown: string; documentation: string } {
  const info = service.getQuickInfoAtPosition(file, snippet.indexOf(text) + text.length - 1);
  return {
    shown: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
  };
}

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
