import { describe, expect, test } from "vitest";
import { otherToken, tokenIn, tokenOut } from "../market-quotes.js";
import { expectReview } from "./expect-problems.js";
import {
  check,
  createOptions,
  createPricedQuote,
  estimateGas,
  listFees,
  listProblems,
  order,
  orderRequest,
} from "./priced-quotes.js";

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
const gasWorth = "price_unknown estimatedGasFees.gasFeeTokenAmountUSD";
const listedOther = listFees(gas({ token: otherToken, amount: "5" }));

describe("gas whose worth is not known needs a review:", () => {
  test.each<[string, object]>([
    ["without a worth", estimateOther("5", { gasFeeTokenAmountUSD: undefined })],
    ["with a worth that cannot be read", estimateOther("5", { gasFeeTokenAmountUSD: "a lot" })],
    ["with a blank worth", estimateOther("5", { gasFeeTokenAmountUSD: "" })],
    ["with a worth of zero", estimateOther("5", { gasFeeTokenAmountUSD: "0.00" })],
    ["in the list, without an estimate", listedOther],
    [
      "in the list, beside an estimate without amounts in the input token",
      { ...listedOther, estimatedGasFees: { payGasFeeToken: tokenIn } },
    ],
    [
      "in the list, with a worth of no amount",
      { ...listedOther, estimatedGasFees: { ...inOther, gasFeeTokenAmountUSD: "1" } },
    ],
  ])("%s", async (_what, changes) => {
    const options = createOptions({ expect: inOther });
    await expectReview(createPricedQuote(changes), options, [gasWorth]);
  });

  test("a limit of the caller does not replace the worth", () => {
    const unpriced = estimateOther("5", { gasFeeTokenAmountUSD: null });
    expect(listProblems(unpriced, { expect: inOther, maxGasFee: "5" })).toEqual([gasWorth]);
  });

  test("no worth is needed for gas of zero, or that is not stated", () => {
    for (const changes of [{}, estimateGas(null, inOther), estimateGas("0", inOther)])
      expect(listProblems(changes, { expect: inOther })).toEqual([]);
  });

  test("names the stated worth", () => {
    const [problem] = check(estimateOther("5", { gasFeeTokenAmountUSD: "a lot" }), {
      expect: inOther,
    });
    expect(problem?.message).toContain('expected an amount of US dollars above zero, got "a lot"');
  });
});

describe("a cost that cannot be compared needs a review:", () => {
  test.each<[string, object, string[], object?]>([
    ["a listed fee in another token", listFees({ token: otherToken, amount: "0.01" }), ["fees[0]"]],
    ["a listed fee without a token", listFees({ token: undefined, amount: "0.01" }), ["fees[0]"]],
    [
      "a percentage of another token",
      listFees({ token: otherToken, percentage: "1" }),
      ["fees[0]"],
    ],
    [
      "a fee in the output token of another chain",
      { ...listFees({ token: tokenOut, amount: "1" }), chainOut: 1 },
      ["fees[0]"],
      { chainIdOut: 1 },
    ],
    [
      "a collected fee in another token",
      collect({ collectedFeeToken: otherToken, collectedFee: "1" }),
      ["estimatedCollectedFee"],
    ],
    [
      "a collected percentage of another token",
      collect({ collectedFeeToken: otherToken, serviceCollectedFeePercent: "1" }),
      ["estimatedCollectedFee"],
    ],
    [
      "estimated gas in another token than requested",
      estimateOther("1"),
      ["estimatedGasFees.payGasFeeToken"],
    ],
    ["listed gas in another token than requested", listedOther, ["fees[0].token"]],
    [
      "listed gas without a token",
      listFees(gas({ token: undefined, amount: "1" })),
      ["fees[0].token"],
    ],
    [
      "gas as a percentage of another token",
      listFees(gas({ token: otherToken, percentage: "50" })),
      ["fees[0].percentage"],
      inOther,
    ],
    [
      "fees in the gas token as a percentage",
      listFees({ token: otherToken, percentage: "50" }),
      ["fees[0].percentage"],
      inOther,
    ],
  ])("%s", async (_what, changes, paths, expected = {}) => {
    const options = createOptions({ expect: expected });
    const problems = paths.map((path) => `price_unknown ${path}`);
    await expectReview(createPricedQuote(changes), options, problems);
  });
});

test("a problem of gas in another token names the requested one", () => {
  const [problem] = check(estimateOther("1"));
  expect(problem).toMatchObject({ expected: `gas in ${tokenIn}` });
});

describe("a cost that cannot be read needs a review:", () => {
  test.each<[string, object]>([
    ["fees[0].amount", listFees({ amount: "a lot" })],
    ["fees[0].amount", listFees({ amount: "-1" })],
    ["fees[0].amount", listFees({ amount: Number.NaN })],
    ["fees[0].amount", listFees({ amount: { value: "1" } })],
    ["fees[1].amount", listFees({ amount: "1" }, { amount: "1 USDC" })],
    ["fees[0].percentage", listFees({ percentage: "1%" })],
    ["fees[0].percentage", listFees({ amount: "1", percentage: "a lot" })],
    ["fees", { fees: "none" }],
    ["fees", { fees: 1 }],
    ["fees", { fees: { amount: "1" } }],
    ["fees", { fees: [null, gas({ amount: "0" })] }],
    ["estimatedCollectedFee.collectedFee", collect({ collectedFee: "a lot" })],
    ["estimatedCollectedFee.serviceCollectedFee", collect({ serviceCollectedFee: [] })],
    ["estimatedCollectedFee.collectedFeePercent", collect({ collectedFeePercent: "x" })],
    [
      "estimatedCollectedFee.serviceCollectedFeePercent",
      collect({ serviceCollectedFeePercent: "x" }),
    ],
    ["estimatedCollectedFee", { estimatedCollectedFee: "1" }],
    ["estimatedCollectedFee", { estimatedCollectedFee: [{ collectedFee: "1" }] }],
    ["estimatedGasFees.maxGasFeeToken", estimateGas("a lot")],
    ["estimatedGasFees.gasFeeTokenAmount", estimateGas("1", { gasFeeTokenAmount: "-1" })],
    ["estimatedGasFees", { estimatedGasFees: 100 }],
    ["estimatedGasFees", { estimatedGasFees: [{ maxGasFeeToken: "1" }] }],
  ])("%s: %j", async (path, changes) => {
    // An item that cannot be read is a fee of an unknown price, too.
    const paths = path === "fees" ? ["fees", "fees[0]"] : [path];
    const problems = paths.map((each) => `price_unknown ${each}`);
    await expectReview(createPricedQuote(changes), createOptions(), problems);
    expect(listProblems({ ...order, ...changes }, { expect: orderRequest })).toEqual(problems);
  });
});
