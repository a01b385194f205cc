import { describe, expect, test } from "vitest";
import { describeQuote } from "../../../src/signing/index.js";
import { createQuote, request, tokenIn, tokenOut } from "../simulation/fake-node.js";
import { createLimitOrderQuote } from "./test-quotes.js";

const unstated = { fees: undefined, estimatedGasFees: null, estimatedCollectedFee: null };
const costOf = (changes: object) => {
  const quote = createQuote({ ...unstated, ...changes } as never);
  return describeQuote(quote, { expect: request }).text.match(/^Total cost: (.*)$/m)?.[1];
};

describe("describes the total cost as not stated if the quote states", () => {
  test.each<[string, object]>([
    ["no gas and no fee", {}],
    ["an empty list", { fees: [] }],
    ["estimates without numbers", { estimatedGasFees: {}, estimatedCollectedFee: {} }],
  ])("%s", (_what, changes) => expect(costOf(changes)).toBe("none stated"));
});

describe("describes the total cost as none if the quote states a zero", () => {
  test.each<[string, object]>([
    ["of gas", { estimatedGasFees: { maxGasFeeToken: "0" } }],
    ["of a listed fee", { fees: [{ type: "GAS", token: tokenIn, amount: "0" }] }],
    ["of a percentage", { fees: [{ type: "SERVICE", token: tokenIn, percentage: "0" }] }],
    [
      "of a collected fee",
      { estimatedCollectedFee: { collectedFeeToken: tokenIn, serviceCollectedFee: "0" } },
    ],
  ])("%s", (_what, changes) => expect(costOf(changes)).toBe("none"));
});

test("omits from the text the expected amount of an order, which nothing is compared with", async () => {
  const { quote, options } = await createLimitOrderQuote();
  const forged = { ...quote, amountOut: "999999" };
  for (const given of [options, { now: options.now }]) {
    const { text, expected } = describeQuote(forged, given);
    expect(text).not.toContain("999999");
    expect(text).toMatch(/^You get at least: [\d.]+ of 0x\w+ on Polygon \(137\)$/m);
    expect(expected).toBe("999999");
  }
  expect(describeQuote(createQuote({ amountOut: "99.75" }), { expect: request }).text).toContain(
    `of ${tokenOut} on Polygon (137) (expected: 99.75)`,
  );
});
