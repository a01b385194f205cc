import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { checkQuote } from "../../../src/signing/index.js";
import { createQuote, otherToken, owner, request, tokenIn } from "../simulation/fake-node.js";

const codesOf = (changes: object, expected: object = {}, more: object = {}) => {
  const options = { expect: { ...request, ...expected }, owner: owner.address, ...more };
  const problems = checkQuote(createQuote(changes as Partial<SwapQuote>), options);
  return [...new Set(problems.map(({ code }) => code))];
};

describe("rounding of gas may be worth a US dollar:", () => {
  const expected = { payGasFeeToken: otherToken };
  const withGas = (count: number, worth: string | undefined, amount = "0.01") => ({
    estimatedGasFees: {
      payGasFeeToken: otherToken,
      maxGasFeeToken: "0.00001",
      gasFeeTokenAmount: "0.00001",
      gasFeeTokenAmountUSD: worth,
    },
    fees: Array.from({ length: count }, () => ({ type: "GAS", token: otherToken, amount })),
  });

  test.each([1, 8])("%i entries of a thousand times the maximum are none", (count) => {
    expect(codesOf(withGas(count, "1"), expected)).toEqual(["fee"]);
    expect(codesOf(withGas(count, undefined), expected)).toEqual(["price_unknown", "fee"]);
  });

  test("a coarse digit of a cheap token is", () => {
    expect(codesOf(withGas(1, "0.000001"), expected)).toEqual([]);
    expect(codesOf(withGas(1, "0.001"), expected)).toEqual([]);
    expect(codesOf(withGas(1, "0.0011"), expected)).toEqual(["fee"]);
  });

  test("without a stated worth, only a hundredth of the maximum is", () => {
    const listed = (amount: string) => {
      const { fees } = withGas(1, undefined, amount);
      const maxGasFeeToken = "0.0000100042";
      return codesOf(
        { estimatedGasFees: { payGasFeeToken: otherToken, maxGasFeeToken }, fees },
        expected,
      );
    };
    expect(listed("0.0000101")).toEqual(["price_unknown"]);
    expect(listed("0.00002")).toEqual(["price_unknown", "fee"]);
  });
});

describe("rounding of fees may be worth a US dollar in total:", () => {
  /** Ten tokens, with a fee of 1% and further fees of a hundredth of a token. */
  const withFees = (count: number, worth: string | undefined) => {
    const fee = (amount: string, percentage: string) => ({
      ...{ type: "SERVICE", token: tokenIn, amount, percentage },
    });
    const small = Array.from({ length: count }, () => fee("0.01", "0.1"));
    const tokenInPrice = worth && String(Number(worth) / 10);
    const sold = { amountIn: "10", amountInUSD: worth, amountOutUSD: worth, tokenInPrice };
    return { ...sold, fees: [fee("0.1", "1"), ...small] };
  };

  test.each([1, 4, 7, 8])("%i fees of a hundredth of a valuable token are more", (count) => {
    expect(codesOf(withFees(count, "1000000"), { amountIn: "10" })).toEqual(["fee"]);
    expect(codesOf(withFees(count, "10000"), { amountIn: "10" })).toEqual(["fee"]);
  });

  test("eight fees of a hundredth of a cheap token are rounding", () => {
    expect(codesOf(withFees(7, "10"), { amountIn: "10" })).toEqual([]);
  });

  test("without a stated worth, only a thousandth of the input is rounding", () => {
    const { amountInUSD, amountOutUSD, tokenInPrice, ...unknown } = withFees(7, undefined);
    const stated = { ...unknown, amountInUSD, amountOutUSD, tokenInPrice };
    expect(codesOf(stated, { amountIn: "10" })).toContain("fee");
    expect(codesOf({ ...stated, fees: stated.fees.slice(0, 2) }, { amountIn: "10" })).not.toContain(
      "fee",
    );
  });
});

test("a digit that a stated amount lacks may be worth a US dollar", () => {
  const valuable = { amountInUSD: "100000", amountOutUSD: "100000", tokenInPrice: "81004.4" };
  const stated = { amountIn: "1.23", amountOut: "1.23", minAmountOut: "1.2177" };
  expect(codesOf({ ...stated, ...valuable }, { amountIn: "1.2345" })).toEqual(["amount_in_lower"]);
  const cheap = { amountInUSD: "1.2345", amountOutUSD: "1.2345", tokenInPrice: "1" };
  expect(codesOf({ ...stated, ...cheap }, { amountIn: "1.2345" })).toEqual([]);
});

test.each([
  ["0.0451", "0.05"],
  ["0.0051", "0.01"],
  ["0.16", "0.16"],
  ["1.052", "1.05"],
])("a price of %s that is shown as %s makes no loss", (price, tokenInPrice) => {
  const amountIn = String(Math.round(1_000 / Number(price)));
  const worths = { amountInUSD: String(Number(amountIn) * Number(price)), amountOutUSD: "995" };
  const traded = { amountIn, amountOut: "995", minAmountOut: "990.1", tokenInPrice };
  expect(codesOf({ ...traded, ...worths }, { amountIn })).toEqual([]);
  const lost = { ...traded, ...worths, amountOutUSD: "700" };
  expect(codesOf(lost, { amountIn })).toEqual(["price_loss"]);
});

describe("with tokenOutDecimals, a whole unit is rounding only if it is worth a US dollar:", () => {
  const codesWith = (tokenOutDecimals: number, out: string, minimum: string, worth: string) => {
    const worths = { amountInUSD: worth, amountOutUSD: worth, tokenInPrice: null };
    const traded = { amountOut: out, minAmountOut: minimum, ...worths };
    return codesOf(traded, {}, { tokenOutDecimals });
  };

  test.each([
    ["1", "0.0001", "100"],
    ["2", "1", "100"],
    ["10", "9", "10.01"],
    ["10", "9", "1000"],
  ])("%s tokens without decimals do not explain %s for %s US dollars", (out, minimum, worth) => {
    expect(codesWith(0, out, minimum, worth)).toEqual(["slippage"]);
  });

  test.each([
    [0, "10", "9", "10"],
    [0, "2", "1", "2"],
    [0, "100", "98", "1000000"],
    [2, "0.37", "0.36", "0.37"],
    [2, "0.05", "0.04", "0.05"],
    [2, "10", "9.89", "10000000"],
    [6, "0.00001", "0.000009", "0.00001"],
    [18, "1.5", "1.485", "100000"],
  ])("with %i decimals, an honest quote has no problem", (decimals, out, minimum, worth) => {
    expect(codesWith(decimals, out, minimum, worth)).toEqual([]);
  });

  test("the minimum may exceed the expected amount by no more", () => {
    expect(codesWith(0, "1.9", "2", "1")).toEqual([]);
    expect(codesWith(0, "1.9", "2", "1000")).toEqual(["slippage"]);
  });
});
