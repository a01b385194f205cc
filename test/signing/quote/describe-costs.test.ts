import { describe, expect, test } from "vitest";
import { describeQuote } from "../../../src/signing/index.js";
import { otherToken, tokenIn, tokenOut } from "../market-quotes.js";
import {
  createOptions,
  createPricedQuote,
  deducted,
  estimateGas,
  listFees,
  order,
  orderRequest,
} from "./priced-quotes.js";

const gas = (fields: object = {}) => ({ type: "GAS", token: tokenIn, ...fields });
const describeWith = (changes: object, options: object = {}) =>
  describeQuote(createPricedQuote(changes), createOptions(options));
const costOf = (...given: Parameters<typeof describeWith>) => {
  const { text, totalCost } = describeWith(...given);
  return [text.match(/^Total cost: (.*)$/m)?.[1], totalCost];
};

describe("the total cost is", () => {
  test.each<[string, object, string, object?]>([
    ["gas that is added", estimateGas("5"), "5"],
    ["gas that is deducted", { ...estimateGas("5"), amountInUSD: "95" }, "5", deducted],
    ["the maximum gas, not its estimate", estimateGas("5", { gasFeeTokenAmount: "1" }), "5"],
    ["the estimate if it is higher", estimateGas("1", { gasFeeTokenAmount: "5" }), "5"],
    ["listed gas if it is higher", { ...estimateGas("1"), ...listFees(gas({ amount: "5" })) }, "5"],
    ["fees that are part of the amount", listFees({ amount: "2" }, { amount: "3" }), "5"],
    ["percentages of the amount", listFees({ percentage: "2" }, gas({ percentage: "3" })), "5"],
    [
      "the sums, if no fee is listed",
      {
        estimatedCollectedFee: {
          collectedFeeToken: tokenIn,
          collectedFee: "2",
          serviceCollectedFee: "3",
        },
      },
      "5",
    ],
    [
      "the list once beside the sums",
      {
        ...listFees({ amount: "5" }),
        estimatedCollectedFee: {
          collectedFeeToken: tokenIn,
          collectedFee: "2",
          serviceCollectedFee: "3",
        },
      },
      "5",
    ],
    ["fees and gas", { ...estimateGas("2"), ...listFees({ amount: "3" }) }, "5"],
    [
      "fees in the input and in the output",
      listFees({ amount: "2" }, { token: tokenOut, amount: "3" }),
      "5",
    ],
    [
      "gas in another token by its worth",
      estimateGas("10", {
        payGasFeeToken: otherToken,
        gasFeeTokenAmount: "4",
        gasFeeTokenAmountUSD: "2",
      }),
      "5",
      { payGasFeeToken: otherToken },
    ],
    ["rounded up to cents", listFees({ amount: "0.000001" }), "0.01"],
    ["rounded up to cents, also above them", listFees({ amount: "5.001" }), "5.01"],
    ["zero, if zero is stated", estimateGas("0"), "0"],
  ])("%s", (_what, changes, usd, expected = {}) => {
    expect(costOf(changes, { expect: expected })).toEqual([`${usd} US dollars`, usd]);
  });

  test("stated in US dollars without the request, too", () => {
    const quote = createPricedQuote({ ...estimateGas("2"), ...listFees({ amount: "3" }) });
    expect(describeQuote(quote).totalCost).toBe("5");
  });

  test.each<[string, object]>([
    ["no gas and no fee", { fees: undefined }],
    ["an empty list", { fees: [] }],
    ["estimates without numbers", { estimatedGasFees: {}, estimatedCollectedFee: {} }],
  ])("none stated if the quote states %s", (_what, changes) => {
    expect(costOf(changes)[0]).toBe("none stated");
  });

  test.each<[string, object, object?]>([
    ["a fee in another token", listFees({ amount: "1" }, { token: otherToken, amount: "1" })],
    ["a fee that cannot be read", listFees({ amount: "a lot" })],
    ["a fee without an amount", listFees({ amount: "1" }, {})],
    ["a list that cannot be read", { fees: "none" }],
    ["gas that cannot be read", estimateGas("a lot")],
    ["gas in another token than requested", estimateGas("1", { payGasFeeToken: otherToken })],
    [
      "gas without a worth",
      estimateGas("1", { payGasFeeToken: otherToken }),
      { payGasFeeToken: otherToken },
    ],
    [
      "a fee in the input without a worth",
      { ...listFees({ amount: "1" }), amountInUSD: null, tokenInPrice: null },
    ],
  ])("not known with %s", (_what, changes, expected = {}) => {
    expect(costOf(changes, { expect: expected })).toEqual(["not known", undefined]);
  });
});

describe("the loss", () => {
  const lossOf = (...given: Parameters<typeof describeWith>) => describeWith(...given).loss;

  test.each<[string, object, string, string, object?]>([
    ["is that of the price", { amountOutUSD: "75" }, "25", "25"],
    ["contains gas that is added", { ...estimateGas("25"), amountOutUSD: "75" }, "50", "40"],
    [
      "contains gas that is deducted",
      { ...estimateGas("25"), amountInUSD: "75", amountOutUSD: "75" },
      "25",
      "25",
      deducted,
    ],
    [
      "contains no fee in the input",
      { ...listFees({ amount: "25" }), amountOutUSD: "75" },
      "25",
      "25",
    ],
    [
      "contains a fee in the output",
      { ...listFees({ token: tokenOut, amount: "25" }), amountOutUSD: "80" },
      "40",
      "33.34",
    ],
    ["is rounded up to cents", { amountOutUSD: "99.9999" }, "0.01", "0.01"],
    [
      "is that of the requested amount",
      { amountIn: "50", amountInUSD: "50", amountOutUSD: "50" },
      "50",
      "50",
    ],
    [
      "is that of the minimum without an expected amount",
      { amountOut: null },
      "10",
      "10",
      { slippage: 10 },
    ],
    [
      "is that of the price of the token",
      { amountInUSD: null, tokenInPrice: "1.00", amountOutUSD: "75" },
      "25",
      "25",
    ],
  ])("%s", (_what, changes, usd, percent, expected = {}) => {
    const { loss, text } = describeWith(changes, { expect: expected });
    expect(loss).toEqual({ usd, percent });
    const line = `Loss: ${usd} US dollars, ${percent}%, with all fees and gas`;
    expect(text.split("\n")).toContain(line);
  });

  test("is not shown for a gain, or without a price", () => {
    const unpriced = { amountInUSD: null, tokenInPrice: null, amountOutUSD: "1" };
    const unknownFee = { ...listFees({ token: otherToken, amount: "1" }), amountOutUSD: "50" };
    for (const changes of [
      {},
      { amountOutUSD: "120" },
      { amountOutUSD: "0" },
      unpriced,
      unknownFee,
    ]) {
      expect(lossOf(changes)).toBeUndefined();
      expect(describeWith(changes).text).not.toContain("Loss: ");
    }
  });

  test("is shown without the request, too", () => {
    expect(describeQuote(createPricedQuote({ amountOutUSD: "75" })).loss).toEqual({
      usd: "25",
      percent: "25",
    });
  });
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
