import { expect, test } from "vitest";
import { checkQuote, describeQuote } from "../../../src/signing/index.js";
import { createLimitOrderQuote, createMarketQuote } from "./test-quotes.js";

test.each([
  { requested: "100.129", stated: "100.13", isRounded: true },
  { requested: "5.129", stated: "5.13", isRounded: false },
  // As many digits as requested: not rounded.
  { requested: "100.12", stated: "100.13", isRounded: false },
])(
  "takes $stated for $requested as rounding only if a digit is negligible",
  async ({ requested, stated, isRounded }) => {
    const { quote, options } = await createMarketQuote({ amountIn: requested });
    const codes = checkQuote({ ...quote, amountIn: stated }, options).map(({ code }) => code);
    expect(codes.includes("amount_in")).toBe(!isRounded);
  },
);

test("states for how much an order fills, and not for a swap", async () => {
  const order = await createLimitOrderQuote();
  const line = `Order fills for at least: ${order.quote.minAmountOut}`;
  expect(describeQuote(order.quote, { expect: order.expect }).text).toContain(line);
  const swap = await createMarketQuote();
  expect(describeQuote(swap.quote, { expect: swap.expect }).text).not.toContain("Order fills");
});

test("warns if a quote does not state the expected amount", async () => {
  const { quote } = await createMarketQuote();
  const warning = "It does not state the expected amount.";
  expect(describeQuote(quote).warnings).not.toContain(warning);
  const odd = { ...quote, amountOut: undefined as never };
  expect(describeQuote(odd).warnings).toContain(warning);
});
