import { describe, expect, test } from "vitest";
import { nativeToken, type SwapQuote } from "../../../src/index.js";
import { describeQuote, describeTypedData } from "../../../src/signing/index.js";
import { usdc, weth } from "../../sandbox/open-sandbox.js";
import { createOrderTypedData } from "../test-signers.js";
import { createMarketQuote } from "./test-quotes.js";

const zero = `0x${"0".repeat(40)}`;

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

describe("the total cost", () => {
  const describeGas = async (fees: object[], estimate: object = {}) => {
    const { quote } = await createMarketQuote();
    const estimatedGasFees = { payGasFeeToken: usdc, maxGasFeeToken: "1", ...estimate };
    const changes = { estimatedGasFees, estimatedCollectedFee: null, fees };
    return describeQuote({ ...quote, ...changes } as unknown as SwapQuote);
  };

  test("contains listed gas that is higher than its stated maximum", async () => {
    const { text, totalCost } = await describeGas([{ type: "GAS", amount: "100", token: usdc }]);
    expect(totalCost).toEqual([{ amount: "100", token: usdc }]);
    expect(text).toContain(`Fee (GAS): 100 of ${usdc} (estimated; at most 100)`);
  });

  test("contains estimated gas that is higher than its stated maximum", async () => {
    const { totalCost } = await describeGas([], { gasFeeTokenAmount: "100" });
    expect(totalCost).toEqual([{ amount: "100", token: usdc }]);
    const { totalCost: unknown } = await describeGas([], { maxGasFeeToken: "a lot" });
    expect(unknown).toEqual([{ amount: "an unknown amount", token: usdc }]);
  });

  test("contains a higher estimate than listed gas, also without a maximum", async () => {
    const listed = [{ type: "GAS", amount: "0.5", token: usdc }];
    const estimate = { gasFeeTokenAmount: "20", maxGasFeeToken: null };
    const { totalCost } = await describeGas(listed, estimate);
    expect(totalCost).toEqual([{ amount: "20", token: usdc }]);
  });

  test.each([
    ["in small letters", { type: "gas", token: usdc }, usdc],
    ["by its token", { type: "NETWORK", token: weth }, weth],
    ["in another spelling of the native coin", { type: "GAS", token: zero }, nativeToken],
  ])("contains gas once that is listed %s", async (_what, fee, payGasFeeToken) => {
    const { fees } = await describeGas([{ ...fee, amount: "0.5" }], { payGasFeeToken });
    expect(fees).toEqual([expect.objectContaining({ amount: "0.5", most: "1" })]);
  });

  test("contains collected fees that only listed gas covers", async () => {
    const { quote } = await createMarketQuote();
    const estimatedCollectedFee = { collectedFee: "3", collectedFeeToken: usdc };
    const fees = [{ type: "gas", amount: "3", token: usdc }];
    const changes = { estimatedGasFees: null, estimatedCollectedFee, fees };
    const { totalCost } = describeQuote({ ...quote, ...changes } as unknown as SwapQuote);
    expect(totalCost).toEqual([{ amount: "6", token: usdc }]);
  });
});

describe("a fee that is stated only in percent", () => {
  const describeFees = async (changes: object) => {
    const { quote, options } = await createMarketQuote();
    const stated = { ...quote, estimatedGasFees: null, estimatedCollectedFee: null, fees: null };
    const changed = { ...stated, ...changes } as unknown as SwapQuote;
    return [describeQuote(changed), describeQuote(changed, options)];
  };

  test("costs that share of the input", async () => {
    const collected = {
      collectedFeeToken: usdc,
      collectedFeePercent: "40",
      serviceCollectedFeePercent: 1,
    };
    for (const summary of await describeFees({ estimatedCollectedFee: collected })) {
      expect(summary.fees.map(({ type, amount }) => [type, amount])).toEqual([
        ["PROJECT", "40"],
        ["SERVICE", "1"],
      ]);
      expect(summary.totalCost).toEqual([{ amount: "41", token: usdc }]);
    }
    const fees = [{ type: "PARTNER", token: usdc, percentage: "12.5" }];
    for (const { text } of await describeFees({ fees })) {
      expect(text).toContain(`Fee (PARTNER): 12.5 of ${usdc}`);
      expect(text).toContain(`Total cost: 12.5 of ${usdc}`);
    }
  });

  test("counts if it is higher than the stated amount", async () => {
    const fees = [{ type: "PARTNER", token: usdc, amount: "0.01", percentage: "40" }];
    for (const { text, totalCost } of await describeFees({ fees })) {
      expect(text).toContain(`Fee (PARTNER): 0.01 of ${usdc} (estimated; at most 40)`);
      expect(totalCost).toEqual([{ amount: "40", token: usdc }]);
    }
  });

  test.each([
    ["a percentage in another token", { token: weth, percentage: "40" }, weth],
    ["neither amount nor percentage", { token: usdc }, usdc],
    ["a percentage that cannot be read", { token: usdc, percentage: "a lot" }, usdc],
  ])("is an unknown amount, also in total, with %s", async (_what, fee, token) => {
    const others = [{ type: "SERVICE", token, amount: "1" }];
    for (const { fees, totalCost } of await describeFees({
      fees: [{ type: "PARTNER", ...fee }, ...others],
    })) {
      expect(fees[0]?.amount).toBeUndefined();
      expect(totalCost).toEqual([{ amount: "an unknown amount", token }]);
    }
  });

  test("is shown once if the list and the sums state it", async () => {
    const fees = [{ type: "PARTNER", token: usdc, percentage: "40" }];
    const collected = { collectedFeeToken: usdc, serviceCollectedFeePercent: "1" };
    const estimatedCollectedFee = { ...collected, collectedFeePercent: "40" };
    for (const summary of await describeFees({ fees, estimatedCollectedFee })) {
      expect(summary.fees.map(({ type }) => type)).toEqual(["PARTNER", "SERVICE"]);
      expect(summary.totalCost).toEqual([{ amount: "41", token: usdc }]);
    }
  });
});

describe("a cost is counted once", () => {
  const describeWith = async (changes: object) => {
    const { quote } = await createMarketQuote();
    const stated = { ...quote, estimatedGasFees: null, estimatedCollectedFee: null, fees: null };
    return describeQuote({ ...stated, ...changes } as unknown as SwapQuote);
  };

  test("in two spellings of the native coin", async () => {
    const { fees, totalCost } = await describeWith({
      tokenIn: nativeToken,
      fees: [{ type: "PROJECT", token: zero, amount: "1" }],
      estimatedCollectedFee: { collectedFeeToken: nativeToken, collectedFee: "1" },
    });
    expect(fees).toHaveLength(1);
    expect(totalCost).toEqual([{ amount: "1", token: "the chain's native coin" }]);
  });

  test("in an estimate of gas that names no token", async () => {
    const { quote, options } = await createMarketQuote();
    const estimatedGasFees = { maxGasFeeToken: "3" };
    const fees = [{ type: "GAS", token: usdc, amount: "1" }];
    const stated = { ...quote, estimatedCollectedFee: null, estimatedGasFees, fees };
    const { totalCost } = describeQuote(stated as unknown as SwapQuote, options);
    expect(totalCost).toEqual([{ amount: "3", token: usdc }]);
  });

  test("in several entries of gas with one maximum", async () => {
    const gas = (amount: string) => ({ type: "GAS", token: usdc, amount });
    const { fees, totalCost } = await describeWith({
      estimatedGasFees: { payGasFeeToken: usdc, maxGasFeeToken: "3", gasFeeTokenAmount: "2.5" },
      fees: [gas("1"), gas("1.5")],
    });
    expect(fees.map(({ amount, most }) => [amount, most])).toEqual([
      ["1", undefined],
      ["1.5", "2"],
    ]);
    expect(totalCost).toEqual([{ amount: "3", token: usdc }]);
  });

  test("in two letter cases of a token", async () => {
    const fee = (token: string) => ({ type: "SERVICE", token, amount: "0.5" });
    const { totalCost } = await describeWith({
      fees: [fee(usdc), fee(`0x${usdc.slice(2).toUpperCase()}`)],
    });
    expect(totalCost).toEqual([{ amount: "1", token: usdc }]);
  });
});

test("shows the collected fee whose type the list lacks", async () => {
  const { quote } = await createMarketQuote();
  const estimatedCollectedFee = {
    ...{ collectedFeeToken: usdc, collectedFee: "0.5", collectedFeePercent: "0.5" },
    ...{ serviceCollectedFee: "1", serviceCollectedFeePercent: "1" },
  };
  const fees = [{ type: "SERVICE", token: usdc, amount: "1", percentage: "1" }];
  const stated = { ...quote, estimatedGasFees: null, estimatedCollectedFee, fees };
  const described = describeQuote(stated as unknown as SwapQuote);
  expect(described.fees.map(({ type, amount }) => [type, amount])).toEqual([
    ["SERVICE", "1"],
    ["PROJECT", "0.5"],
  ]);
  expect(described.totalCost).toEqual([{ amount: "1.5", token: usdc }]);
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
