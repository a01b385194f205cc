import { describe, expect, test } from "vitest";
import { tokenOut } from "../market-quotes.js";
import { expectReview } from "./expect-problems.js";
import {
  check,
  createOptions,
  createPricedQuote,
  deducted,
  estimateGas,
  listProblems,
  order,
  orderRequest,
} from "./priced-quotes.js";
import { partner } from "./test-quotes.js";

const loss = "price_loss amountOutUSD";
const unknownIn = "price_unknown amountInUSD";
const unknownOut = "price_unknown amountOutUSD";
const worth = (amountInUSD: unknown, amountOutUSD: unknown) => ({
  amountInUSD,
  amountOutUSD,
  tokenInPrice: null,
});

describe("what arrives is worth at least, to the last digit, what is left", () => {
  test.each([
    ["10 % of 100 US dollars", "100", "90", "89.999999"],
    ["10 % of 4,999 US dollars", "4999", "4499.1", "4499.09999999"],
    ["5 US dollars of 49", "49", "44", "43.99"],
    ["5 US dollars of 6", "6", "1", "0.999999999999999999"],
    ["500 US dollars of 10,000", "10000", "9500", "9499.99"],
    ["500 US dollars of 16,000", "16000", "15500", "15499.99"],
    ["3 % of 20,000 US dollars", "20000", "19400", "19399.99"],
    ["3 % of a million US dollars", "1000000", "970000", "969999.999999"],
  ])("after a loss of %s", async (_what, given, least, less) => {
    expect(listProblems(worth(given, least))).toEqual([]);
    const quote = createPricedQuote(worth(given, less));
    await expectReview(quote, createOptions(), [loss]);
  });

  test("of anything for 5 US dollars", () => {
    for (const given of ["5", "1", "0.0001"])
      expect(listProblems(worth(given, "0.00000001"))).toEqual([]);
  });

  test("and it may be worth more than what is given", () => {
    expect(listProblems(worth("100", "1000000"))).toEqual([]);
  });
});

describe("maxLossPercent", () => {
  test.each([
    ["replaces both limits", "100", 1, "99", "98.999999"],
    ["is a limit of small amounts", "1", 1, "0.99", "0.98999"],
    ["is a limit of large amounts", "1000000", 1, "990000", "989999.99"],
    ["can be a part of a percent", "100", 0.25, "99.75", "99.749999999"],
    ["can be zero", "100", 0, "100", "99.99999999"],
    ["can be higher than the usual loss", "100", 50, "50", "49.9999"],
  ])("%s", async (_what, given, maxLossPercent, least, less) => {
    expect(listProblems(worth(given, least), { maxLossPercent })).toEqual([]);
    const options = createOptions({ maxLossPercent });
    await expectReview(createPricedQuote(worth(given, less)), options, [loss]);
  });

  test("of 100 allows any loss", () => {
    expect(listProblems(worth("1000000", "0.01"), { maxLossPercent: 100 })).toEqual([]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, "50", true])(
    "is rejected if it is no percentage: %o",
    (given) => {
      const options = { maxLossPercent: given as number };
      expect(listProblems(worth("100", "100"), options)).toEqual(["request maxLossPercent"]);
    },
  );

  test("is missing if it is null", () => {
    const options = { maxLossPercent: null as never };
    expect(listProblems(worth("100", "91"), options)).toEqual([]);
    expect(listProblems(worth("100", "89"), options)).toEqual([loss]);
  });
});

test("names the least worth, what is given and the caller's own limit", () => {
  const [usual] = check(worth("100", "75.5"));
  const given = "for 100 with all fees and gas";
  expect(usual?.expected).toBe(`at least 90 US dollars ${given}`);
  expect(usual?.received).toBe('"75.5 US dollars"');
  const [own] = check(worth("100", "75.5"), { maxLossPercent: 5 });
  expect(own?.expected).toBe(`at least 95 US dollars ${given} (your maxLossPercent is 5)`);
});

test("shows all digits where eight would hide the difference", () => {
  const [problem] = check(worth("33.333333333", "32.999999999"), { maxLossPercent: 1 });
  expect(problem?.expected).toContain("at least 32.99999999967 US dollars");
  expect(problem?.received).toBe('"32.999999999 US dollars"');
});

describe("the fees that the request names", () => {
  const named = {
    transactionFeePercent: 2,
    extraFee: { percentage: 1, toAddress: partner },
  };

  test.each([
    ["of the transaction", { transactionFeePercent: 2 }, "88", "87.999"],
    ["of an extra fee", { extraFee: named.extraFee }, "89", "88.999"],
    ["of both", named, "87", "86.999"],
    ["of null", { transactionFeePercent: null, extraFee: null }, "90", "89.999"],
  ])("are no loss: %s", (_what, expected, least, less) => {
    expect(listProblems(worth("100", least), { expect: expected })).toEqual([]);
    expect(listProblems(worth("100", less), { expect: expected })).toEqual([loss]);
  });

  test("are no loss beside maxLossPercent", () => {
    const options = { expect: named, maxLossPercent: 1 };
    expect(listProblems(worth("100", "96"), options)).toEqual([]);
    expect(listProblems(worth("100", "95.999"), options)).toEqual([loss]);
  });

  test("are no reason to lose more if the quote states them higher", () => {
    const sums = { collectedFeeToken: createOptions().expect.tokenIn, collectedFeePercent: "50" };
    const quote = { ...worth("100", "50"), estimatedCollectedFee: sums };
    expect(listProblems(quote, { expect: named })).toEqual([loss, "high_costs fees"]);
  });
});

describe("the worth of what is given", () => {
  test.each<[string, object, string[]]>([
    ["the stated worth", { ...worth("1000", "100"), tokenInPrice: "1.00" }, [loss]],
    ["the price", { ...worth("1", "1"), tokenInPrice: "1.00" }, [loss]],
    ["the price as a number", { ...worth("1", "1"), tokenInPrice: 1 }, [loss]],
    ["the price as a whole number", { ...worth("1", "1"), tokenInPrice: "1" }, [loss]],
  ])("is the higher one if the quote contradicts itself: %s", (_what, changes, problems) => {
    expect(listProblems(changes)).toEqual(problems);
  });

  test.each([
    ["0.1", "90000"],
    ["0.10", "90000"],
    ["0.0001", "90000000"],
    ["1", "9000"],
    ["2e3", "4.5"],
  ])("is exact at a price of %s, also with one decimal", (tokenInPrice, amountIn) => {
    const stated = { amountIn, tokenInPrice, amountInUSD: "1", amountOutUSD: "1" };
    expect(listProblems(stated, { expect: { amountIn } })).toEqual([loss]);
  });

  test.each([
    ["with its worth", "50", "50"],
    ["with the worth of the whole amount", "100", "50"],
  ])("is that of the requested amount if the quote takes less: %s", (_what, given, received) => {
    const half = { ...worth(given, received), amountIn: "50", tokenInPrice: null };
    expect(listProblems(half)).toEqual([loss]);
    expect(listProblems(half, { expect: deducted })).toEqual([loss]);
  });
});

describe("a worth that is not known needs a review:", () => {
  test.each([undefined, null, "", "abc", "-1", "0", "0.00"])("%j", async (unknown) => {
    const options = createOptions();
    const unknownInput = createPricedQuote({ ...worth(unknown, "100"), tokenInPrice: null });
    await expectReview(unknownInput, options, [unknownIn]);
    await expectReview(createPricedQuote(worth("100", unknown)), options, [unknownOut]);
    const both = createPricedQuote({ ...worth(unknown, unknown), tokenInPrice: null });
    await expectReview(both, options, [unknownIn, unknownOut]);
  });

  test.each([undefined, null, "", "abc", "-1", "0"])(
    "%j, although the price of the input shows a loss",
    async (amountInUSD) => {
      const priced = { amountInUSD, tokenInPrice: "1.000" };
      expect(listProblems({ ...priced, amountOutUSD: "90" })).toEqual([unknownIn]);
      const lost = createPricedQuote({ ...priced, amountOutUSD: "89.99" });
      await expectReview(lost, createOptions(), [unknownIn, loss]);
    },
  );

  test.each(["1e30", "4.5e+75", "1e255"])(
    "a price as high as %s is no less a price",
    async (price) => {
      const quote = createPricedQuote({ tokenInPrice: price });
      await expectReview(quote, createOptions(), [loss]);
    },
  );

  test("a worth can be a number or have an exponent", () => {
    expect(listProblems(worth(100, 89))).toEqual([loss]);
    expect(listProblems(worth("1e2", "8.9e1"))).toEqual([loss]);
    expect(listProblems(worth("1e2", 91))).toEqual([]);
  });
});

describe("without an expected amount, the worth of the minimum is judged:", () => {
  test.each([
    ["of the requested slippage", { slippage: 12 }, ["price_loss amountOutUSD"]],
    ["of a lower slippage", { slippage: 9 }, []],
    ["of 0.5 %", { slippage: undefined }, []],
  ])("%s", (_what, expected, problems) => {
    for (const amountOut of [undefined, null])
      expect(listProblems({ amountOut }, { expect: expected })).toEqual(problems);
    expect(listProblems({ minAmountOut: "88" }, { expect: { slippage: 12 } })).toEqual([]);
  });

  test("the loss is added to that of the price", () => {
    const lost = worth("100", "90.4");
    expect(listProblems(lost)).toEqual([]);
    expect(listProblems({ ...lost, amountOut: null })).toEqual([loss]);
  });
});

describe("a limit order", () => {
  const options = { expect: orderRequest };

  test("has a price of the caller: what arrives is not judged", () => {
    for (const amountOutUSD of ["1", "0", "abc", undefined])
      expect(listProblems({ ...order, ...worth("100", amountOutUSD) }, options)).toEqual([]);
  });

  test("has no slippage, so gas in its output has the price of the whole minimum", () => {
    const asked = { ...orderRequest, payGasFeeToken: tokenOut, slippage: 50 };
    const given = { ...order, amountOut: null, ...worth("100", "100") };
    const listOf = (gas: string) =>
      listProblems(
        { ...given, ...estimateGas(gas, { payGasFeeToken: tokenOut }) },
        { expect: asked },
      );
    for (const [gas, problems] of [
      ["8.9", []],
      ["9.2", [loss]],
    ] as const)
      expect(listOf(gas)).toEqual(problems);
  });

  test("needs no worth without gas and fees on top", () => {
    for (const amountInUSD of [undefined, "abc", "0"]) {
      const unpriced = { ...order, ...worth(amountInUSD, undefined), tokenInPrice: null };
      expect(listProblems(unpriced, options)).toEqual([]);
    }
  });
});
