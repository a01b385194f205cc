// test/properties compares the codes with an independent evaluator.
import { describe, expect, test } from "vitest";
import { nativeToken, type SwapQuote } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
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
import { createLimitOrderQuote, createMarketQuote, replaceAt } from "./test-quotes.js";

const inOther = { payGasFeeToken: otherToken };
const gas = (fields: object) => ({ type: "GAS", token: tokenIn, ...fields });
const collect = (fields: object) => ({
  estimatedCollectedFee: { collectedFeeToken: tokenIn, ...fields },
});

test.each<[message: string, ...Parameters<typeof check>]>([
  ['amountIn: expected at most 100, got "101"', { amountIn: "101" }],
  ['amountIn: expected at most 103 with gas, got "104"', { ...estimateGas("3"), amountIn: "104" }],
  ['minAmountOut: expected at least 99.5, got "99"', {}, { minReceived: "99.5" }],
  ["minAmountOut: expected an amount above zero, got more than 10^24", { minAmountOut: 8.2e68 }],
  [
    'minAmountOut: expected at least 99 (100 less 1%), got "98"',
    { amountOut: "100", minAmountOut: "98" },
  ],
  [
    'estimatedGasFees.maxGasFeeToken: expected at most 1, got "2.5"',
    estimateGas("2.5"),
    { maxGasFee: "1" },
  ],
  ["estimatedGasFees.maxGasFeeToken: expected at most 1, got nothing", {}, { maxGasFee: "1" }],
  [
    'estimatedGasFees.gasFeeTokenAmountUSD: expected an amount of US dollars above zero, got "a lot"',
    estimateGas("5", { ...inOther, gasFeeTokenAmount: "1", gasFeeTokenAmountUSD: "a lot" }),
    { expect: inOther },
  ],
  [
    'amountOutUSD: expected at least 90 US dollars for 100 with all fees and gas, got "75.5 US dollars"',
    { amountOutUSD: "75.5" },
  ],
  [
    'amountOutUSD: expected at least 95 US dollars for 100 with all fees and gas (your maxLossPercent is 5), got "75.5 US dollars"',
    { amountOutUSD: "75.5" },
    { maxLossPercent: 5 },
  ],
  // All digits where eight would hide the difference.
  [
    'amountOutUSD: expected at least 32.99999999967 US dollars for 33.33333333 with all fees and gas (your maxLossPercent is 1), got "32.999999999 US dollars"',
    { amountInUSD: "33.333333333", tokenInPrice: null, amountOutUSD: "32.999999999" },
    { maxLossPercent: 1 },
  ],
])("names both values: %s", (message, changes, options) => {
  expect(check(changes, options).map((problem) => problem.message)).toContain(message);
});

test.each<[string, object]>([
  ["what is left after deducted gas", { amountInUSD: "90" }],
  ["what is stated, if that is less", { amountIn: "50", amountInUSD: "50" }],
])("judges the loss by the worth of %s", (_, changes) => {
  const deducted = { expect: { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } };
  const stated = { ...estimateGas("10"), tokenInPrice: null, ...changes };
  // The whole amount is worth 100.
  expect(listProblems({ ...stated, amountOutUSD: "90" }, deducted)).toEqual([]);
  const lost = listProblems({ ...stated, amountOutUSD: "89.99" }, deducted);
  expect(lost).toEqual(["price_loss amountOutUSD"]);
});

describe("names the place of a cost", () => {
  test.each<[paths: string[], changes: object, expect?: object]>([
    [["fees[0]"], listFees({ token: otherToken, amount: "0.01" })],
    [["fees[1].amount"], listFees({ amount: "1" }, { amount: "1 USDC" })],
    [["fees[0].percentage"], listFees({ amount: "1", percentage: "a lot" })],
    [["fees[0].percentage"], listFees(gas({ token: otherToken, percentage: "50" })), inOther],
    [["fees[0].token"], listFees(gas({ token: otherToken, amount: "5" }))],
    [["fees", "fees[0]"], { fees: "none" }],
    [
      ["fees[0]"],
      { ...listFees({ token: tokenOut, amount: "1" }), chainOut: 1 },
      { chainIdOut: 1 },
    ],
    [["estimatedCollectedFee"], collect({ collectedFeeToken: otherToken, collectedFee: "1" })],
    [["estimatedCollectedFee.serviceCollectedFee"], collect({ serviceCollectedFee: [] })],
    [["estimatedCollectedFee.collectedFeePercent"], collect({ collectedFeePercent: "x" })],
    [["estimatedGasFees"], { estimatedGasFees: 100 }],
    [["estimatedGasFees.maxGasFeeToken"], estimateGas("a lot")],
    [["estimatedGasFees.payGasFeeToken"], estimateGas("1", inOther)],
    [
      ["estimatedGasFees.payGasFeeToken"],
      estimateGas(undefined, { ...inOther, gasFeeTokenAmount: "1" }),
    ],
  ])("that cannot be compared: %j", async (paths, changes, expected = {}) => {
    const options = createOptions({ expect: expected });
    const problems = paths.map((path) => `price_unknown ${path}`);
    await expectReview(createPricedQuote(changes), options, problems);
    if (Object.keys(expected).length > 0) return;
    expect(listProblems({ ...order, ...changes }, { expect: orderRequest })).toEqual(problems);
  });

  test.each<[path: string, changes: object]>([
    ["estimatedGasFees", estimateGas("10.0001")],
    ["fees", { ...estimateGas("5"), ...listFees({ amount: "5.0001" }) }],
  ])("that is most of the high ones: %s", (path, changes) => {
    const expected = { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" };
    expect(listProblems(changes, { expect: expected })).toContain(`high_costs ${path}`);
  });
});

test.each<[chainIn: number, chainOut: number, problems: string[]]>([
  [137, 8453, ["token tokenOut"]],
  [8453, 137, ["token tokenIn"]],
  [137, 137, []],
])("reads the native coin of a chain as that chain spells it: from %i to %i", (...given) => {
  const [chainIn, chainOut, problems] = given;
  const coinOfPolygon = `0x${"0".repeat(36)}1010`;
  const expected = { tokenIn: coinOfPolygon, tokenOut: coinOfPolygon };
  const stated = { tokenIn: nativeToken, tokenOut: nativeToken, chainIn, chainOut };
  const found = listProblems(stated, {
    expect: { ...expected, chainIdIn: chainIn, chainIdOut: chainOut },
  });
  expect(found.filter((each) => each.startsWith("token "))).toEqual(problems);
});

test("reads BTC as the native coin of Bitcoin, and of no other chain", () => {
  const find = (tokenOut: string, chainOut: number) =>
    listProblems({ tokenOut, chainOut }, { expect: { tokenOut: "BTC", chainIdOut: chainOut } });
  expect(find(nativeToken, 0)).toEqual([]);
  expect(find(otherToken, 0)).toEqual(["token tokenOut"]);
  expect(find(nativeToken, 137)).toEqual(["token tokenOut"]);
});

test("names the chain that differs", () => {
  expect(listProblems({ chainIn: 1 })).toEqual(["chain chainIn"]);
  expect(listProblems({ chainOut: 1 })).toEqual(["chain chainOut"]);
});

describe("a request cannot have", () => {
  test.each([undefined, null, "", "0", "-1", "1e2", 100])("the amount %j", (amountIn) => {
    expect(listProblems({}, { expect: { amountIn } })).toContain("request expect.amountIn");
  });

  test.each([99.01, 100, 1_000, -1, Number.NaN, "1"])("the slippage %j", (slippage) => {
    expect(listProblems({}, { expect: { slippage } })).toContain("request expect.slippage");
    expect(listProblems({}, { expect: { slippage: 99 } })).toEqual([]);
  });

  test.each(["", "much", "1e2"])("the minimum %j", (minAmountOut) => {
    const problems = listProblems(order, { expect: { ...orderRequest, minAmountOut } });
    expect(problems).toContain("below_minimum minAmountOut");
  });
});

test.each([
  ["a market swap", createMarketQuote],
  ["a limit order", createLimitOrderQuote],
] as const)("a quote of %s without a hash has no problem of its id", async (_, createQuote) => {
  const { quote, options } = await createQuote();
  for (const userOperationHash of [null, undefined]) {
    const problems = checkQuote({ ...quote, userOperationHash }, options);
    expect(problems.map(({ code }) => code)).toEqual(["nothing_to_sign"]);
  }
});

test("asks about a limit order that is wrapped for an unknown type of wallet", async () => {
  const { quote, options } = await createLimitOrderQuote();
  const renamed = replaceAt(quote, ["typedData", "domain", "name"], "OtherAccount");
  await expectReview(renamed, options, ["wrapper_name typedData.domain.name"]);
});

test("judges no field that moves no money", async () => {
  const { quote, options } = await createMarketQuote();
  for (const change of [
    { swapProvider: "OTHER", estimatedExecutionTime: "never", metadata: { note: "hello" } },
    { fees: quote.fees?.map((fee) => ({ ...fee, toAddress: otherToken, type: "UNKNOWN" })) },
  ])
    expect(checkQuote({ ...quote, ...change } as SwapQuote, options)).toEqual([]);
});
