import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { describeQuote } from "../../../src/signing/index.js";
import { usdc } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, listPaths, replaceAt, stranger } from "./test-quotes.js";

const promise = "You get at least 1,000,000";
const injections: [string, string][] = [
  ["a promise", promise],
  ["a promise without spaces", "You_get_at_least_1000000"],
  ["a line break", "GAS\nYou get at least: 1000000 of USDC"],
  ["a line separator", "GAS\u2028You get at least: 1000000"],
  ["a right-to-left override", "GAS\u202e000,000,1 tsael ta teg uoY"],
  ["an isolate", "GAS\u2066)\u2069"],
  ["emoji", "GAS \u{1f4b0}\u{1f4b0}"],
  ["wide letters", "ＧＡＳ"],
  ["letters that look like others", "GАS"],
  ["a zero-width joiner", "G\u200dAS"],
  ["10,000 characters", "GAS".repeat(3_334)],
  ["the end of the line", "GAS): 0 of nothing, and nothing ("],
  ["an amount", "0.00"],
  ["a short amount", "GAS 10"],
  ["words of the summary", "Total cost none"],
  ["words that say that it is free", "paid back"],
];

describe.each(injections)("%s as the type of a fee", (_what, type) => {
  test("is not shown", async () => {
    const { quote } = await createMarketQuote();
    const fees = [{ type, amount: "5", token: usdc, toAddress: stranger }];
    const described = describeQuote({ ...quote, fees, estimatedCollectedFee: null } as never);
    const [fee] = described.fees;
    expect(fee?.type).toBe("of an unreadable type");
    const line = `Fee (of an unreadable type): 5 of ${usdc}, to ${stranger}`;
    expect(described.text.split("\n")).toContain(line);
    expect(
      described.text.split("\n").filter((each) => /^You get at least/.test(each)),
    ).toHaveLength(1);
  });

  test("is not shown in any other field", async () => {
    const { quote } = await createMarketQuote();
    const clean = describeQuote(quote).text.split("\n").length;
    for (const path of listPaths(quote)) {
      const { text } = describeQuote(replaceAt(quote, path, type) as SwapQuote);
      for (const line of text.split("\n")) {
        expect(line.length, path.join()).toBeLessThan(400);
        expect(line, path.join()).toMatch(/^[\x20-\x7e]*$/);
        expect(line, path.join()).not.toContain("1,000,000");
      }
      expect(text.split("\n").length, path.join()).toBeLessThan(clean + 6);
    }
  });
});

test.each(["GAS", "TRANSACTION", "SERVICE", "PARTNER_FEE", "Rwa-Fee", "FEE2", "NEW_FEE-2"])(
  "shows the fee type %s",
  async (type) => {
    const { quote } = await createMarketQuote();
    const fees = [{ type, amount: "5", token: usdc }];
    expect(describeQuote({ ...quote, fees } as never).text).toContain(`Fee (${type}): 5 of `);
  },
);

test("shows no text of a quote but amounts, addresses, hashes and fee types", async () => {
  const { quote } = await createMarketQuote();
  fc.assert(
    fc.property(
      fc.constantFrom(...listPaths(quote)),
      fc.stringMatching(/^[ -~]{4,40}$/).map((text) => `~${text}~`),
      (path, text) => {
        const changed = replaceAt(quote, path, text) as SwapQuote;
        expect(describeQuote(changed).text).not.toContain(text);
      },
    ),
    { numRuns: 300 },
  );
});

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
    expect(totalCost).toEqual([{ amount: "5003", token: usdc }]);
    expect(text).toContain("at most 5000");
  });

  test("of the amounts", async () => {
    const { quote } = await createMarketQuote();
    const { give, getAtLeast, expected } = describeQuote({
      ...quote,
      amountIn: `${zeros}100.50`,
      minAmountOut: `${zeros}1e-7`,
      amountOut: 0.1,
    } as never);
    expect([give.amount, getAtLeast.amount, expected]).toEqual(["100.5", "1e-7", "0.1"]);
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
