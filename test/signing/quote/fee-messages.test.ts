import { expect, test } from "vitest";
import { checkQuote } from "../../../src/signing/index.js";
import { createMarketQuote, replaceAt } from "./test-quotes.js";

test("names the limit of a fee in percent or as an amount, as the field states it", async () => {
  const { quote, options } = await createMarketQuote();
  const messageOf = (field: string, value: string) =>
    checkQuote(replaceAt(quote, ["estimatedCollectedFee", field], value), options).flatMap(
      ({ path, message }) => (path.endsWith(`.${field}`) ? [message] : []),
    );
  expect(messageOf("collectedFeePercent", "9")).toEqual([
    'estimatedCollectedFee.collectedFeePercent: expected at most 1.5%, got "9"',
  ]);
  expect(messageOf("collectedFee", "9")).toEqual([
    'estimatedCollectedFee.collectedFee: expected at most 1.5, got "9"',
  ]);
});
