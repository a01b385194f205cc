import { describe, expect, test } from "vitest";
import { checkRandomAmounts, fee } from "./check-random-amounts.js";
import { balance, decimals, paymaster, tokenIn, tokenOut } from "./fake-node.js";
import { findCodes } from "./find-codes.js";

const codesOfGain = (places: bigint, gained: bigint, amounts: object, options = {}) =>
  findCodes({
    quote: amounts,
    options,
    values: {
      [decimals(tokenOut)]: [places, places] as const,
      [balance(tokenOut)]: [0n, gained] as const,
    },
  });

describe("the minimum of a token with few decimals", () => {
  test.each([
    { places: 0n, amountOut: "1", minAmountOut: "0.99", least: 1n },
    { places: 0n, amountOut: "2", minAmountOut: "1.98", least: 2n },
    { places: 0n, amountOut: "10", minAmountOut: "9.9", least: 10n },
    { places: 0n, amountOut: "1000", minAmountOut: "990.9", least: 990n },
    { places: 2n, amountOut: "0.01", minAmountOut: "0.0099", least: 1n },
    { places: 2n, amountOut: "10", minAmountOut: "9.9", least: 989n },
    { places: 2n, amountOut: "0.6", minAmountOut: "0.594", least: 59n },
    { places: 2n, amountOut: "0.06", minAmountOut: "0.0594", least: 6n },
    { places: 6n, amountOut: "0.0000001", minAmountOut: "0.0000001", least: 1n },
  ])(
    "is rounded up unless a unit is negligible: $minAmountOut with $places places",
    async ({ places, least, ...amounts }) => {
      expect(await codesOfGain(places, least, amounts)).toEqual([]);
      expect(await codesOfGain(places, least - 1n, amounts)).toEqual(["simulated_gain"]);
    },
  );

  test("of the caller is rounded up as well", async () => {
    const amounts = { amountOut: "1", minAmountOut: "0.0001" };
    const options = { minAmountOut: "0.99" };
    expect(await codesOfGain(0n, 1n, amounts, options)).toEqual([]);
    expect(await codesOfGain(0n, 0n, amounts, options)).toEqual([
      "simulated_gain",
      "simulated_gain",
    ]);
  });
});

const codesOfLoss = (places: bigint, lost: bigint, amountIn: string, fees: readonly object[]) =>
  findCodes({
    quote: { amountIn, fees: fees as never },
    expect: { amountIn },
    values: {
      [decimals(tokenIn)]: [places, places] as const,
      [balance(tokenIn)]: [500n, 500n - lost] as const,
    },
  });

describe("many small fees of a token with few decimals", () => {
  const fees = Array(16).fill(fee);

  test.each([
    { places: 0n, amountIn: "1", most: 1n },
    { places: 0n, amountIn: "100", most: 101n },
    { places: 2n, amountIn: "1", most: 102n },
  ])(
    "allow one unit at most, if that is negligible: $amountIn with $places places",
    async ({ places, amountIn, most }) => {
      expect(await codesOfLoss(places, most, amountIn, fees)).toEqual([]);
      expect(await codesOfLoss(places, most + 1n, amountIn, fees)).toEqual(["simulated_loss"]);
    },
  );

  test("that add up to a unit allow this unit", async () => {
    const many = Array(16).fill({ ...fee, amount: "0.0625" });
    expect(await codesOfLoss(0n, 2n, "1", many)).toEqual([]);
    expect(await codesOfLoss(0n, 3n, "1", many)).toEqual(["simulated_loss"]);
  });
});

describe("gas of less than a hundred units", () => {
  const codesOfGas = (places: bigint, amount: string, collected: bigint) => {
    // All digits, so that the amount is not rounded.
    const amountIn = (1_000).toFixed(Number(places));
    return findCodes({
      quote: { amountIn, estimatedGasFees: { maxGasFeeToken: amount } as never },
      expect: { amountIn },
      values: {
        [decimals(tokenIn)]: [places, places] as const,
        [balance(tokenIn)]: [10n ** 12n, 10n ** 12n - 1_000n * 10n ** places - collected] as const,
        [balance(tokenIn, paymaster)]: [0n, collected] as const,
      },
    });
  };

  test.each([
    { places: 2n, amount: "0.00351480828550952", most: 1n },
    { places: 6n, amount: "0.0000505", most: 51n },
    { places: 8n, amount: "0.0000000512", most: 6n },
  ])(
    "can be rounded up to the next unit: $amount with $places places",
    async ({ places, amount, most }) => {
      expect(await codesOfGas(places, amount, most)).toEqual([]);
      // The amount may be rounded by one or two units.
      expect(await codesOfGas(places, amount, most + 3n)).toEqual(["simulated_loss"]);
    },
  );

  test("is rounded down for a token without decimals", async () => {
    expect(await codesOfGas(0n, "0.0035", 0n)).toEqual([]);
    expect(await codesOfGas(0n, "0.0035", 1n)).toEqual(["simulated_loss"]);
  });
});

test("amounts and places of any size: more than 3% off is found, and what is stated is not", async () => {
  const { found, stated } = await checkRandomAmounts(30);
  expect(Math.min(found, stated)).toBeGreaterThan(0);
});
