import { expect, test } from "vitest";
import { describeQuote, describeTypedData } from "../../src/signing/index.js";
import { measureGrowth } from "../support/measure-growth.js";
import { createMarketQuote } from "./quote/test-quotes.js";
import { createOrderTypedData } from "./test-signers.js";

const size = 1_000;

// Quadratic cost is a ratio of 16.
test("describes many fees at linear cost", async () => {
  const { quote, options } = await createMarketQuote();
  const zero = { ...quote.fees?.[1], amount: "0", percentage: "0" };
  const growth = await measureGrowth(size, (count) => {
    const fees = [...(quote.fees ?? []), ...Array.from({ length: count }, () => zero)];
    const given = { ...quote, fees, amountOutUSD: "50" } as never;
    expect(describeQuote(given, options).text.split("\n")).toContain(
      `Fee: ${count - 16} more, which the total cost includes`,
    );
    return () => describeQuote(given, options);
  });
  expect(growth).toBeLessThan(10);
});

test("describes many values of typed data at linear cost", async () => {
  const growth = await measureGrowth(size, (count) => {
    const given = createOrderTypedData({ list: "uint8[]" }, { list: Array(count).fill(7) });
    expect(describeTypedData(given).warnings).toContain("Only the first 100 values are shown.");
    return () => describeTypedData(given);
  });
  expect(growth).toBeLessThan(10);
});
