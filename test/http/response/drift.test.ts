import { describe, expect, test } from "vitest";
import { ResponseValidationError } from "../../../src/errors/data.js";
import type { Logger } from "../../../src/http/config/options.js";
import type { Client } from "../../../src/index.js";
import { json, type Reply, raw, serve } from "../../support/loopback.js";
import {
  clientFor,
  depositRequest,
  token as factory,
  failure,
  swapRequest,
  wallet,
} from "../test-client.js";
import { pathsOf, quote, reading, token, withMetadata } from "./drift-reading.js";
import { testManyIssues } from "./many-issues.js";

describe("a warning", () => {
  test("is written once per field and client, with [] for the position in a list", async () => {
    const { swapProvider: _, ...without } = quote;
    const body = { quotes: [without, { ...without, tokenInPrice: 5 }, without] };
    const first = await reading(body);
    for (let i = 0; i < 3; i++) expect(await first.client.swap.quote(swapRequest)).toEqual(body);
    const about = {
      operation: "swap.quote",
      paths: ["quotes[].swapProvider", "quotes[].tokenInPrice"],
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
      { paths: ["limits[].limits"] },
    ]);
    const { client: other, warnings: lines } = await reading(withMetadata({ a: 5 }));
    const identity = { externallyOwnedAccount: wallet, factory } as const;
    await other.wallets.check(identity);
    await other.wallets.register(identity);
    const fields = { paths: ["wallet.metadata.*"] };
    expect(lines.map((line) => line[1])).toMatchObject([
      { operation: "wallets.check", ...fields },
      { operation: "wallets.register", ...fields },
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
    const identity = { externallyOwnedAccount: wallet, factory };
    for (let i = 0; i < 105; i++) await client.wallets.check(identity);
    expect([drifts.length, warnings.length]).toEqual([105, 1]);
    expect(JSON.stringify(warnings)).toContain("wallet.metadata.*");
    expect(JSON.stringify(warnings)).not.toContain("k0");
  });
});

describe("many issues", () => {
  const tokens = Array.from({ length: 500 }, () => token);

  test("become twenty, one of each field first, and the response is whole", async () => {
    const { client, drifts } = await reading({ tokens, pnl: "last" });
    const portfolio = await client.wallets.portfolio(wallet);
    expect(portfolio.tokens).toHaveLength(500);
    expect(drifts).toHaveLength(1);
    const paths = pathsOf(drifts[0]) as string[];
    expect(paths).toHaveLength(20);
    const fields = new Set(paths.map((path) => path.replace(/\[\d+\]/, "[]")));
    expect(fields).toContain("pnl");
    // Every field of the token but the three that it has, and those of its chain.
    expect(fields.size).toBe(11);
  });

  test("do not hide an essential one behind them", async () => {
    const { client, drifts } = await reading({
      tokens: [...tokens, { ...token, address: undefined }],
    });
    const error = (await failure(client.wallets.portfolio(wallet))) as ResponseValidationError;
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error.issues[0]?.path).toBe("tokens[500].address");
    expect(error.issues).toHaveLength(20);
    expect(pathsOf(drifts[0])?.[0]).toBe("tokens[500].address");
  });
});

testManyIssues({ items: 2_000, quotes: 500, names: 5_000 });

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
      expect(drifts[0]?.issues[0]?.path).toMatch(/^quotes\[0\]/);
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
    expect(pathsOf(drifts[0])).toEqual(["quotes[0].chainIn"]);
    const strict = await reading(body, { validation: "strict" });
    const error = await failure(strict.client.swap.quote(swapRequest));
    expect(error).toBeInstanceOf(ResponseValidationError);
  });

  test("is found in a response that is nested 20,000 deep", async () => {
    const deep = `${'{"a":'.repeat(20_000)}5${"}".repeat(20_000)}`;
    const body = `{"quotes":[{"tokenIn":${deep}},${JSON.stringify(quote)}]}`;
    const { client, drifts } = await reading(raw(body, 200));
    expect((await client.swap.quote(swapRequest)).quotes).toHaveLength(2);
    expect(pathsOf(drifts[0])).toContain("quotes[0].tokenIn");
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
