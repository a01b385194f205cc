import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { type CheckQuoteOptions, checkQuote } from "../../../src/signing/index.js";
import { createQuote, otherToken, owner, request, tokenIn } from "../simulation/fake-node.js";

const check = (changes: object, options: Partial<CheckQuoteOptions> = {}) =>
  checkQuote(createQuote(changes as Partial<SwapQuote>), {
    ...{ expect: request, owner: owner.address },
    ...options,
  });
const codesOf = (...given: Parameters<typeof check>) =>
  [...new Set(check(...given).map(({ code }) => code))].sort();

describe("a fee in another token, which no limit can be compared with,", () => {
  test.each<[string, object, Partial<CheckQuoteOptions>]>([
    ["listed", { fees: [{ type: "SERVICE", token: otherToken, amount: "0.5" }] }, {}],
    ["listed in percent", { fees: [{ type: "SERVICE", token: otherToken, percentage: "1" }] }, {}],
    ["listed without a token", { fees: [{ type: "SERVICE", amount: "0.5" }] }, {}],
    ["listed as gas", { fees: [{ type: "GAS", token: otherToken, amount: "5" }] }, {}],
    [
      "listed as gas, within the caller's limit",
      { fees: [{ type: "GAS", token: otherToken, amount: "5" }] },
      { maxGasFee: "5" },
    ],
    [
      "collected",
      { estimatedCollectedFee: { collectedFeeToken: otherToken, serviceCollectedFee: "1" } },
      {},
    ],
    [
      "collected in percent",
      { estimatedCollectedFee: { collectedFeeToken: otherToken, serviceCollectedFeePercent: "1" } },
      {},
    ],
    [
      "estimated as gas",
      { estimatedGasFees: { payGasFeeToken: otherToken, maxGasFeeToken: "1" } },
      { maxGasFee: "5" },
    ],
  ])("is the problem fee, too: %s", (_what, changes, options) => {
    expect(codesOf(changes, options)).toEqual(["fee", "fee_token"]);
  });

  test("is named with the token that could be compared", () => {
    const fees = [{ type: "SERVICE", token: otherToken, amount: "1" }];
    expect(check({ fees }).map(({ message }) => message)).toContain(
      `fees[0].amount: expected an amount of ${tokenIn} (another token cannot be compared with a limit), got "1"`,
    );
  });

  test("is no problem if it is zero", () => {
    const fees = [{ type: "SERVICE", token: otherToken, amount: "0", percentage: "0" }];
    expect(codesOf({ fees })).toEqual([]);
  });
});

describe("with maxGasFee, a quote states its gas only by an amount that can be read:", () => {
  const expected = { ...request, payGasFeeToken: otherToken } as const;
  const gas = (more: object = {}) => ({ type: "GAS", token: otherToken, ...more });

  test.each<[string, object[]]>([
    ["not by an empty list", []],
    ["not by a word", [{ type: "GAS" }]],
    ["not by a token", [gas()]],
    ["not by a percentage in another token than the input", [gas({ percentage: "25" })]],
    ["not by an amount of zero with a percentage", [gas({ amount: "0", percentage: "25" })]],
    ["not by one of two entries", [gas({ amount: "0.001" }), gas()]],
  ])("%s", (_what, fees) => {
    expect(codesOf({ fees }, { expect: expected, maxGasFee: "0.01" })).toEqual(["fee"]);
  });

  test("by an amount, or by a percentage of the input that pays it", () => {
    const options = { expect: expected, maxGasFee: "0.01" };
    expect(codesOf({ fees: [gas({ amount: "0.01" })] }, options)).toEqual([]);
    expect(codesOf({ fees: [gas({ amount: "0.01", percentage: "1" })] }, options)).toEqual([]);
    const share = { fees: [{ type: "GAS", token: tokenIn, percentage: "1" }] };
    expect(codesOf(share, { maxGasFee: "1" })).toEqual([]);
    expect(codesOf(share, { maxGasFee: "0.99" })).toEqual(["fee"]);
    expect(codesOf({ fees: [{ type: "GAS" }] }, { maxGasFee: "1" })).toEqual(["fee"]);
  });
});

test.each(["estimatedGasFees", "estimatedCollectedFee"])(
  "an estimate that is not an object cannot be read: %s",
  (field) => {
    for (const value of ["100", 100, true])
      expect(codesOf({ [field]: value })).toEqual(["fee_unreadable"]);
  },
);
