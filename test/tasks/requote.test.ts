import type { Hex } from "viem";
import { describe, expect, test, vi } from "vitest";
import { readExpiry } from "../../src/contract/shared/expiry.js";
import { nativeToken, type SwapQuote } from "../../src/index.js";
import { pickExecutable } from "../../src/signing/index.js";
import { type RunRecord, type RunSwapOptions, runSwap } from "../../src/tasks/index.js";
import { failure } from "../http/test-client.js";
import { createSandboxClient, openWallet, owner } from "../sandbox/open-sandbox.js";
import { createSwapRequest } from "../sandbox/swap/swap-requests.js";
import {
  createQuote,
  owner as quoteOwner,
  request as quoteRequest,
  stranger,
} from "../signing/market-quotes.js";

async function open() {
  const { sandbox, address } = await openWallet({ now: undefined });
  const client = createSandboxClient(sandbox);
  const request = createSwapRequest(address);
  const seen = pickExecutable((await client.swap.quote(request)).quotes);
  const wait = { interval: 10, maxInterval: 10, onProgress: () => sandbox.advance(5_000) };
  const settings = { signer: owner, owner: owner.address, wait, quote: seen };
  const start = (more: Partial<RunSwapOptions> = {}) =>
    runSwap(client, request, { ...settings, ...more });
  const countQuotes = () =>
    sandbox.requests.filter(({ operation }) => operation === "swap.quote").length;
  return { sandbox, client, request, seen, start, countQuotes };
}

describe("the quote that the user has seen", () => {
  test("is signed, and no other is requested", async () => {
    const { start, seen, countQuotes } = await open();
    const { userOperationHash } = await start();
    expect(userOperationHash).toBe(seen.userOperationHash);
    expect(countQuotes()).toBe(1);
  });

  test("is rejected when it has expired, without requote", async () => {
    const { start, sandbox, countQuotes } = await open();
    sandbox.advance(3_600_000);
    const now = sandbox.now();
    expect(await failure(start({ now }))).toMatchObject({ problems: [{ code: "expired" }] });
    expect(countQuotes()).toBe(1);
  });

  test("is replaced by a new one that is as good, with requote", async () => {
    const { start, sandbox, seen, countQuotes } = await open();
    sandbox.advance(3_600_000);
    const terms = { now: sandbox.now(), requote: { percent: "0.5" } };
    const { userOperationHash, status } = await start(terms);
    expect([status, userOperationHash === seen.userOperationHash]).toEqual(["COMPLETED", false]);
    expect(countQuotes()).toBe(2);
  });

  test.each<[string, Partial<RunSwapOptions>, number]>([
    ["is replaced 2.5 seconds before it expires", {}, 2],
    ["is signed then if the caller's margin is smaller", { margin: 0 }, 1],
  ])("%s", async (_, change, quotes) => {
    const { start, seen, countQuotes } = await open();
    const now = Number(readExpiry(seen.expiresAt)) - 2_500;
    // The new quote expires as soon.
    await Promise.allSettled([start({ now, requote: { percent: "0.5" }, ...change })]);
    expect(countQuotes()).toBe(quotes);
  });

  test.each([undefined, null, 0.5, "-1", "much", ""])(
    "rejects %o as a percentage",
    async (percent) => {
      const { start, countQuotes } = await open();
      const error = await failure(start({ requote: { percent: percent as never } }));
      expect(error).toMatchObject({ kind: "configuration" });
      expect(countQuotes()).toBe(1);
    },
  );

  test("is required beside requote", async () => {
    const { start } = await open();
    for (const quote of [undefined, null as never]) {
      const error = await failure(start({ quote, requote: { percent: "1" } }));
      expect(error).toMatchObject({ kind: "configuration" });
    }
  });
});

/** What `runSwap` does with a seen quote that has expired, and the next quote of a service. */
async function takeNext(
  earlier: Partial<SwapQuote>,
  next: Partial<SwapQuote>,
  percent: string,
  request = quoteRequest,
) {
  const expiresAt = Date.now() - 1_000;
  const hash = `0x${"7b".repeat(32)}` as const;
  const found = createQuote({ ...next, userOperationHash: hash, quoteId: hash });
  const ended = new Error("signed");
  const client = {
    swap: {
      quote: async () => ({ quotes: [found] }),
      waitForLimitOrder: () => expect.unreachable(),
    },
    wallets: { waitForTransaction: () => expect.unreachable() },
    operations: { execute: () => Promise.reject(ended) },
  };
  const error = await failure(
    runSwap(client as never, request, {
      signer: quoteOwner,
      quote: createQuote({ ...earlier, expiresAt }),
      requote: { percent },
      accept: ["high_costs", "price_loss", "price_unknown", "slippage"],
    }),
  );
  if (error === ended) return [];
  return (error as unknown as { problems: { code: string; path: string }[] }).problems.map(
    ({ code, path }) => `${code} ${path}`,
  );
}

/** Runs a swap with these quotes, until it is sent. */
function openRun(quotes: SwapQuote[], onQuote = () => {}) {
  const execute = vi.fn(() => Promise.reject(new Error("sent")));
  const quote = vi.fn(async () => {
    onQuote();
    return { quotes };
  });
  const wallets = { waitForTransaction: () => expect.unreachable() };
  const client = { swap: { quote }, operations: { execute }, wallets } as never;
  const settings = { signer: quoteOwner, owner: quoteOwner.address };
  const run = (request: typeof quoteRequest, more: Partial<RunSwapOptions> = {}) =>
    failure(runSwap(client, request, { ...settings, ...more }));
  return { run, quote, execute };
}

test.each([{}, { userOperationHash: null, authorization: null }, null])(
  "a quote whose second operation is %o is sent",
  async (rwaApproveUserOperation) => {
    const { run, execute } = openRun([createQuote({ rwaApproveUserOperation } as never)]);
    await run(quoteRequest);
    expect(execute).toHaveBeenCalledTimes(1);
  },
);

test("a run is stored with the chain that it starts on", async () => {
  const { run } = openRun([createQuote({ chainOut: 1 })]);
  const stored: unknown[] = [];
  const onStage = ({ stage, chainId }: RunRecord) => void stored.push([stage, chainId]);
  await run({ ...quoteRequest, chainIdOut: 1 }, { onStage });
  expect(stored).toEqual([
    ["quoted", 137],
    ["signed", 137],
  ]);
});

test("a request that the caller changes while it is quoted stays the request", async () => {
  const request = { ...quoteRequest };
  const toAddress = stranger;
  const change = () => Object.assign(request, { toAddress });
  const { run, execute } = openRun([createQuote({ toAddress })], change);
  expect(await run(request)).toMatchObject({ problems: [{ code: "receiver" }] });
  expect(execute).not.toHaveBeenCalled();
});

test.each([undefined, null, "text", () => {}, new Map()])(
  "%o is rejected in place of a request",
  async (request) => {
    const { run, quote } = openRun([]);
    expect(await run(request as never)).toMatchObject({
      kind: "configuration",
      message: "runSwap: expected the request of a quote",
    });
    expect(quote).not.toHaveBeenCalled();
  },
);

describe("a new quote", () => {
  const minimum = (minAmountOut: string) => ({ minAmountOut });
  const gas = (maxGasFeeToken: string) => ({
    estimatedGasFees: { maxGasFeeToken, gasFeeTokenAmount: "0.1" } as never,
  });
  const less = ["worse_quote minAmountOut"];
  const more = ["worse_quote statement.leaves"];

  test.each<[string, object, object, string, string[]]>([
    ["the same minimum", minimum("99"), minimum("99"), "0", []],
    ["a higher minimum", minimum("99"), minimum("99.5"), "0", []],
    ["one unit less, at 0 percent", minimum("99"), minimum("98.999999"), "0", less],
    ["exactly half a percent less", minimum("100"), minimum("99.5"), "0.5", []],
    [
      "one unit below half a percent",
      minimum("100"),
      minimum("99.499999999999999999"),
      "0.5",
      less,
    ],
    ["the same low minimum, which the call accepts", minimum("50"), minimum("50"), "0", []],
    ["half, at 100 percent", minimum("100"), minimum("50"), "100", []],
    ["the same gas", gas("1"), gas("1"), "0", []],
    ["more gas, within the percentage of all that leaves", gas("1"), gas("1.5"), "0.5", []],
    ["one unit above it", gas("1"), gas("1.505000000000000001"), "0.5", more],
    ["exactly the most", gas("1"), gas("1.505"), "0.5", []],
    [
      "both",
      { ...minimum("99"), ...gas("1") },
      { ...minimum("90"), ...gas("5") },
      "1",
      [...less, ...more],
    ],
  ])("with %s", async (_, earlier, next, percent, problems) => {
    expect(await takeNext(earlier, next, percent)).toEqual(problems);
  });

  test.each<[string, object, string]>([
    ["another amount", { amountIn: "1" }, "amount_in quote.amountIn"],
    ["an amount that is no number", { amountIn: "much" }, "amount_in quote.amountIn"],
    ["another receiver", { toAddress: `0x${"9".repeat(40)}` }, "receiver quote.toAddress"],
    ["another token", { tokenOut: `0x${"9".repeat(40)}` }, "token quote.tokenOut"],
  ])("is not taken if the seen quote is for %s", async (_, seen, problem) => {
    expect(await takeNext(seen, {}, "100")).toContain(problem);
  });

  test("with a fee in the coin of the other chain is worse, although a coin leaves here", async () => {
    const tokenOut: Hex = "0x0000000000000000000000000000000000001010"; // the coin of Polygon
    const tokenIn: Hex = nativeToken;
    const chains = { chainIdIn: 1, chainIdOut: 137 } as const;
    const request = { ...quoteRequest, ...chains, tokenIn, tokenOut, payGasFeeToken: tokenIn };
    const seen = { chainIn: 1, chainOut: 137, tokenIn, tokenOut } as const;
    const fees = [{ type: "PARTNER", amount: "0.5", token: tokenOut }] as never;
    expect(await takeNext(seen, seen, "50", request)).toEqual([]);
    expect(await takeNext(seen, { ...seen, fees }, "50", request)).toEqual(more);
  });

  test("is requested with the caller's signal, and has not expired at the caller's time", async () => {
    const { signal } = new AbortController();
    const now = Date.now() + 1_800_000;
    const userOperationHash = `0x${"7b".repeat(32)}` as const;
    const quotes = [
      createQuote({ expiresAt: now + 4_000 }),
      createQuote({ expiresAt: now + 60_000, userOperationHash, quoteId: userOperationHash }),
    ];
    const { run, quote, execute } = openRun(quotes);
    await run(quoteRequest, { now, signal });
    expect(quote.mock.calls).toEqual([[quoteRequest, { signal }]]);
    const later = [expect.objectContaining({ userOperationHash }), { signal }];
    expect(execute.mock.calls).toEqual([later]);
    // The first one has time enough for a smaller margin of the caller.
    await run(quoteRequest, { now, signal, margin: 3_000 });
    const hash = quotes[0]?.userOperationHash;
    const first = [expect.objectContaining({ userOperationHash: hash }), { signal }];
    expect(execute.mock.calls).toEqual([later, first]);
  });

  test("with a fee in another token is worse, at any percentage", async () => {
    const fee = { type: "PARTNER", amount: "0.001", token: `0x${"c".repeat(40)}` };
    expect(await takeNext({}, { fees: [fee] as never }, "50")).toEqual(more);
  });
});
