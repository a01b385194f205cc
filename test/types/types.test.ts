import { beforeAll, describe, expect, it } from "vitest";
import { checkerTimeout, compile, hovers, signatures } from "../support/compiler/client.js";

const snippet = `
import { createClient, isApiError, isExecutable, type HistoryQuery, type Nft, type SwapQuoteRequest } from "../../src/index.js";
declare const request: SwapQuoteRequest;
const client = createClient({});
const quotes = await client.swap.quote(request);
const [quote] = quotes.quotes;
const executable = quotes.quotes.find(isExecutable);
const history = client.wallets.history("0x");
const page = await history.firstPage();
const operation = await client.liquidity.create({} as never);
const queued = await client.operations.execute({} as never);
const whole = await client.swap.quote(request).withResponse();
const rebalanced = ({} as Parameters<typeof client.liquidity.rebalance>[0]).tokenId;
const changed = ({} as Parameters<typeof client.liquidity.change>[0]).tokenId;
const collected = ({} as Parameters<typeof client.liquidity.collectFees>[0]).nftId;
const listed = ({} as HistoryQuery).nftNumber;
const owned = ({} as Nft).tokenId;
`;
const file = { name: "test/types/hovered-snippet.ts", text: snippet };
const hover = async (text: string) => {
  const [shown] = await hovers(file, [text]);
  return shown as NonNullable<typeof shown>;
};

/** test/thorough/types compiles all assertions. */
const assertions = "test/types/requests.test-d.ts";

/** One program, because each checks the types that it uses again. */
let problems: readonly string[];
beforeAll(async () => {
  problems = await compile([file, { name: assertions }]);
}, checkerTimeout);

describe("the types", () => {
  it(`are as asserted in ${assertions}`, () => {
    expect(problems.filter((problem) => problem.startsWith(`${assertions}:`))).toEqual([]);
  });
});

describe("an editor's hover", { timeout: checkerTimeout }, () => {
  it("compiles the snippet", () => {
    expect(problems).toEqual([]);
  });

  it.each([
    [
      "client.swap.quote",
      '(method) Swap.quote(request: UseDefineRequest | SwapQuoteRequest, options?: CallOptions): Call<SwapQuotes, "swap.quote">',
    ],
    [
      "client.wallets.history",
      '(method) Wallets.history(walletAddress: string, query?: HistoryQuery, options?: ListOptions): Pages<Transaction, {\n    lastId: string;\n    take: number;\n}, "wallets.history">',
    ],
    [
      "client.operations.execute",
      '(method) Operations.execute(operation: SignedOperation | ExecuteQuoteRequest, options?: CallOptions): Call<QueuedOperation, "operations.execute">',
    ],
  ])("shows the interfaces of %s", async (text, expected) => {
    const plain = (shown: string) => shown.replaceAll(/t\.|\s*\| undefined/g, "");
    const { shown, documentation } = await hover(text);
    expect(plain(shown)).toBe(expected);
    expect(documentation).toMatch(/^[A-Z].{20,}/s);
  });

  it.each([
    ["const client", "Client"],
    ["const quotes", "SwapQuotes"],
    ["const [quote", "SwapQuote | undefined"],
    ["const executable", "ExecutableSwapQuote | undefined"],
    [
      "const history",
      'Pages<Transaction, {\n    lastId: string;\n    take: number;\n}, "wallets.history">',
    ],
    ["const page", "Page<Transaction, {\n    lastId: string;\n    take: number;\n}>"],
    ["const operation", "CreateLiquidityResult"],
    ["const queued", "QueuedOperation"],
    ["const whole", "WithResponse<SwapQuotes>"],
  ])("shows `%s` as %s", async (text, type) => {
    expect((await hover(text)).shown.split(": ").slice(1).join(": ")).toBe(type);
  });
});

describe("the id of a liquidity position", { timeout: checkerTimeout }, () => {
  it.each([
    ["Parameters<typeof client.liquidity.rebalance>[0]).tokenId", ["nftId", "nftNumber"]],
    ["Parameters<typeof client.liquidity.change>[0]).tokenId", ["nftId", "nftNumber"]],
    ["Parameters<typeof client.liquidity.collectFees>[0]).nftId", ["tokenId", "nftNumber"]],
    ["({} as HistoryQuery).nftNumber", ["tokenId", "nftId"]],
    ["({} as Nft).tokenId", ["nftId"]],
  ])("names its other names in the hover of %s", async (text, otherNames) => {
    const { documentation } = await hover(text);
    expect(documentation).toContain("the same value as");
    for (const name of otherNames) expect(documentation).toContain(`\`${name}\``);
  });
});

describe("the public signatures", { timeout: checkerTimeout }, () => {
  it("contain no type of Zod", async () => {
    const shown = await signatures("src/index.ts");
    expect(new Set(shown.map((line) => line.split(/[.:]/)[0])).size).toBeGreaterThan(100);
    expect(shown.length).toBeGreaterThan(500);
    expect(shown.filter((line) => /zod|\bany\b/i.test(line))).toEqual([]);
  });
});
