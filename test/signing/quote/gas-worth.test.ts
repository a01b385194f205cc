import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { weth } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, stranger } from "./test-quotes.js";

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

test.each<[string, object]>([
  [
    "a quarter of the input",
    { gasFeeTokenAmount: "1", gasFeeTokenAmountUSD: "5", maxGasFeeToken: "5" },
  ],
  ["not stated", { ...tenTokens, gasFeeTokenAmountUSD: undefined }],
  ["unreadable", { ...tenTokens, gasFeeTokenAmountUSD: "a lot" }],
  ["shown as zero", { ...tenTokens, gasFeeTokenAmountUSD: "0.00" }],
])("accepts gas in another token whose worth is %s", async (_what, gas) => {
  expect(await check(gas)).toEqual([]);
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
