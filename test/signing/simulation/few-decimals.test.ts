import { describe, expect, test } from "vitest";
import { checkRandomAmounts } from "./check-random-amounts.js";
import { balance, decimals, otherToken, tokenIn, tokenOut, wallet } from "./fake-node.js";
import { findCodes, honestChanges } from "./find-codes.js";

describe("the minimum of a token with few decimals", () => {
  const codesOfGain = (places: bigint, gained: bigint, amount: string, isExact: boolean) =>
    findCodes({
      expected: { gains: [{ token: tokenOut, amount, receiver: wallet, isExact }] },
      values: {
        [decimals(tokenOut)]: [places, places],
        [balance(tokenOut)]: [0n, gained],
      },
    });

  test.each([
    { places: 0n, amount: "0.99", least: 1n },
    { places: 0n, amount: "9.9", least: 10n },
    { places: 0n, amount: "49.9", least: 50n },
    { places: 0n, amount: "50.9", least: 50n },
    { places: 2n, amount: "0.0099", least: 1n },
    { places: 2n, amount: "0.594", least: 59n },
    { places: 2n, amount: "9.9", least: 990n },
    { places: 6n, amount: "0.0000001", least: 1n },
  ])(
    "is rounded up unless a unit is at most 2%: $amount with $places places",
    async ({ places, amount, least }) => {
      expect(await codesOfGain(places, least, amount, false)).toEqual([]);
      expect(await codesOfGain(places, least - 1n, amount, false)).toEqual(["simulated_gain"]);
    },
  );

  test("of the caller is always rounded up", async () => {
    expect(await codesOfGain(0n, 51n, "50.9", true)).toEqual([]);
    expect(await codesOfGain(0n, 50n, "50.9", true)).toEqual(["simulated_gain"]);
  });
});

describe("the limit of a loss of a token with few decimals", () => {
  const codesOfLoss = (places: bigint, lost: bigint, amounts: readonly string[]) =>
    findCodes({
      expected: { losses: amounts.map((amount) => ({ token: tokenIn, amount })) },
      values: {
        [decimals(tokenIn)]: [places, places],
        [balance(tokenIn)]: [5_000n, 5_000n - lost],
      },
    });

  test.each([
    { places: 0n, amounts: ["1", "0.0016"], most: 1n },
    { places: 0n, amounts: ["100"], most: 100n },
    { places: 0n, amounts: ["100", "0.0016"], most: 101n },
    { places: 0n, amounts: ["1", ...Array<string>(16).fill("0.0625")], most: 2n },
    { places: 2n, amounts: ["0.005"], most: 0n },
    { places: 2n, amounts: ["0.505"], most: 51n },
    { places: 2n, amounts: ["20"], most: 2_002n },
  ])(
    "allows one unit more if that is at most 2%: $amounts with $places places",
    async ({ places, amounts, most }) => {
      expect(await codesOfLoss(places, most, amounts)).toEqual([]);
      expect(await codesOfLoss(places, most + 1n, amounts)).toEqual(["simulated_loss"]);
    },
  );

  test("allows gas that is rounded up to the next unit of its token", async () => {
    const codesOf = (places: bigint, amount: string, lost: bigint) =>
      findCodes({
        expected: { gas: { token: otherToken, amount }, losses: honestChanges.losses },
        values: {
          [decimals(otherToken)]: [places, places],
          [balance(otherToken)]: [5_000n, 5_000n - lost],
        },
      });
    expect(await codesOf(6n, "0.0000505", 51n)).toEqual([]);
    expect(await codesOf(6n, "0.0000505", 52n)).toEqual(["simulated_loss"]);
    expect(await codesOf(0n, "0.0035", 1n)).toEqual(["simulated_loss"]);
  });
});

test("amounts and places of any size: more than 3% off is found, and what is stated is not", async () => {
  const { found, stated } = await checkRandomAmounts(30);
  expect(Math.min(found, stated)).toBeGreaterThan(0);
});
