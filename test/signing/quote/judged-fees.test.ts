import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/index.js";
import { describeQuote } from "../../../src/signing/index.js";
import { otherToken, tokenIn, tokenOut } from "../market-quotes.js";
import { expectReview } from "./expect-problems.js";
import {
  createOptions,
  createPricedQuote,
  deducted,
  estimateGas,
  listFees,
  listProblems,
  order,
  orderRequest,
} from "./priced-quotes.js";

const loss = "price_loss amountOutUSD";
const gas = (fields: object = {}) => ({ type: "GAS", token: tokenIn, ...fields });
const inOther = { payGasFeeToken: otherToken };
/** Gas in another token, which is worth a US dollar. */
const estimateOther = (maximum: unknown, more: object = {}) =>
  estimateGas(maximum, {
    ...inOther,
    gasFeeTokenAmount: "1",
    gasFeeTokenAmountUSD: "1",
    ...more,
  });
const collect = (fields: object) => ({
  estimatedCollectedFee: { collectedFeeToken: tokenIn, ...fields },
});
const inOutput = { collectedFeeToken: tokenOut };

describe("the loss of a swap counts", () => {
  test.each<[string, number, object, object]>([
    ["no gas", 0, {}, {}],
    ["the maximum gas that is added", 5, estimateGas("5"), {}],
    ["a gas estimate above its maximum", 5, estimateGas("1", { gasFeeTokenAmount: "5" }), {}],
    ["listed gas that is added", 5, listFees(gas({ amount: "2" }), gas({ amount: "3" })), {}],
    [
      "listed gas once beside its estimate",
      5,
      { ...estimateGas("5"), ...listFees(gas({ amount: "4" })) },
      {},
    ],
    [
      "listed gas above its estimate",
      5,
      { ...estimateGas("4"), ...listFees(gas({ amount: "5" })) },
      {},
    ],
    ["gas as a percentage of the input", 5, listFees(gas({ percentage: "5" })), {}],
    [
      "gas once that has another name in the list than GAS",
      5,
      {
        ...estimateOther("5"),
        ...listFees({ type: "NETWORK", token: otherToken, amount: "4" }),
      },
      inOther,
    ],
    [
      "gas that is deducted as a part of the amount",
      0,
      { ...estimateGas("8"), amountInUSD: "92" },
      deducted,
    ],
    [
      "listed gas that is deducted as a part of the amount",
      0,
      { ...listFees(gas({ amount: "8" })), amountInUSD: "92" },
      deducted,
    ],
    ["gas in another token by the price of its estimate", 5, estimateOther("5"), inOther],
    [
      "gas in another token, although the request deducts gas",
      5,
      estimateOther("5"),
      { ...inOther, ...deducted },
    ],
    [
      "gas in another token by the price of its maximum",
      5,
      estimateOther("10", { gasFeeTokenAmount: null, gasFeeTokenAmountUSD: "5" }),
      inOther,
    ],
    [
      "gas in another token for an estimate of zero",
      5,
      estimateOther("10", { gasFeeTokenAmount: "0", gasFeeTokenAmountUSD: "5" }),
      inOther,
    ],
    [
      "listed gas in another token",
      5,
      { ...estimateOther("1"), ...listFees(gas({ token: otherToken, amount: "5" })) },
      inOther,
    ],
    [
      "fees beside gas in its token",
      7,
      {
        ...estimateOther("2"),
        ...listFees(gas({ token: otherToken, amount: "2" }), { token: otherToken, amount: "5" }),
      },
      inOther,
    ],
    [
      "no fee in the input, which is part of the amount",
      0,
      { ...listFees({ amount: "9" }), ...collect({ collectedFee: "9" }) },
      {},
    ],
    [
      "no fee in percent of the input",
      0,
      { ...listFees({ percentage: "9" }), ...collect({ serviceCollectedFeePercent: "9" }) },
      {},
    ],
    [
      "collected fees in the token of the gas",
      6,
      { ...estimateOther("1"), ...collect({ collectedFeeToken: otherToken, collectedFee: "5" }) },
      inOther,
    ],
    [
      "both collected fees",
      6,
      {
        ...estimateOther("1"),
        ...collect({ collectedFeeToken: otherToken, collectedFee: "2", serviceCollectedFee: "3" }),
      },
      inOther,
    ],
    [
      "no fee of zero in an unknown token",
      0,
      {
        ...listFees({ token: "0x12", amount: "0", percentage: "0" }),
        ...collect({ collectedFeeToken: null, collectedFee: "0" }),
      },
      {},
    ],
  ])("%s: %d US dollars", async (_what, outside, changes, expected) => {
    // The usual loss is 10 US dollars.
    const least = 90 + outside;
    const options = { expect: expected };
    const quoteOf = (amountOutUSD: number) => ({
      ...changes,
      amountOutUSD: amountOutUSD.toFixed(6),
    });
    expect(listProblems(quoteOf(least), options)).toEqual([]);
    const lost = createPricedQuote(quoteOf(least - 0.001));
    await expectReview(lost, createOptions(options), [loss]);
  });

  test.each<[string, object, object]>([
    ["gas", estimateGas("5", { payGasFeeToken: tokenOut }), { payGasFeeToken: tokenOut }],
    ["a listed fee", listFees({ token: tokenOut, amount: "5" }), {}],
    [
      "two listed fees",
      listFees({ token: tokenOut, amount: "2" }, { token: tokenOut, amount: "3" }),
      {},
    ],
    ["a collected fee", collect({ ...inOutput, collectedFee: "5" }), {}],
    [
      "a fee once that is listed and collected",
      {
        ...listFees({ token: tokenOut, amount: "5" }),
        ...collect({ ...inOutput, serviceCollectedFee: "5" }),
      },
      {},
    ],
    [
      "a collected fee above the list",
      {
        ...listFees({ token: tokenOut, amount: "3" }),
        ...collect({ ...inOutput, collectedFee: "5" }),
      },
      {},
    ],
    [
      "a listed fee above the collected one",
      {
        ...listFees({ token: tokenOut, amount: "5" }),
        ...collect({ ...inOutput, collectedFee: "3" }),
      },
      {},
    ],
  ])("%s in the output token by what arrives", (_what, changes, expected) => {
    // 5 of 100 tokens cost 5 % of what arrives.
    const options = { expect: expected };
    expect(listProblems({ ...changes, amountOutUSD: "94.737" }, options)).toEqual([]);
    expect(listProblems({ ...changes, amountOutUSD: "94.736" }, options)).toEqual([loss]);
  });

  test("fees by the minimum if the quote does not state the expected amount", () => {
    const fee = listFees({ token: tokenOut, amount: "9" });
    const stated = { ...fee, amountOut: null, minAmountOut: "10" };
    expect(listProblems({ ...stated, amountOutUSD: "100" })).toEqual([loss]);
    expect(listProblems({ ...stated, ...fee, amountOut: "10.0", amountOutUSD: "100" })).toEqual([
      loss,
    ]);
    expect(listProblems({ ...fee, amountOutUSD: "100" })).toEqual([]);
  });
});

test("a listed fee and a collected one in another token both count", async () => {
  const listed = listFees({ token: tokenOut, amount: "8" });
  const collected = collect({ collectedFeeToken: otherToken, collectedFee: "8" });
  const stated = { ...estimateOther("1"), amountOutUSD: "99" };
  const options = { expect: inOther };
  expect(listProblems({ ...stated, ...listed }, options)).toEqual([]);
  expect(listProblems({ ...stated, ...collected }, options)).toEqual([]);
  const both = createPricedQuote({ ...stated, ...listed, ...collected });
  await expectReview(both, createOptions(options), [loss]);
  // 8 tokens of 0.99 US dollars, 8 of one, and the gas.
  expect(describeQuote(both, createOptions(options)).totalCost).toBe("16.92");
});

test("a fee in the native coin counts once if its spellings differ", () => {
  const expect_ = { tokenOut: nativeToken } as const;
  const stated = {
    tokenOut: nativeToken,
    amountOutUSD: "98",
    ...listFees({ token: nativeToken, amount: "8" }),
    ...collect({ collectedFeeToken: `0x${"0".repeat(40)}`, collectedFee: "8" }),
  };
  expect(listProblems(stated, { expect: expect_ })).toEqual([]);
  expect(describeQuote(createPricedQuote(stated)).totalCost).toBe("7.84");
});

describe("the loss of a limit order counts only gas and fees on top:", () => {
  test.each<[string, string, string, (amount: string) => object, object]>([
    [
      "gas that is added",
      "9",
      "9.000001",
      (amount) => estimateGas(amount, { payGasFeeToken: tokenOut }),
      { payGasFeeToken: tokenOut },
    ],
    ["gas in another token", "10", "10.000001", estimateOther, inOther],
    [
      "collected fees in the gas token",
      "9",
      "9.000001",
      (collectedFee) => ({
        ...estimateOther("1"),
        ...collect({ collectedFeeToken: otherToken, collectedFee }),
      }),
      inOther,
    ],
  ])("%s", (_what, least, more, state, expected) => {
    const options = { expect: { ...orderRequest, ...expected } };
    expect(listProblems({ ...order, ...state(least) }, options)).toEqual([]);
    expect(listProblems({ ...order, ...state(more) }, options)).toEqual([loss]);
    const named = { ...options, expect: { ...options.expect, transactionFeePercent: 50 } };
    expect(listProblems({ ...order, ...state(more) }, named)).toEqual([loss]);
    expect(listProblems({ ...order, ...state(more) }, { ...options, maxLossPercent: 11 })).toEqual(
      [],
    );
  });

  test.each<[string, object]>([
    ["a fee", listFees({ token: tokenOut, amount: "80" })],
    ["gas", estimateGas("80", { payGasFeeToken: tokenOut })],
  ])("%s in its output has the price that the caller sets", (_, costs) => {
    const options = { expect: { ...orderRequest, payGasFeeToken: tokenOut } };
    for (const stated of [
      { amountOut: "90", amountOutUSD: "0.01" },
      { amountOut: "1e9", amountOutUSD: "90" },
      { amountOut: null, amountOutUSD: null },
    ])
      expect(listProblems({ ...order, ...costs, ...stated }, options)).toContain(loss);
  });

  test("they need the worth of what is given", () => {
    const unpriced = { ...order, amountInUSD: null, tokenInPrice: null, ...estimateOther("1") };
    const options = { expect: { ...orderRequest, ...inOther } };
    expect(listProblems(unpriced, options)).toEqual(["price_unknown amountInUSD"]);
  });

  test("deducted gas and fees in the input are part of its amount", () => {
    const options = { expect: { ...orderRequest, ...deducted } };
    const stated = { ...order, ...estimateGas("5"), ...listFees({ amount: "4" }) };
    expect(listProblems(stated, options)).toEqual([]);
  });
});

test("gas that is added to the stated amount and its worth counts once", () => {
  const gas = estimateGas("6", { gasFeeTokenAmountUSD: "6", gasFeeTokenAmount: "6" });
  const quote = { amountIn: "106", amountInUSD: "106", tokenInPrice: "1", amountOutUSD: "100" };
  expect(listProblems({ ...gas, ...quote })).toEqual([]);
});

test("a fee in the output token is no gas if gas is paid in that token, too", () => {
  const expect_ = { payGasFeeToken: tokenOut };
  const gas = estimateGas("1", { payGasFeeToken: tokenOut });
  const quote = { ...gas, ...listFees({ token: tokenOut, amount: "2" }) };
  expect(listProblems(quote, { expect: expect_, maxGasFee: "2" })).toEqual([]);
});

describe("fees and gas in the input token", () => {
  const costs = (path: string) => `high_costs ${path}`;

  test.each<[string, object, object, string]>([
    ["gas that is deducted", estimateGas("10.0001"), deducted, "estimatedGasFees"],
    ["gas that is added", estimateGas("10.0001"), {}, "estimatedGasFees"],
    ["listed gas", listFees(gas({ amount: "10.0001" })), deducted, "estimatedGasFees"],
    ["a fee", listFees({ amount: "10.0001" }), {}, "fees"],
    ["a collected fee", collect({ serviceCollectedFee: "10.0001" }), {}, "fees"],
    ["both", { ...estimateGas("5"), ...listFees({ amount: "5.0001" }) }, deducted, "fees"],
  ])(
    "above a tenth of the amount are asked about at any stated worth: %s",
    (...[, changes, asked, path]) => {
      for (const worth of ["100", "0.001"]) {
        const stated = { ...changes, amountInUSD: worth, amountOutUSD: worth, tokenInPrice: null };
        expect(listProblems(stated, { expect: asked })).toContain(costs(path));
      }
    },
  );

  test("of a tenth of the amount are not, and not those that the request names", () => {
    expect(listProblems(listFees({ amount: "10" }))).toEqual([]);
    const named = { transactionFeePercent: 20 };
    const stated = { ...listFees({ amount: "30" }), amountOutUSD: "80" };
    expect(listProblems(stated, { expect: named })).toEqual([]);
    expect(listProblems(stated)).toContain(costs("fees"));
  });

  // The README's own mode: the service states the worth less the deducted gas.
  test.each(["11", "50", "90", "100", "600"])(
    "of %s percent are never signed in silence, by any form of the price",
    (percent) => {
      for (const tokenInPrice of ["1", "1.00", "10", "0.1", "2e3", null]) {
        const left = Math.max(100 - Number(percent), 0);
        const price = Number(tokenInPrice ?? 1);
        const amountInUSD = String(left * price);
        const amountOutUSD = String(left * price * 0.998);
        const stated = { ...estimateGas(percent), amountInUSD, amountOutUSD, tokenInPrice };
        const problems = listProblems(stated, { expect: deducted });
        expect(problems, JSON.stringify(stated)).toContain(costs("estimatedGasFees"));
        if (percent !== "11") expect(problems.length).toBeGreaterThan(1);
      }
    },
  );
});
