import { describe, expect, test } from "vitest";
import { otherToken, tokenIn, tokenOut } from "../market-quotes.js";
import { expectFatal } from "./expect-problems.js";
import {
  check,
  createOptions,
  createPricedQuote,
  deducted,
  estimateGas,
  listFees,
  listProblems,
  order,
  orderRequest,
} from "./priced-quotes.js";

const gas = (fields: object = {}) => ({ type: "GAS", token: tokenIn, ...fields });
const gasPath = "estimatedGasFees.maxGasFeeToken";

describe("the option minReceived", () => {
  test.each(["99", "99.00", "98.999999999999999999", "0"])("accepts a lower one: %s", (own) => {
    expect(listProblems({}, { minReceived: own })).toEqual([]);
  });

  test.each(["99.00001", "99.01", "100", "1000"])(
    "rejects a minimum that is below it by any amount: %s",
    async (own) => {
      const options = createOptions({ minReceived: own });
      await expectFatal(createPricedQuote(), options, "below_minimum", "minAmountOut");
    },
  );

  test("names both amounts", () => {
    const [problem] = check({}, { minReceived: "99.5" });
    expect(problem?.message).toBe('minAmountOut: expected at least 99.5, got "99"');
  });

  test.each(["", "abc", "1e2", "-1", "1,5", 100, {}])(
    "must be a decimal string: %j",
    async (own) => {
      const options = createOptions({ minReceived: own as string });
      await expectFatal(createPricedQuote(), options, "request", "minReceived");
    },
  );

  test("is a limit of an order, too", async () => {
    const options = createOptions({ expect: orderRequest, minReceived: "90.00001" });
    await expectFatal(createPricedQuote(order), options, "below_minimum", "minAmountOut");
  });
});

describe("the minimum of a limit order", () => {
  test.each([
    ["90", true],
    ["95", true],
    ["89.99999999", false],
    ["89", false],
  ])("is at least the requested 90: %s is accepted: %o", (stated, isAccepted) => {
    const problems = listProblems({ ...order, minAmountOut: stated }, { expect: orderRequest });
    expect(problems).toEqual(isAccepted ? [] : ["below_minimum minAmountOut"]);
  });

  test("is a decimal string in the request", async () => {
    for (const minAmountOut of ["", "much", "1e2"]) {
      const options = createOptions({ expect: { ...orderRequest, minAmountOut } });
      await expectFatal(createPricedQuote(order), options, "below_minimum", "minAmountOut");
    }
  });
});

describe("the option maxGasFee", () => {
  const inOther = { payGasFeeToken: otherToken };
  const estimateOther = (maximum: unknown, more: object = {}) =>
    estimateGas(maximum, { ...inOther, gasFeeTokenAmountUSD: "1", ...more });

  test.each<[string, object, object]>([
    ["a maximum", estimateGas("1"), {}],
    ["an estimate", estimateGas(null, { gasFeeTokenAmount: "1" }), {}],
    ["zero", estimateGas("0"), {}],
    ["a list", listFees(gas({ amount: "1" })), {}],
    ["a list of two", listFees(gas({ amount: "0.4" }), gas({ amount: "0.6" })), {}],
    ["a percentage of the input", listFees(gas({ percentage: "1" })), {}],
    ["a percentage of the input that is deducted", listFees(gas({ percentage: "1" })), deducted],
    ["an amount in another requested token", estimateOther("1"), inOther],
    [
      "an amount in another requested token by a word that is not GAS",
      {
        ...estimateOther(null, { gasFeeTokenAmount: "1" }),
        ...listFees({ type: "NETWORK", token: otherToken, amount: "1" }),
      },
      inOther,
    ],
    ["an estimate that names no token", estimateGas("1", { payGasFeeToken: null }), {}],
    [
      "an amount of zero in another token",
      { ...estimateGas("1"), ...listFees(gas({ token: otherToken, amount: "0" })) },
      {},
    ],
  ])("accepts gas of at most 1 that is stated as %s", (_what, changes, expected) => {
    expect(listProblems(changes, { expect: expected, maxGasFee: "1" })).toEqual([]);
  });

  test.each<[string, object, object?]>([
    ["by any amount", estimateGas("1.000000000000000001")],
    ["as an estimate above the maximum", estimateGas("0.5", { gasFeeTokenAmount: "1.01" })],
    ["as a maximum above the estimate", estimateGas("1.01", { gasFeeTokenAmount: "0.5" })],
    ["in the list", listFees(gas({ amount: "1.01" }))],
    [
      "in the list, above the estimate",
      { ...estimateGas("0.5"), ...listFees(gas({ amount: "1.01" })) },
    ],
    ["in a list of two", listFees(gas({ amount: "0.5" }), gas({ amount: "0.51" }))],
    ["in small letters", listFees(gas({ type: "gas", amount: "1.01" }))],
    ["with an exponent", listFees(gas({ amount: "101e-2" }))],
    ["as a number", estimateGas(1.01)],
    ["as a percentage", listFees(gas({ percentage: "1.01" }))],
    ["as a percentage with an amount of zero", listFees(gas({ amount: "0", percentage: "1.01" }))],
    [
      "as a percentage and an amount",
      listFees(gas({ amount: "0.5" }), gas({ percentage: "0.51" })),
    ],
    ["although it is deducted", estimateGas("1.01"), deducted],
    ["in another requested token", estimateOther("1.01"), inOther],
    [
      "in another requested token by its list",
      listFees(gas({ token: otherToken, amount: "1.01" })),
      inOther,
    ],
    [
      "in another requested token by a word that is not GAS",
      listFees({ type: "NETWORK", token: otherToken, amount: "1.01" }),
      inOther,
    ],
  ])("rejects gas above 1 %s", async (_what, changes, expected = {}) => {
    const options = createOptions({ expect: expected, maxGasFee: "1" });
    await expectFatal(createPricedQuote(changes), options, "gas_above_maximum", gasPath);
  });

  test.each<[string, object, object?]>([
    ["no gas", {}],
    ["an empty estimate and an empty list", { estimatedGasFees: {}, fees: [] }],
    ["an estimate without amounts", estimateGas(null)],
    ["an estimate that cannot be read", estimateGas("a lot")],
    ["a maximum that cannot be read", estimateGas("a lot", { gasFeeTokenAmount: "1" })],
    ["an estimate that is not an object", { estimatedGasFees: "1" }],
    ["an estimate that is a list", { estimatedGasFees: [{ maxGasFeeToken: "1" }] }],
    ["an estimate in another token", estimateOther("1")],
    ["an estimate in the output token", estimateGas("1", { payGasFeeToken: tokenOut })],
    ["a list in another token", listFees(gas({ token: otherToken, amount: "1" }))],
    ["a list without a token", listFees(gas({ token: undefined, amount: "1" }))],
    [
      "a list in another token beside an estimate",
      { ...estimateGas("1"), ...listFees(gas({ token: otherToken, amount: "1" })) },
    ],
    ["a list without an amount", listFees(gas())],
    ["a list in which one of two has an amount", listFees(gas({ amount: "0.1" }), gas())],
    ["a list that cannot be read", { ...estimateGas("1"), ...listFees(gas({ amount: "a lot" })) }],
    [
      "a percentage of another token than the input",
      listFees(gas({ token: otherToken, percentage: "1" })),
      inOther,
    ],
    [
      "an amount of zero with a percentage of another token",
      listFees(gas({ token: otherToken, amount: "0", percentage: "1" })),
      inOther,
    ],
    ["only fees of another type", listFees({ amount: "1" })],
  ])("rejects %s, because the gas is not known", async (_what, changes, expected = {}) => {
    const options = createOptions({ expect: expected, maxGasFee: "1" });
    await expectFatal(createPricedQuote(changes), options, "gas_above_maximum", gasPath);
  });

  test("names both amounts, or that none is known", () => {
    const messageOf = (changes: object) =>
      check(changes, { maxGasFee: "1" }).find(({ code }) => code === "gas_above_maximum")?.message;
    expect(messageOf(estimateGas("2.5"))).toBe(`${gasPath}: expected at most 1, got "2.5"`);
    expect(messageOf({})).toBe(`${gasPath}: expected at most 1, got nothing`);
  });

  test.each(["", "abc", "1e2", "-1", 1])("must be a decimal string: %j", async (own) => {
    const options = createOptions({ maxGasFee: own as string });
    await expectFatal(createPricedQuote(estimateGas("1")), options, "request", "maxGasFee");
  });

  test("is the only limit: without it, gas of any amount is no fatal problem", () => {
    for (const changes of [{}, estimateGas("90"), estimateGas("a lot")])
      expect(check(changes).filter(({ severity }) => severity === "fatal")).toEqual([]);
  });
});
