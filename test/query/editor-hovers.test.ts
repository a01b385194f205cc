import ts from "typescript";
import { beforeAll, expect, test } from "vitest";

const snippet = `
import { createQueries } from "../../src/query/index.js";
declare const queries: ReturnType<typeof createQueries>;
const held = queries.wallets.portfolio("0x");
const quoted = queries.swap.quote({} as never);
const cancel = queries.swap.cancelLimitOrder();
const waited = queries.kyc.waitForSession("s");
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
}, 60_000);

/** What an editor shows over the last character of a text in the snippet. */
function hover(text: string): { shown: string; documentation: string } {
  const info = service.getQuickInfoAtPosition(file, snippet.indexOf(text) + text.length - 1);
  return {
    shown: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
  };
}

test.each([
  ["const held", "const held: ReadOptions<Portfolio>"],
  ["const quoted", "const quoted: QuoteOptions<SwapQuotes>"],
  ["const waited", "const waited: WaitQueryOptions<IndividualSession>"],
  [
    "queries.wallets.portfolio",
    "portfolio(walletAddress: string, query?: PortfolioQuery | undefined): ReadOptions<Portfolio>",
  ],
  ["queries.swap.quote", "quote(request: SwapQuoteRequest): QuoteOptions<SwapQuotes>"],
  [
    "const cancel",
    "WriteOptions<CancelLimitOrderResult, [transactionId: string, request: CancelLimitOrderRequest]>",
  ],
])("an editor's hover over %s is readable", (text, shown) => {
  expect(hover(text).shown).toContain(shown);
});

test("an editor shows what the client's method says of itself", () => {
  expect(hover("queries.wallets.portfolio").documentation).toContain("Reads what a wallet holds");
});
