// test/properties compares the total cost and the loss with an independent evaluator.
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { describeQuote } from "../../../src/signing/index.js";
import { otherToken, stranger, tokenIn, tokenOut, wallet } from "../market-quotes.js";
import {
  createOptions,
  createPricedQuote,
  estimateGas,
  listFees,
  now,
  order,
  orderRequest,
} from "./priced-quotes.js";

const describeWith = (changes: object, options: object = {}) =>
  describeQuote(createPricedQuote(changes), createOptions(options));

test.each<[total: string, changes: object]>([
  ["5 US dollars", { ...estimateGas("2"), ...listFees({ amount: "3" }) }],
  ["none stated", { fees: [], estimatedGasFees: {}, estimatedCollectedFee: {} }],
  ["not known", listFees({ token: otherToken, amount: "1" })],
  ["not known", listFees({ token: tokenOut, amount: "1" }, { token: tokenOut })],
])("writes the total cost: %s", (total, changes) => {
  expect(describeWith(changes).text.split("\n")).toContain(`Total cost: ${total}`);
});

test("writes the loss, also without the request, and no gain", () => {
  const line = "Loss: 25 US dollars, 25%, with all fees and gas";
  const lost = createPricedQuote({ amountOutUSD: "75" });
  for (const { text, loss } of [describeQuote(lost, createOptions()), describeQuote(lost)]) {
    expect(text.split("\n")).toContain(line);
    expect(loss).toEqual({ usd: "25", percent: "25" });
  }
  expect(describeWith({ amountOutUSD: "120" }).text).not.toContain("Loss: ");
});

test.each([
  ["with its request", createOptions({ expect: { chainIdOut: 8453 } })],
  ["without it", { now }],
])("states each amount of a quote in its own token and on its own chain, %s", (_, options) => {
  const fees = [tokenOut, otherToken].map((token) => ({ token, amount: "2" }));
  const stated = { chainOut: 8453, ...listFees(...fees) };
  const names = { [tokenIn]: "in", [tokenOut]: "out", [otherToken]: "other" };
  const tokenName = (token: string, chainId: number) =>
    `${names[token.toLowerCase() as Hex]} on ${chainId}`;
  const quote = createPricedQuote({ ...stated, ...estimateGas("3") });
  const summary = describeQuote(quote, { ...options, tokenName });
  const [polygon, base] = ["Polygon (137)", "Base (8453)"];
  expect(summary).toMatchObject({
    give: { amount: "100", token: "in on 137", chain: polygon },
    getAtLeast: { amount: "99", token: "out on 8453", chain: base },
    leaves: [
      { amount: "103", token: "in on 137", chain: polygon },
      { amount: "2", token: "out on 8453", chain: base },
      { amount: "2", token: "other on 137", chain: polygon },
    ],
  });
  expect(summary.text.split("\n").slice(1, 5)).toEqual([
    "You give: 100 of in on 137 on Polygon (137)",
    "You get at least: 99 of out on 8453 on Base (8453) (expected: 100)",
    "Leaves the wallet: at most 103 of in on 137 on Polygon (137)",
    "Leaves the wallet: at most 2 of out on 8453 on Base (8453)",
  ]);
});

describe("shows beside what the quote states", () => {
  const linesOf = (...given: Parameters<typeof describeWith>) =>
    describeWith(...given).text.split("\n");

  test("the requested amount, if the quote takes less", () => {
    expect(linesOf({ amountIn: "50" })).toContain("You asked to give: 100");
    expect(linesOf({ amountIn: "50" })).toContain(`You give: 50 of ${tokenIn} on Polygon (137)`);
    for (const amountIn of ["100", "100.00", "103"])
      expect(linesOf({ amountIn }).join()).not.toContain("You asked to give");
  });

  test("the accounts and the minimum of the quote, not those of the request", () => {
    const stated = { ...order, walletAddress: otherToken, toAddress: stranger, minAmountOut: "80" };
    const lines = linesOf(stated, { expect: orderRequest });
    expect(lines).toContain(`From: ${otherToken}`);
    expect(lines).toContain(`To: ${stranger}`);
    expect(lines).toContain(`You get at least: 80 of ${tokenOut} on Polygon (137)`);
    const toAddress = `0x${wallet.slice(2).toUpperCase()}`;
    expect(linesOf({ toAddress }).join()).not.toContain("The receiver is not the wallet");
  });

  test("the minimum and the expiry that were requested of an order", () => {
    const options = { expect: { ...orderRequest, expiration: 60 } };
    const lines = linesOf(order, options);
    expect(lines).toContain("You asked for at least: 90");
    expect(lines).toContain("You asked for an expiry after seconds: 60");
    expect(linesOf({}).join()).not.toMatch(/You asked for/);
  });

  test("the worth of both sides by the quote", () => {
    const worth = { amountInUSD: "100.50", amountOutUSD: "99.5" };
    expect(linesOf(worth)).toContain(
      "Worth by the quote: 100.5 US dollars, to get 99.5 US dollars",
    );
    const missing = { amountInUSD: null, amountOutUSD: undefined };
    expect(linesOf(missing)).toContain("Worth by the quote: not stated, to get not stated");
  });
});
