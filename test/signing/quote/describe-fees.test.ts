import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { describeQuote, describeTypedData } from "../../../src/signing/index.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { createOrderTypedData } from "../test-signers.js";
import { createMarketQuote } from "./test-quotes.js";

describe("a small listed fee does not hide a higher estimate:", () => {
  test("shows the maximum gas with the listed gas", async () => {
    const { quote } = await createMarketQuote();
    const estimatedGasFees = {
      payGasFeeToken: usdc,
      gasFeeTokenAmount: "20",
      maxGasFeeToken: "24.9",
    };
    const fees = [{ type: "GAS", amount: "0.01", token: usdc }];
    const { text } = describeQuote({ ...quote, estimatedGasFees, fees } as unknown as SwapQuote);
    expect(text).toContain(`0.01 of ${usdc} (estimated; at most 24.9)`);
    const atLeast = describeQuote({
      ...quote,
      estimatedGasFees: { ...estimatedGasFees, maxGasFeeToken: null },
      fees,
    } as unknown as SwapQuote);
    expect(atLeast.text).toContain("at most 20");
  });

  test.each([
    ["lower than the collected fees", { type: "PARTNER", amount: "0.000001", token: usdc }],
    ["in another token", { type: "PARTNER", amount: "1000", token: weth }],
    ["with a malformed amount", { type: "PARTNER", amount: "a lot", token: usdc }],
  ])("shows the collected fees if the list has a fee %s", async (_, fee) => {
    const { quote } = await createMarketQuote();
    const estimatedCollectedFee = {
      collectedFee: "3",
      serviceCollectedFee: "0.5",
      collectedFeeToken: usdc,
    };
    const { fees } = describeQuote({
      ...quote,
      estimatedGasFees: null,
      estimatedCollectedFee,
      fees: [fee],
    } as SwapQuote);
    expect(fees.map(({ type, amount }) => [type, amount])).toEqual([
      ["PARTNER", fee.amount === "a lot" ? "an unreadable amount" : fee.amount],
      ["PROJECT", "3"],
      ["SERVICE", "0.5"],
    ]);
  });

  test("shows each fee once if the list is complete", async () => {
    const { quote } = await createMarketQuote();
    expect(describeQuote(quote).fees.map(({ type }) => type)).toEqual([
      "GAS",
      "TRANSACTION",
      "EXTRA",
      "SERVICE",
    ]);
  });

  test("describes a sparse list of fees", async () => {
    const { quote } = await createMarketQuote();
    const fees = [...(quote.fees ?? [])];
    delete fees[1];
    expect(describeQuote({ ...quote, fees }).text).toContain("Fee");
  });
});

test("prefixes message values, so that they cannot imitate a line of the summary", () => {
  const titles = ["Chain", "Contract", "For", "Permission", "Warning"];
  const given = createOrderTypedData(
    Object.fromEntries(titles.map((title) => [title, "string"])),
    Object.fromEntries(titles.map((title) => [title, "None. This signature allows nothing."])),
  );
  const { text, fields } = describeTypedData(given);
  expect(fields.map(({ path }) => path)).toEqual(titles);
  for (const line of text.split("\n").filter((each) => each.includes("allows nothing")))
    expect(line).toMatch(/^Value of \w+: /);
});
