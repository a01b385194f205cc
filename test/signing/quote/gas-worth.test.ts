import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { weth } from "../../sandbox/open-sandbox.js";
import { createLimitOrderQuote, createMarketQuote, stranger } from "./test-quotes.js";

/** Checks a swap for 100 US dollars whose gas is paid in another token than the input. */
async function check(gas: object, changes: object = {}, more: object = {}) {
  const { quote, options, expect: request } = await createMarketQuote();
  const given = { ...options, expect: { ...request, payGasFeeToken: weth as Hex }, ...more };
  const worth = { amountInUSD: "100", amountOutUSD: "99", tokenInPrice: null };
  const estimatedGasFees = { payGasFeeToken: weth, ...gas };
  const changed = { ...quote, ...worth, fees: [], estimatedGasFees, ...changes } as never;
  return checkQuote(changed as SwapQuote, given);
}

const tenTokens = { gasFeeTokenAmount: "10", gasFeeTokenAmountUSD: "100000", maxGasFeeToken: "10" };

test.each<[string, object, object]>([
  ["100,000 US dollars", tenTokens, {}],
  ["100,000 US dollars, without a maximum", { ...tenTokens, maxGasFeeToken: null }, {}],
  ["100,000 US dollars, for an estimate of none", { ...tenTokens, gasFeeTokenAmount: "0" }, {}],
  ["100,000 US dollars, without an estimate", { ...tenTokens, gasFeeTokenAmount: null }, {}],
  [
    "100,000 times an estimate of one US dollar",
    { gasFeeTokenAmount: "0.0001", gasFeeTokenAmountUSD: "1", maxGasFeeToken: "10" },
    {},
  ],
  [
    "one unit more than a quarter of the input and a cent",
    { gasFeeTokenAmount: "1", gasFeeTokenAmountUSD: "1", maxGasFeeToken: "25.010001" },
    {},
  ],
  ["100,000 US dollars, as a number", { ...tenTokens, gasFeeTokenAmountUSD: 100_000 }, {}],
  ["more than a cent, for an input worth nothing", tenTokens, { amountInUSD: "0" }],
])("rejects gas in another token that is worth %s", async (_what, gas, changes) => {
  const expected = "(25% of the stated worth: pass maxGasFee to allow more)";
  const path = "estimatedGasFees.maxGasFeeToken";
  const found = expect.objectContaining({
    code: "fee",
    path,
    message: expect.stringContaining(expected),
  });
  expect(await check(gas, changes)).toContainEqual(found);
  const withOwnLimit = await check(gas, changes, { maxGasFee: "30" });
  expect(withOwnLimit.filter(({ code }) => code === "fee")).toEqual([]);
});

test("accepts gas in another token that is worth a quarter of the input", async () => {
  const gas = { gasFeeTokenAmount: "1", gasFeeTokenAmountUSD: "5", maxGasFeeToken: "5" };
  expect(await check(gas)).toEqual([]);
});

const listed = { fees: [{ type: "GAS", amount: "10", token: weth, toAddress: stranger }] };

describe("gas in another token is price_unknown if its worth is", () => {
  test.each<[string, object, object]>([
    ["missing", { ...tenTokens, gasFeeTokenAmountUSD: undefined }, {}],
    ["unreadable", { ...tenTokens, gasFeeTokenAmountUSD: "a lot" }, {}],
    ["blank", { ...tenTokens, gasFeeTokenAmountUSD: "" }, {}],
    ["zero", { ...tenTokens, gasFeeTokenAmountUSD: "0" }, {}],
    ["shown as zero", { ...tenTokens, gasFeeTokenAmountUSD: "0.00" }, {}],
    ["zero, of a maximum", { gasFeeTokenAmountUSD: "0", maxGasFeeToken: "10" }, {}],
    ["zero, of an estimate", { gasFeeTokenAmountUSD: "0", gasFeeTokenAmount: "10" }, {}],
    ["missing, of listed gas", {}, { estimatedGasFees: null, ...listed }],
    ["of no amount, of listed gas", { gasFeeTokenAmountUSD: "1" }, listed],
  ])("%s", async (_what, gas, changes) => {
    const path = "estimatedGasFees.gasFeeTokenAmountUSD";
    expect(await check(gas, changes)).toMatchObject([
      { code: "price_unknown", severity: "review", path },
    ]);
    expect(await check(gas, changes, { maxGasFee: "30" })).toEqual([]);
  });
});

test.each<[string, object, object]>([
  ["of zero", { gasFeeTokenAmount: "0", gasFeeTokenAmountUSD: "0", maxGasFeeToken: "0" }, {}],
  ["that is not stated", {}, {}],
  ["without an estimate", {}, { estimatedGasFees: null }],
])("accepts gas in another token %s", async (_what, gas, changes) => {
  expect(await check(gas, changes)).toEqual([]);
});

test("compares gas in another token with the price of the input if its worth is missing", async () => {
  const { quote } = await createMarketQuote();
  const priced = { amountInUSD: null, tokenInPrice: String(100 / Number(quote.amountIn)) };
  const codes = async (gas: object, changes: object) =>
    (await check(gas, changes)).map(({ code, path }) => [code, path]);
  const unknown = ["price_unknown", "amountInUSD"];
  const fee = ["fee", "estimatedGasFees.maxGasFeeToken"];
  expect(await codes(tenTokens, priced)).toEqual([fee, unknown]);
  const cheap = { ...tenTokens, gasFeeTokenAmountUSD: "24" };
  expect(await codes(cheap, priced)).toEqual([unknown]);
  expect(await codes(cheap, { amountInUSD: null })).toEqual([unknown]);
});

test("the worth of an order is needed only for gas in another token", async () => {
  const { quote, options } = await createLimitOrderQuote();
  const codesOf = (payGasFeeToken: Hex, gas: object, changes: object) => {
    const estimatedGasFees = { ...quote.estimatedGasFees, payGasFeeToken, ...gas };
    const changed = { ...quote, fees: [], estimatedGasFees, tokenInPrice: null, ...changes };
    const given = { ...options, expect: { ...options.expect, payGasFeeToken } };
    return checkQuote(changed as never, given).map(({ code, path }) => [code, path]);
  };
  const worthless = { amountInUSD: null };
  expect(codesOf(options.expect.payGasFeeToken, {}, worthless)).toEqual([]);
  expect(codesOf(weth as Hex, {}, {})).toEqual([]);
  expect(codesOf(weth as Hex, {}, worthless)).toEqual([["price_unknown", "amountInUSD"]]);
  expect(codesOf(weth as Hex, { gasFeeTokenAmountUSD: "0" }, {})).toEqual([
    ["price_unknown", "estimatedGasFees.gasFeeTokenAmountUSD"],
  ]);
});

test("accepts gas of a cent in a swap of dust", async () => {
  const gas = { gasFeeTokenAmount: "1", gasFeeTokenAmountUSD: "0.01", maxGasFeeToken: "1" };
  expect(await check(gas, { amountInUSD: "0.01", amountOutUSD: "0.01" })).toEqual([]);
});

test("limits the worth of listed gas, too", async () => {
  const gas = { gasFeeTokenAmount: "0.001", gasFeeTokenAmountUSD: "1", maxGasFeeToken: null };
  const fee = { type: "GAS", amount: "10", token: weth, toAddress: stranger, percentage: null };
  const problems = await check(gas, { fees: [fee] });
  expect(new Set(problems.map(({ path }) => path))).toEqual(new Set(["fees[0].amount", "fees"]));
});
