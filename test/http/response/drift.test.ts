import { describe, expect, test } from "vitest";
import { ResponseValidationError } from "../../../src/errors/data.js";
import type { Drift, Logger } from "../../../src/http/options.js";
import type { Client, ClientOptions } from "../../../src/index.js";
import { json, type Reply, raw, serve } from "../../support/loopback.js";
import {
  clientFor,
  depositRequest,
  failure,
  hash,
  swapRequest,
  wallet,
  walletAnswer,
} from "../test-client.js";

const withMetadata = (metadata: object) => ({
  wallet: { ...walletAnswer(null).wallet, metadata },
});

const quote = {
  tokenIn: wallet,
  tokenOut: wallet,
  amountIn: "1",
  minAmountOut: "1",
  chainIn: 137,
  chainOut: 137,
  estimatedExecutionTime: "2026-01-31T12:00:05.000Z",
  amountInUSD: "1",
  amountOutUSD: "1",
  tokenInPrice: "1",
  swapProvider: "A",
  expiresAt: 1_769_860_860_000,
  userOperationHash: hash,
  walletAddress: wallet,
};

interface Reading {
  readonly client: Client;
  readonly drifts: Drift[];
  readonly warnings: unknown[][];
}

/** A client of a server that sends the same body each time, or what a function replies. */
async function reading(body: object | null | Reply, options: ClientOptions = {}): Promise<Reading> {
  const drifts: Drift[] = [];
  const warnings: unknown[][] = [];
  const ignore = () => {};
  const warn = (...line: unknown[]) => warnings.push(line);
  const logger: Logger = { error: ignore, warn, info: ignore, debug: ignore };
  const onDrift = (drift: Drift) => drifts.push(drift);
  const server = await serve(typeof body === "function" ? (body as Reply) : json(body));
  return {
    client: clientFor(server, { logger, logLevel: "warn", onDrift, ...options }),
    drifts,
    warnings,
  };
}

const rest = Array.from({ length: 19 }, () => expect.anything());

const pathsOf = (drift: Drift | undefined) => drift?.issues.map(({ path }) => path.join("."));

describe("a warning", () => {
  test("is written once per field and client, with [] for the position in a list", async () => {
    const { swapProvider: _, ...without } = quote;
    const body = { quotes: [without, { ...without, tokenInPrice: 5 }, without] };
    const first = await reading(body);
    for (let i = 0; i < 3; i++) expect(await first.client.swap.quote(swapRequest)).toEqual(body);
    const about = {
      operation: "swap.quote",
      paths: ["quotes.[].swapProvider", "quotes.[].tokenInPrice"],
    };
    const text = "[bursar] swap.quote: the response differs from the documentation";
    expect(first.warnings).toEqual([[text, expect.objectContaining(about)]]);
    expect(first.drifts).toHaveLength(3);
    const other = await reading(body);
    await other.client.swap.quote(swapRequest);
    expect(other.warnings).toHaveLength(1);
  });

  test("names only the fields that are new, and each operation has its own", async () => {
    const bodies = [
      { limits: [] },
      { limits: [], identityId: "a", projectId: 5 },
      { limits: [{ currency: "USD", type: "a", limits: null }] },
    ];
    const replies = bodies.map((body) => json(body));
    const warnings: unknown[] = [];
    const ignore = () => {};
    const warn = (_: string, fields?: object) => warnings.push(fields);
    const logger = { error: ignore, warn, info: ignore, debug: ignore } as Logger;
    const client = clientFor(await serve(replies), { logger, logLevel: "warn" });
    for (const _ of bodies) await client.kyc.financialLimits("a");
    expect(warnings).toMatchObject([
      { paths: ["identityId", "identityType", "projectId"] },
      { paths: ["limits.[].limits"] },
    ]);
  });

  test("is also written if the call rejects, and not in off mode", async () => {
    const rejecting = await reading({ limits: "no" });
    await failure(rejecting.client.kyc.financialLimits("a"));
    expect(rejecting.warnings).toHaveLength(1);
    const off = await reading({ limits: "no" }, { validation: "off" });
    await off.client.kyc.financialLimits("a");
    expect([off.warnings, off.drifts]).toEqual([[], []]);
  });

  test("contains no value of the response", async () => {
    const { client, warnings } = await reading({ limits: [], identityId: ["value-17"] });
    await client.kyc.financialLimits("a");
    expect(JSON.stringify(warnings)).not.toContain("value-17");
  });

  test("is written once for all names in an open object, and onDrift is always called", async () => {
    let name = 0;
    const names = () => Object.fromEntries(Array.from({ length: 20 }, () => [`k${name++}`, 5]));
    const reply: Reply = (exchange) => json(withMetadata(names()))(exchange);
    const { client, drifts, warnings } = await reading(reply);
    const identity = { externallyOwnedAccount: wallet, factory: wallet };
    for (let i = 0; i < 105; i++) await client.wallets.check(identity);
    expect([drifts.length, warnings.length]).toEqual([105, 1]);
    expect(JSON.stringify(warnings)).toContain("wallet.metadata.*");
    expect(JSON.stringify(warnings)).not.toContain("k0");
  });
});

describe("many issues", () => {
  const token = { address: wallet, chain: { id: 137 }, balance: 5 };
  const tokens = Array.from({ length: 3_000 }, () => token);

  test("become twenty, one of each field first, and the response is whole", async () => {
    const { client, drifts } = await reading({ tokens, pnl: "last" });
    const portfolio = await client.wallets.portfolio(wallet);
    expect(portfolio.tokens).toHaveLength(3_000);
    expect(drifts).toHaveLength(1);
    const paths = pathsOf(drifts[0]) as string[];
    expect(paths).toHaveLength(20);
    const fields = new Set(paths.map((path) => path.replace(/\d+/, "[]")));
    expect(fields).toContain("pnl");
    // Every field of the token but the three that it has, and those of its chain.
    expect(fields.size).toBe(11);
  });

  test("do not hide an essential one behind them", async () => {
    const { client, drifts } = await reading({ tokens: [...tokens, { ...token, address: "0x" }] });
    const error = (await failure(client.wallets.portfolio(wallet))) as ResponseValidationError;
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error.issues[0]?.path).toEqual(["tokens", 3_000, "address"]);
    expect(error.issues).toHaveLength(20);
    expect(pathsOf(drifts[0])?.[0]).toBe("tokens.3000.address");
  });

  test("of 40,000 items are drift, and do not hide an essential one behind them", async () => {
    const many = Array.from({ length: 40_000 }, () => token);
    const { client, drifts } = await reading({ tokens: many, pnl: "last" });
    expect((await client.wallets.portfolio(wallet)).tokens).toHaveLength(40_000);
    expect(drifts[0]?.issues).toHaveLength(20);
    expect(pathsOf(drifts[0])).toContain("pnl");
    const without = await reading({ tokens: [...many, { ...token, address: "0x" }] });
    const error = await failure(without.client.wallets.portfolio(wallet));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({ issues: [{ path: ["tokens", 40_000, "address"] }, ...rest] });
  });

  test("of 20,000 unreadable quotes hide no readable one, and reject without one", async () => {
    const unreadable = Array.from({ length: 20_000 }, () => ({}));
    const body = { quotes: [...unreadable, quote] };
    const { client } = await reading(body);
    expect((await client.swap.quote(swapRequest)).quotes).toHaveLength(20_001);
    const alone = await reading({ quotes: unreadable });
    const error = await failure(alone.client.swap.quote(swapRequest));
    expect(error).toBeInstanceOf(ResponseValidationError);
  });

  test("of 200,000 names in an open object are drift", async () => {
    const names = Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 5]);
    const body = withMetadata(Object.fromEntries(names));
    const { client, drifts } = await reading(body);
    const checked = await client.wallets.check({ externallyOwnedAccount: wallet, factory: wallet });
    expect(checked).toEqual(body);
    expect(drifts[0]?.issues).toHaveLength(20);
  });

  test("of a page of 160 kB are found in less than a second", async () => {
    const many = Array.from({ length: 160_000 / JSON.stringify(token).length }, () => token);
    const { client } = await reading({ tokens: many });
    const start = performance.now();
    for (let i = 0; i < 3; i++) await client.wallets.portfolio(wallet);
    const each = (performance.now() - start) / 3;
    console.info(`a drifting page of 160 kB: ${each.toFixed(0)} ms`);
    expect(each).toBeLessThan(1_000);
  });
});

describe("what a call is for", () => {
  test.each<[name: string, call: (client: Client) => PromiseLike<unknown>, body: object]>([
    ["a lending quote", (client) => client.lending.quote(lending), {}],
    ["limits", (client) => client.kyc.financialLimits("a"), {}],
    ["an operation", (client) => client.liquidity.createWithSwap(position), { operation: {} }],
    ["a position", (client) => client.liquidity.create(position), { operation: {} }],
    [
      "an empty revert reason",
      (client) => client.liquidity.create(position),
      { operation: { revertReason: {}, walletAddress: wallet } },
    ],
    [
      "the receiver of a transfer",
      (client) => client.wallets.deposit(wallet, depositRequest),
      { transfer: { from: wallet, to: "ana.eth", value: "0", data: "0x", estimateGasCost: "0" } },
    ],
    [
      "the value of a transfer",
      (client) => client.wallets.deposit(wallet, depositRequest),
      { transfer: { from: wallet, to: wallet, value: "1.5", data: "0x", estimateGasCost: "0" } },
    ],
    ["quotes", (client) => client.swap.quote(swapRequest), {}],
  ])("is missed without %s", async (_, call, body) => {
    const { client, drifts } = await reading(body);
    expect(await failure(call(client))).toBeInstanceOf(ResponseValidationError);
    expect(drifts).toHaveLength(1);
  });

  test("includes every quote that can be read: an unreadable one hides no other", async () => {
    const broken = [null, 5, {}, { ...quote, tokenIn: "0x1" }, { ...quote, chainIn: "137" }];
    for (const item of broken) {
      const body = { quotes: [item, quote] };
      const { client, drifts } = await reading(body);
      expect(await client.swap.quote(swapRequest)).toEqual(body);
      expect(drifts).toHaveLength(1);
      expect(drifts[0]?.issues[0]?.path.slice(0, 2)).toEqual(["quotes", 0]);
      const alone = await reading({ quotes: [item, item] });
      const error = await failure(alone.client.swap.quote(swapRequest));
      expect(error).toBeInstanceOf(ResponseValidationError);
    }
  });

  test("may be an empty list of quotes", async () => {
    const { client, drifts } = await reading({ quotes: [] });
    expect(await client.swap.quote(swapRequest)).toEqual({ quotes: [] });
    expect(drifts).toEqual([]);
  });

  test("includes an unknown chain: it is kept and reported", async () => {
    const body = { quotes: [{ ...quote, chainIn: 5 }] };
    const { client, drifts } = await reading(body);
    expect(await client.swap.quote(swapRequest)).toEqual(body);
    expect(pathsOf(drifts[0])).toEqual(["quotes.0.chainIn"]);
    const strict = await reading(body, { validation: "strict" });
    const error = await failure(strict.client.swap.quote(swapRequest));
    expect(error).toBeInstanceOf(ResponseValidationError);
  });

  test("is found in a response that is nested 20,000 deep", async () => {
    const deep = `${'{"a":'.repeat(20_000)}5${"}".repeat(20_000)}`;
    const body = `{"quotes":[{"tokenIn":${deep}},${JSON.stringify(quote)}]}`;
    const { client, drifts } = await reading(raw(body, 200));
    expect((await client.swap.quote(swapRequest)).quotes).toHaveLength(2);
    expect(pathsOf(drifts[0])).toContain("quotes.0.tokenIn");
  });
});

const lending = {
  walletAddress: wallet,
  provider: "LENDER_A",
  supply: {},
  gas: { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: wallet },
} as const;
const position = {
  walletAddress: wallet,
  toAddress: wallet,
  chainId: 137,
  payGasFeeToken: wallet,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  tokenIn: wallet,
  amountIn: "1",
  token0: wallet,
  token1: wallet,
  poolFeePercent: 1,
  minPrice: 1,
  maxPrice: 2,
} as const;
