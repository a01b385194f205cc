import { describe, expect, test } from "vitest";
import { otherToken, tokenIn } from "../market-quotes.js";
import { expectFatal } from "./expect-problems.js";
import {
  check,
  createOptions,
  createPricedQuote,
  deducted,
  estimateGas,
  listFees,
  listProblems,
} from "./priced-quotes.js";

const amountIn = "amount_in amountIn";
const gas = { type: "GAS", token: tokenIn };

describe("without gas, a quote of a request for 100 takes at most 100:", () => {
  test.each([
    ["100", true],
    ["100.00", true],
    ["100.1", true],
    ["100.1001", false],
    ["101", false],
    ["99", true],
    ["0", true],
  ])("%s is accepted: %o", (stated, isAccepted) => {
    expect(listProblems({ amountIn: stated }).includes(amountIn)).toBe(!isAccepted);
  });
});

describe("the amount in of a quote is rounded by at most 2 %:", () => {
  test.each([
    ["100.129", "100.13", true],
    ["100.129", "100.2", true],
    ["100.129", "100.3", false],
    ["100.129", "101", true],
    ["100.129", "102", false],
    ["5.129", "5.13", true],
    ["5.09", "5.1", true],
    ["5.09", "5.2", false],
    ["1.29", "1.3", false],
    // The requested amount can be written with the same digits, so that it is not rounded.
    ["10.12", "10.13", true],
    ["10.12", "10.14", false],
    ["100.00", "100.2", false],
  ])("%s can be shown as %s: %o", (requested, stated, isAccepted) => {
    const problems = listProblems({ amountIn: stated }, { expect: { amountIn: requested } });
    expect(problems.includes(amountIn)).toBe(!isAccepted);
  });
});

describe("gas that is added to the amount", () => {
  test.each<[string, object]>([
    ["by its maximum", estimateGas("3")],
    ["by its estimate", estimateGas(null, { gasFeeTokenAmount: "3" })],
    ["by the higher one of both", estimateGas("2", { gasFeeTokenAmount: "3" })],
    ["by its estimate without a token", estimateGas("3", { payGasFeeToken: undefined })],
    ["by the list", listFees({ ...gas, amount: "3" })],
    ["by the sum of the list", listFees({ ...gas, amount: "1" }, { ...gas, amount: "2" })],
    ["by a percentage of the list", listFees({ ...gas, percentage: "3" })],
  ])("raises the limit %s", async (_what, stated) => {
    const quoteOf = (amount: string) => createPricedQuote({ ...stated, amountIn: amount });
    expect(listProblems({ ...stated, amountIn: "103" })).toEqual([]);
    await expectFatal(quoteOf("103.2"), createOptions(), "amount_in", "amountIn");
  });

  test.each<[string, object, object]>([
    ["that is deducted", estimateGas("3"), deducted],
    ["in another token", estimateGas("3", { payGasFeeToken: otherToken }), {}],
    [
      "in another requested token",
      estimateGas("3", { payGasFeeToken: otherToken, gasFeeTokenAmountUSD: "3" }),
      { payGasFeeToken: otherToken },
    ],
    [
      "in the input token, although another one is requested",
      { ...estimateGas(null), ...listFees({ type: "GAS", token: otherToken, amount: "3" }) },
      { payGasFeeToken: otherToken },
    ],
    ["that is a fee of another type", listFees({ amount: "3" }), {}],
    ["that cannot be read", estimateGas("some"), {}],
  ])("does not raise the limit by gas %s", async (_what, stated, expected) => {
    const options = createOptions({ expect: expected });
    await expectFatal(
      createPricedQuote({ ...stated, amountIn: "103" }),
      options,
      "amount_in",
      "amountIn",
    );
  });

  test("is limited by maxGasFee", async () => {
    const quote = createPricedQuote({ ...estimateGas("3"), amountIn: "103" });
    const options = createOptions({ maxGasFee: "2" });
    const path = "estimatedGasFees.maxGasFeeToken";
    await expectFatal(quote, options, "gas_above_maximum", path);
  });
});

test("names the limit with and without gas", () => {
  const messageOf = (...given: Parameters<typeof check>) =>
    check(...given).find(({ code }) => code === "amount_in")?.message;
  expect(messageOf({ amountIn: "101" })).toBe('amountIn: expected at most 100, got "101"');
  expect(messageOf({ ...estimateGas("3"), amountIn: "104" })).toBe(
    'amountIn: expected at most 103 with gas, got "104"',
  );
});

test.each([undefined, null, "", "0", "-1", "1e2", 100])(
  "rejects a request for the amount %j",
  (requested) => {
    const problems = check({}, { expect: { amountIn: requested } });
    const path = "expect.amountIn";
    expect(problems).toContainEqual(expect.objectContaining({ code: "request", path }));
  },
);

test("is no more than the request and the gas, also in whole tokens", () => {
  const added = { ...estimateGas("0.0342"), amountIn: "101" };
  expect(listProblems(added)).toContain("amount_in amountIn");
});

test.each([
  ["0.0000468", true],
  ["0.00004675", true],
  ["0.0000469", false],
  ["0.00004683", false],
])("can be rounded although gas is added: 0.00004672 to %s: %o", (stated, isAccepted) => {
  const quote = { ...estimateGas("0.00000003"), amountIn: stated };
  const codes = check(quote, { expect: { amountIn: "0.00004672" } }).map(({ code }) => code);
  expect(codes.includes("amount_in")).toBe(!isAccepted);
});
