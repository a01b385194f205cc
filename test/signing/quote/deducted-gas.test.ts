import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote, describeQuote } from "../../../src/signing/index.js";
import { createQuote, owner, request, tokenIn } from "../simulation/fake-node.js";

const deducting = { ...request, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
const gas = (maxGasFeeToken: string, more: object = {}) => ({
  estimatedGasFees: { payGasFeeToken: tokenIn, maxGasFeeToken, ...more },
});
const listGas = (amount: string) => ({ fees: [{ type: "GAS", token: tokenIn, amount }] });
const lower = (amountIn: string, more: object = {}) => ({
  amountIn,
  amountInUSD: amountIn,
  amountOut: amountIn,
  amountOutUSD: amountIn,
  minAmountOut: String(Number(amountIn) * 0.99),
  ...more,
});
const check = (changes: object, options: Partial<CheckQuoteOptions> = {}) =>
  checkQuote(createQuote(changes as Partial<SwapQuote>), {
    ...{ expect: deducting, owner: owner.address },
    ...options,
  });
const codesOf = (...given: Parameters<typeof check>) => check(...given).map(({ code }) => code);
const describeLower = (changes: object, expected: object = deducting) =>
  describeQuote(createQuote(changes as Partial<SwapQuote>), { expect: expected as never });

describe("a lower amount than requested, because gas is deducted from it,", () => {
  test("is no problem if the quote states the gas: as a maximum, an estimate or in the list", () => {
    for (const stated of [
      gas("3"),
      gas("3", { gasFeeTokenAmount: "2.5" }),
      { estimatedGasFees: { payGasFeeToken: tokenIn, gasFeeTokenAmount: "3" } },
      listGas("3"),
      { ...gas("3"), ...listGas("2") },
    ])
      expect(codesOf(lower("97", stated))).toEqual([]);
    expect(codesOf({ ...gas("3"), amountOutUSD: "97" })).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["without any statement of the gas", lower("75"), {}],
    ["without any statement of the gas, by a little", lower("99.5"), {}],
    ["without any statement of the gas, by less than a cent", lower("99.9901"), {}],
    ["by more than the estimated gas", lower("75", gas("1")), {}],
    ["by listed gas above a quarter", lower("40", listGas("60")), { accept: ["fee"] }],
    ["by estimated gas above a quarter", lower("40", gas("60")), { accept: ["fee"] }],
    ["by more than the listed gas", lower("75", listGas("1")), {}],
    ["by more than the listed gas, with its limit", lower("75", listGas("1")), { maxGasFee: "1" }],
    ["by more than the caller's limit", lower("90", gas("10")), { maxGasFee: "5" }],
    ["by gas in another token", lower("90", { fees: [{ type: "GAS", amount: "10" }] }), {}],
  ])("needs a review %s", (_what, changes, options) => {
    expect(codesOf(changes, options)).toContain("amount_in_lower");
  });

  test("is no problem if the stated gas is rounded to zero", () => {
    const dust = { tokenInPrice: "0.3", amountInUSD: "0.000000004", amountOutUSD: "0" };
    const sold = { ...lower("0.0000000122"), ...dust, minAmountOut: "0.00000001211" };
    const options = { expect: { ...deducting, amountIn: "0.0000000123" } };
    expect(codesOf({ ...sold, ...listGas("0") }, options)).toEqual([]);
    expect(codesOf(sold, options)).toEqual(["amount_in_lower"]);
  });

  test("is a loss that only stated gas explains", () => {
    expect(codesOf(lower("75"))).toEqual(["amount_in_lower", "price_loss"]);
    expect(codesOf(lower("99.8"), { maxLossPercent: 0.1 })).toContain("price_loss");
    expect(codesOf(lower("99.8", gas("0.2")), { maxLossPercent: 0.1 })).toEqual([]);
    // The worth of the stated amount, of the requested one, or by the price of the token.
    for (const worth of [{ amountInUSD: "75" }, { amountInUSD: "100" }, { tokenInPrice: null }])
      expect(codesOf(lower("75", worth))).toContain("price_loss");
  });

  test("is shown as a cost", () => {
    const { fees, totalCost, text, loss } = describeLower(lower("75"));
    const token = tokenIn;
    expect(fees).toEqual([{ type: "DEDUCTED", amount: "25", token, to: undefined }]);
    expect(totalCost).toEqual([{ amount: "25", token }]);
    expect(loss).toEqual({ usd: "25", percent: "25" });
    expect(text).toContain(`Total cost: 25 of ${tokenIn}`);
    expect(text).toContain("You asked to give: 100");
    expect(describeLower(lower("75", listGas("1"))).totalCost).toEqual([{ amount: "25", token }]);
    expect(describeLower(lower("97", gas("3"))).totalCost).toEqual([{ amount: "3", token }]);
    expect(describeLower(gas("3")).totalCost).toEqual([{ amount: "3", token }]);
  });
});

test("a lower amount is shown beside the requested one, also if no gas is deducted", () => {
  const { text, totalCost } = describeLower(lower("50"), request);
  expect(text).toContain("You asked to give: 100");
  expect(totalCost).toEqual([]);
  expect(describeLower({}, request).text).not.toContain("You asked to give");
});

test("the problem of a lower amount names the stated gas without its rounding", () => {
  const messages = (changes: object) => check(changes).map(({ message }) => message);
  expect(
    messages(lower("90", { ...gas("2", { gasFeeTokenAmount: "1.5" }), amountInUSD: "100" })),
  ).toContain('amountIn: expected 100, less at most 2 of gas, got "90"');
  expect(messages(lower("60"))).toContain('amountIn: expected 100, got "60"');
});

test.each<[string, object]>([
  ["the price of the token", { amountInUSD: "1", tokenInPrice: "1" }],
  ["its worth", { amountInUSD: "100", tokenInPrice: "0.01" }],
])("counts the higher worth of the input if a quote contradicts itself: %s", (_what, worth) => {
  const sold = { ...worth, amountOut: "1", amountOutUSD: "1", minAmountOut: "1" };
  expect(codesOf(sold, { expect: request })).toEqual(["price_loss"]);
});

test.each(["0", "0.000", 0])("a minimum of %o does not replace the expected amount", (minimum) => {
  const options = { expect: request, minAmountOut: minimum as string };
  expect(codesOf({ amountOut: undefined }, options)).toContain("amount_out_missing");
  expect(codesOf({ amountOut: undefined }, { ...options, minAmountOut: "99" })).toEqual([]);
});

test("gas above the whole amount does not explain a loss, although the caller allows it", () => {
  const odd = { ...gas("100000"), amountOutUSD: "1" };
  for (const maxGasFee of ["100", "1000"])
    expect(codesOf(odd, { maxGasFee })).toEqual(expect.arrayContaining(["fee", "price_loss"]));
});
