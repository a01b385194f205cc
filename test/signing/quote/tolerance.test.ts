import { describe, expect, test } from "vitest";
import { estimateGas, listProblems, order, orderRequest } from "./priced-quotes.js";

/** Whether a quote that states an amount breaks a rule with a limit. */
type Rule = (stated: string, limit: string) => boolean;

const isAbove: Rule = (amountIn, limit) =>
  listProblems({ amountIn }, { expect: { amountIn: limit } }).includes("amount_in amountIn");
/** The expected amount is twice the limit, and has more digits than the minimum. */
const isBelowSlippage: Rule = (minAmountOut, limit) => {
  const amountOut = (2 * Number(limit)).toFixed(6);
  const problems = listProblems({ amountOut, minAmountOut }, { expect: { slippage: 50 } });
  return problems.includes("slippage minAmountOut");
};

describe("one tolerance applies to", () => {
  test.each([
    ["a tenth of a percent", "50.5", "50.5505", "50.5506"],
    ["a unit of the last digit", "50.5", "51", "52"],
    ["a unit of the last digit after the point", "50.55", "50.6", "50.7"],
    ["no unit above two percent", "49.5", "49.5", "50"],
    ["no unit of digits that can express the limit", "50", "50.05", "51"],
  ])("the amount in: %s", (_what, limit, most, more) => {
    expect([isAbove(most, limit), isAbove(more, limit)]).toEqual([false, true]);
  });

  describe("the minimum after slippage:", () => {
    test.each([
      ["a tenth of a percent", "50.5", "50.4495", "50.4494"],
      ["a unit of the last digit", "50.5", "50", "49"],
      ["a unit of the last digit after the point", "50.55", "50.5", "50.4"],
      ["no unit above two percent", "49.5", "49.5", "49"],
      ["no unit of digits that can express the limit", "50", "49.95", "49"],
    ])("%s", (_what, limit, least, less) => {
      expect([isBelowSlippage(least, limit), isBelowSlippage(less, limit)]).toEqual([false, true]);
    });
  });

  test("the minimum after slippage, by a unit of the expected amount, of which it is a share", () => {
    const isBelow = (amountOut: string, minAmountOut: string) =>
      listProblems({ amountOut, minAmountOut }, { expect: { slippage: 50 } }).includes(
        "slippage minAmountOut",
      );
    expect([isBelow("62.0", "30.95"), isBelow("62.0", "30.94")]).toEqual([false, true]);
    // A unit above two percent of the minimum is none.
    expect([isBelow("62", "30.97"), isBelow("62", "30.9")]).toEqual([false, true]);
  });
});

const isBelowOrder: Rule = (minAmountOut, limit) =>
  listProblems(
    { ...order, minAmountOut },
    { expect: { ...orderRequest, minAmountOut: limit } },
  ).includes("below_minimum minAmountOut");
describe("no tolerance applies to the caller's own limits:", () => {
  const isBelowOwn: Rule = (minAmountOut, limit) =>
    listProblems({ amountOut: minAmountOut, minAmountOut }, { minReceived: limit }).includes(
      "below_minimum minAmountOut",
    );

  test.each([
    ["0.117", "0.117", "0.1169"],
    ["0.117", "0.1170", "0.11699999"],
    // Digits that the response does not show, behind the eighth of the limit.
    ["0.123456789", "0.12345678", "0.12345677"],
    ["12345678.9", "12345678", "12345677"],
    ["0.1234567899", "0.12345679", "0.1234567"],
    ["0.99999999999", "0.99999999", "0.9999999"],
  ])("not to a minimum of %s: %s reaches it, and %s does not", (limit, least, less) => {
    for (const isBelow of [isBelowOrder, isBelowOwn])
      expect([isBelow(least, limit), isBelow(less, limit)]).toEqual([false, true]);
  });

  test.each(["50.4999999999", "50.4", "50"])(
    "not to minReceived, of which %s is less",
    (stated) => {
      const quote = { amountOut: stated, minAmountOut: stated };
      expect(listProblems(quote, { minReceived: "50.5" })).toEqual(["below_minimum minAmountOut"]);
      expect(listProblems(quote, { minReceived: stated })).toEqual([]);
    },
  );

  test.each(["0.5500000001", "0.56", "0.6"])("not to maxGasFee, of which %s is more", (stated) => {
    const problem = "gas_above_maximum estimatedGasFees.maxGasFeeToken";
    expect(listProblems(estimateGas(stated), { maxGasFee: "0.55" })).toEqual([problem]);
    expect(listProblems(estimateGas(stated), { maxGasFee: stated })).toEqual([]);
  });
});
