import { describe, expect, test } from "vitest";
import type { SwapQuote } from "../../../src/index.js";
import { nativeToken } from "../../../src/index.js";
import { describeQuote } from "../../../src/signing/index.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { createMarketQuote, stranger } from "./test-quotes.js";

const zero = `0x${"0".repeat(40)}`;
const none = { fees: null, estimatedGasFees: null, estimatedCollectedFee: null };

/** Describes a quote with these costs only, with its request and without it. */
async function describeCosts(changes: object) {
  const { quote, options } = await createMarketQuote();
  const changed = { ...quote, ...none, ...changes } as unknown as SwapQuote;
  return [describeQuote(changed, options), describeQuote(changed, { now: options.now })];
}
const listRows = async (changes: object) =>
  (await describeCosts(changes)).map(({ fees }) =>
    fees.map(({ type, amount = "?", most }) => `${type} ${amount}${most ? ` to ${most}` : ""}`),
  );
/** Asserts that both descriptions have these fees: type, amount and, after "to", the most. */
async function expectRows(changes: object, rows: readonly string[]): Promise<void> {
  for (const described of await listRows(changes)) expect(described).toEqual(rows);
}
const gas = (fields: object = {}) => ({ type: "GAS", token: usdc, ...fields });
const fee = (fields: object = {}) => ({ type: "PARTNER", token: usdc, ...fields });
const estimate = (fields: object) => ({ estimatedGasFees: { payGasFeeToken: usdc, ...fields } });
const collect = (fields: object) => ({
  estimatedCollectedFee: { collectedFeeToken: usdc, ...fields },
});

describe("shows each fee once", () => {
  test("if the list, the sums and the estimate state the same ones", async () => {
    const { quote, options } = await createMarketQuote();
    const { fees, text } = describeQuote(quote, options);
    expect(fees.map(({ type }) => type)).toEqual(["GAS", "TRANSACTION", "EXTRA", "SERVICE"]);
    expect(fees[0]?.most).toBe(quote.estimatedGasFees?.maxGasFeeToken);
    for (const { type, amount, token } of fees)
      expect(text).toContain(`\nFee (${type}): ${amount} of ${token}`);
  });

  test("if the quote is an older one, which states only sums and the estimate", () =>
    expectRows(
      {
        ...estimate({ gasFeeTokenAmount: "2", maxGasFeeToken: "3" }),
        ...collect({ collectedFee: "3", serviceCollectedFee: "0.5" }),
      },
      ["GAS 2 to 3", "PROJECT 3", "SERVICE 0.5"],
    ));

  test("in two spellings of the native coin", async () => {
    const fees = [fee({ token: zero, amount: "1" }), gas({ token: nativeToken, amount: "1" })];
    const estimated = { payGasFeeToken: zero, maxGasFeeToken: "1" };
    const sums = { collectedFeeToken: nativeToken, collectedFee: "1" };
    const stated = { tokenIn: nativeToken, fees };
    const changes = { estimatedGasFees: estimated, estimatedCollectedFee: sums };
    await expectRows({ ...stated, ...changes }, ["PARTNER 1", "GAS 1"]);
  });

  test("in two letter cases of a token", async () => {
    const upperCased = `0x${usdc.slice(2).toUpperCase()}`;
    const sums = collect({ collectedFeeToken: upperCased, collectedFee: "1" });
    await expectRows({ fees: [fee({ amount: "1" })], ...sums }, ["PARTNER 1"]);
  });
});

describe("shows the estimated gas if the list states less of it:", () => {
  test.each<[string, object[], object, string[]]>([
    ["no gas", [], { gasFeeTokenAmount: "1", maxGasFeeToken: "2" }, ["GAS 1 to 2"]],
    ["an estimate without a maximum", [], { gasFeeTokenAmount: "1" }, ["GAS 1"]],
    ["a maximum without an estimate", [], { maxGasFeeToken: "2" }, ["GAS ? to 2"]],
    [
      "a maximum below the estimate",
      [],
      { gasFeeTokenAmount: "3", maxGasFeeToken: "2" },
      ["GAS 3"],
    ],
    ["less gas", [gas({ amount: "0.01" })], { maxGasFeeToken: "2" }, ["GAS 0.01 to 2"]],
    [
      "less gas in parts",
      [gas({ amount: "1" }), gas({ amount: "0.5" })],
      { gasFeeTokenAmount: "1.5", maxGasFeeToken: "3" },
      ["GAS 1", "GAS 0.5 to 2"],
    ],
    [
      "less gas than the estimate",
      [gas({ amount: "0.01" })],
      { gasFeeTokenAmount: "2", maxGasFeeToken: "3" },
      ["GAS 0.01", "GAS 2 to 3"],
    ],
    ["gas of zero", [gas({ amount: "0" })], { gasFeeTokenAmount: "2" }, ["GAS 0", "GAS 2"]],
    ["as much gas", [gas({ amount: "2" })], { maxGasFeeToken: "2" }, ["GAS 2"]],
    ["more gas", [gas({ amount: "9" })], { maxGasFeeToken: "2" }, ["GAS 9"]],
    [
      "as much gas in two parts",
      [gas({ amount: "1" }), gas({ amount: "1" })],
      { maxGasFeeToken: "2" },
      ["GAS 1", "GAS 1"],
    ],
    [
      "as much gas in small letters",
      [gas({ type: "gas", amount: "2" })],
      { maxGasFeeToken: "2" },
      ["gas 2"],
    ],
    [
      "gas in another token",
      [gas({ token: weth, amount: "9" })],
      { maxGasFeeToken: "2" },
      ["GAS 9", "GAS ? to 2"],
    ],
    ["gas without an amount", [gas()], { maxGasFeeToken: "2" }, ["GAS ? to 2"]],
    [
      "only other fees",
      [fee({ amount: "9" })],
      { maxGasFeeToken: "2" },
      ["PARTNER 9", "GAS ? to 2"],
    ],
    [
      "no gas, and the estimate cannot be read",
      [],
      { gasFeeTokenAmount: "a lot" },
      ["GAS an unreadable amount"],
    ],
    ["no gas, and the maximum cannot be read", [], { maxGasFeeToken: "a lot" }, ["GAS ?"]],
    [
      "no gas, and the estimate is zero",
      [],
      { gasFeeTokenAmount: "0", maxGasFeeToken: "0" },
      ["GAS 0"],
    ],
  ])("%s", (_what, fees, fields, rows) => expectRows({ fees, ...estimate(fields) }, rows));

  test("in another token than the request names, with that token", async () => {
    const other = { payGasFeeToken: weth, gasFeeTokenAmount: "1", maxGasFeeToken: "2" };
    const [described] = await describeCosts({ estimatedGasFees: other });
    const line = `Fee (GAS): 1 of WETH (${weth}) (estimated; at most 2)`;
    expect(described?.text.split("\n")).toContain(line);
  });
});

describe("shows the collected fees if the list states less of their token:", () => {
  test.each<[string, object[], object, string[]]>([
    ["no fee", [], { collectedFee: "3" }, ["PROJECT 3"]],
    [
      "less",
      [fee({ amount: "0.1" })],
      { collectedFee: "3", serviceCollectedFee: "1" },
      ["PARTNER 0.1", "PROJECT 3", "SERVICE 1"],
    ],
    [
      "as much",
      [fee({ amount: "4" })],
      { collectedFee: "3", serviceCollectedFee: "1" },
      ["PARTNER 4"],
    ],
    [
      "as much in parts",
      [fee({ amount: "3" }), fee({ amount: "1" })],
      { collectedFee: "3", serviceCollectedFee: "1" },
      ["PARTNER 3", "PARTNER 1"],
    ],
    [
      "more of another token",
      [fee({ token: weth, amount: "1000" })],
      { collectedFee: "3" },
      ["PARTNER 1000", "PROJECT 3"],
    ],
    ["more gas", [gas({ amount: "1000" })], { collectedFee: "3" }, ["GAS 1000", "PROJECT 3"]],
    [
      "an amount that cannot be read",
      [fee({ amount: "a lot" })],
      { collectedFee: "3" },
      ["PARTNER an unreadable amount", "PROJECT 3"],
    ],
    [
      "much, but the collected fee cannot be read",
      [fee({ amount: "9" })],
      { collectedFee: "a lot" },
      ["PARTNER 9", "PROJECT an unreadable amount"],
    ],
    [
      "the same percentage",
      [fee({ percentage: "40" })],
      { collectedFeePercent: "40" },
      ["PARTNER 40"],
    ],
    [
      "a lower percentage",
      [fee({ percentage: "40" })],
      { collectedFeePercent: "40", serviceCollectedFeePercent: 1 },
      ["PARTNER 40", "PROJECT 40", "SERVICE 1"],
    ],
    [
      "a fee of zero, and one of the collected ones is zero",
      [fee({ amount: "0" })],
      { collectedFee: "3", serviceCollectedFee: "0.0" },
      ["PARTNER 0", "PROJECT 3"],
    ],
    [
      "no fee, and the collected one is zero",
      [],
      { collectedFee: "0", collectedFeePercent: "0" },
      [],
    ],
  ])("%s", (_what, fees, fields, rows) => expectRows({ fees, ...collect(fields) }, rows));
});

describe("a fee that is stated only in percent", () => {
  test("is that share of the amount in", async () => {
    await expectRows({ fees: [fee({ percentage: "12.5" }), gas({ percentage: "1" })] }, [
      "PARTNER 12.5",
      "GAS 1",
    ]);
    await expectRows({ fees: [fee({ amount: "0.00", percentage: "40" })] }, ["PARTNER 0"]);
  });

  test.each([
    ["of another token", { token: weth, percentage: "40" }],
    ["that cannot be read", { percentage: "a lot" }],
    ["and without a percentage", {}],
  ])("is an unknown amount %s", async (_what, fields) => {
    for (const { fees, text, totalCost } of await describeCosts({ fees: [fee(fields)] })) {
      expect(fees[0]?.amount).toBeUndefined();
      expect(text).toMatch(/^Fee \(PARTNER\): an unknown amount of [A-Z]+ \(0x\w+\)$/m);
      expect(totalCost).toBeUndefined();
    }
  });
});

test("names the receiver of a fee, and the native coin", async () => {
  const fees = [fee({ token: nativeToken, amount: "1", toAddress: stranger })];
  for (const { text } of await describeCosts({ fees }))
    expect(text).toContain(`\nFee (PARTNER): 1 of the chain's native coin, to ${stranger}\n`);
});

test.each([1, 5])("shows twenty fees, and counts %i more", async (others) => {
  const fees = Array.from({ length: 20 + others }, (_, i) => fee({ amount: String(i) }));
  for (const { text, fees: described } of await describeCosts({ fees })) {
    expect(described).toHaveLength(20 + others);
    expect(text.match(/^Fee \(PARTNER\)/gm)).toHaveLength(20);
    expect(text.split("\n")).toContain(`Fee: ${others} more, which the total cost includes`);
  }
});

test("describes a list that cannot be read, and a sparse one", async () => {
  const sparse = [fee({ amount: "1" }), fee({ amount: "2" })];
  delete sparse[0];
  for (const fees of ["none", sparse])
    for (const { text } of await describeCosts({ fees }))
      expect(text).toContain("\nFee (FEE): an unknown amount of an unknown token\n");
});
