import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { checkQuote, describeQuote, signQuote } from "../../../src/signing/index.js";
import { createQuote, owner, request } from "../simulation/fake-node.js";

/** A quote of 100 tokens at a price of 1 US dollar, without a stated worth of the input. */
const create = (amountOutUSD: string | undefined, changes: object = {}) => {
  const traded = { amountOut: amountOutUSD ?? "100", minAmountOut: amountOutUSD ?? "100" };
  const worths = { amountInUSD: undefined, tokenInPrice: "1", amountOutUSD };
  return createQuote({ ...traded, ...worths, ...changes } as never);
};
const options = { expect: request, owner: owner.address };
const codesOf = (quote: SwapQuote, more: object = {}) =>
  checkQuote(quote, { ...options, ...more }).map(({ code, path }) => [code, path]);
const unknown = ["price_unknown", "amountInUSD"];
const loss = ["price_loss", "amountOutUSD"];

describe("a loss is found by the price if the worth of the input is", () => {
  test.each([[undefined], [null], [""], ["abc"], ["-1"]])("%j", async (amountInUSD) => {
    const quote = create("0.01", { amountInUSD });
    expect(codesOf(quote)).toEqual([unknown, loss]);
    const accept = ["price_unknown"] as const;
    await expect(signQuote(quote, owner, { ...options, accept })).rejects.toMatchObject({
      problems: [{ code: "price_loss" }],
    });
  });
});

test("a loss by the price has the usual limits", () => {
  expect(codesOf(create("90"))).toEqual([unknown]);
  expect(codesOf(create("89"))).toEqual([unknown, loss]);
  expect(codesOf(create("89"), { maxLossPercent: 12 })).toEqual([unknown]);
  expect(codesOf(create("97"), { maxLossPercent: 2 })).toEqual([unknown, loss]);
});

test("a problem with a worth of zero names the side that is zero", () => {
  expect(codesOf(create("5", { amountInUSD: "0" }))).toEqual([["price_loss", "amountInUSD"]]);
  expect(codesOf(create("5", { amountInUSD: "100", amountOutUSD: "0" }))).toEqual([loss]);
});

test("without worth and price, only the worth is a problem", () => {
  expect(codesOf(create("89", { tokenInPrice: null }))).toEqual([unknown]);
  expect(codesOf(create(undefined))).toEqual([unknown, ["price_unknown", "amountOutUSD"]]);
});

test("describes a loss by the price", () => {
  const { text, loss: described } = describeQuote(create("75"), { expect: request });
  expect(described).toEqual({ usd: "25", percent: "25" });
  expect(text.split("\n")).toContain("Loss: 25 US dollars, 25%");
  expect(describeQuote(create("75", { tokenInPrice: null })).loss).toBeUndefined();
});
