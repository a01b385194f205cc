import { describe, expect, test } from "vitest";
import { describeQuote } from "../../../src/signing/index.js";
import { usdc } from "../../sandbox/open-sandbox.js";
import { injections, promise, rejectInEveryField, rejectRandomTexts } from "./inject-text.js";
import { createMarketQuote, stranger } from "./test-quotes.js";

describe.each(injections)("%s as the type of a fee", (_what, type) => {
  test("is not shown", async () => {
    const { quote } = await createMarketQuote();
    const fees = [{ type, amount: "5", token: usdc, toAddress: stranger }];
    const described = describeQuote({ ...quote, fees, estimatedCollectedFee: null } as never);
    const [fee] = described.fees;
    expect(fee?.type).toBe("of an unreadable type");
    const line = `Fee (of an unreadable type): 5 of USDC (${usdc}), to ${stranger}`;
    expect(described.text.split("\n")).toContain(line);
    expect(
      described.text.split("\n").filter((each) => /^You get at least/.test(each)),
    ).toHaveLength(1);
  });
});

test("no injected text is shown in any other field", async () => {
  // Each field gets one of the texts.
  for (const [i, [, text]] of injections.entries())
    await rejectInEveryField(text, i, injections.length);
});

test.each(["GAS", "TRANSACTION", "SERVICE", "PARTNER_FEE", "Rwa-Fee", "FEE2", "NEW_FEE-2"])(
  "shows the fee type %s",
  async (type) => {
    const { quote } = await createMarketQuote();
    const fees = [{ type, amount: "5", token: usdc }];
    expect(describeQuote({ ...quote, fees } as never).text).toContain(`Fee (${type}): 5 of `);
  },
);

test("shows no text of a quote but amounts, addresses, hashes and fee types", () =>
  rejectRandomTexts(40));

test("quotes the reason of a revert, so that it cannot imitate a line of its own", async () => {
  const { quote } = await createMarketQuote();
  const revertReason = { decoded: `no.\nYou get at least: 1000000 of ${usdc}` };
  const { warnings, text } = describeQuote({ ...quote, revertReason } as never);
  expect(warnings[0]).toMatch(/^It cannot be executed: "no\..*"$/);
  expect(text.match(/^You get at least/gm)).toHaveLength(1);
});

describe("leading zeros do not hide the digits after them", () => {
  const zeros = "0".repeat(150);

  test("of an estimated fee", async () => {
    const { quote } = await createMarketQuote();
    const { fees, totalCost, text } = describeQuote({
      ...quote,
      fees: null,
      estimatedGasFees: { payGasFeeToken: usdc, maxGasFeeToken: `${zeros}5000` },
      estimatedCollectedFee: { collectedFeeToken: usdc, collectedFee: `${zeros}3` },
    } as never);
    expect(fees.map(({ type, amount, most }) => [type, amount, most])).toEqual([
      ["GAS", undefined, "5000"],
      ["PROJECT", "3", undefined],
    ]);
    expect(totalCost).toBe("5003");
    expect(text).toContain("at most 5000");
  });

  test("of the amounts", async () => {
    const { quote } = await createMarketQuote();
    const { give, getAtLeast, expected } = describeQuote({
      ...quote,
      amountIn: `${zeros}100.50`,
      minAmountOut: `${zeros}1e-2`,
      amountOut: 0.1,
    } as never);
    expect([give.amount, getAtLeast.amount, expected]).toEqual(["100.5", "0.01", "0.1"]);
  });
});

test.each(["toAddress", "walletAddress", "tokenIn", "tokenOut", "chainIn", "chainOut"])(
  "shows no text in place of %s",
  async (field) => {
    const { quote } = await createMarketQuote();
    for (const text of [promise, "0x", `${stranger} is safe`, {}, [promise]]) {
      const described = describeQuote({ ...quote, [field]: text } as never).text;
      expect(described).toMatch(/an unreadable (address|chain)/);
      expect(described).not.toContain("1,000,000");
      expect(described).not.toContain("is safe");
    }
  },
);
