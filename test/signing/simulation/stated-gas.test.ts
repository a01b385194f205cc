import { describe, expect, test } from "vitest";
import {
  allowance,
  balance,
  createLog,
  paymaster,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes } from "./find-codes.js";

const stated = (estimate: object) => ({ estimatedGasFees: estimate as never });

describe("gas in the input token that another account gets", () => {
  const codesOf = (units: bigint, approved = 0n, options = {}) =>
    findCodes({
      quote: stated({ maxGasFeeToken: "30" }),
      values: {
        [balance(tokenIn)]: [500_000_000n, 400_000_000n - units] as const,
        [allowance(tokenIn, paymaster)]: [0n, approved] as const,
      },
      chain: { logs: [createLog(tokenIn, "approval", wallet, paymaster)] },
      options,
    });

  test("needs a review up to a quarter of the amount", async () => {
    // Two units of the loss may be rounding.
    expect(await codesOf(25_000_002n)).toEqual(["simulated_gas"]);
    expect(await codesOf(25_000_003n)).toEqual(["simulated_loss"]);
    expect(await codesOf(25_000_000n, 0n, { maxGasFee: "20" })).toEqual(["simulated_loss"]);
  });

  test("reduces what the paymaster may be allowed to collect", async () => {
    expect(await codesOf(10_000_000n, 15_000_000n)).toEqual(["simulated_gas"]);
    expect(await codesOf(10_000_000n, 15_000_003n)).toEqual(["simulated_loss"]);
    expect(await codesOf(10_000_000n, 20_000_004n)).toEqual([
      "simulated_loss",
      "simulated_approval",
    ]);
  });
});

test("gas and fees in any spelling that checkQuote reads are compared exactly", async () => {
  const codesOf = (units: bigint, amount: unknown, fee: unknown = "0") =>
    findCodes({
      quote: {
        ...stated({ maxGasFeeToken: amount }),
        fees: [{ token: tokenIn, amount: fee as string, percentage: "0", toAddress: stranger }],
      } as never,
      values: {
        [balance(tokenIn)]: [500_000_000n, 400_000_000n - units] as const,
        [balance(tokenIn, paymaster)]: [0n, units] as const,
      },
    });
  for (const amount of ["0.009", "9e-3", 0.009]) {
    expect(await codesOf(9_000n, amount)).toEqual([]);
    expect(await codesOf(9_010n, amount)).toEqual(["simulated_loss"]);
    expect(await codesOf(9_000n, "0", amount)).toEqual([]);
    expect(await codesOf(9_010n, "0", amount)).toEqual(["simulated_loss"]);
  }
  expect(await codesOf(1n, 1e-6)).toEqual([]);
});

describe("gas in the output token for the receiver of the swap", () => {
  const toAddress = "0x2222222222222222222222222222222222222222";
  /** The wallet loses 24, and the receiver gains units. */
  const codesOf = (units: bigint) =>
    findCodes({
      quote: {
        toAddress,
        fees: [{ type: "GAS", token: tokenOut, amount: "24", percentage: "0", toAddress }],
      },
      values: {
        [balance(tokenOut)]: [1_000_000_000n, 976_000_000n] as const,
        [balance(tokenOut, toAddress)]: [5n, 5n + units] as const,
      },
      expect: { toAddress, payGasFeeToken: tokenOut },
    });

  test("is what it gains above the guaranteed minimum", async () => {
    expect(await codesOf(123_000_000n)).toEqual([]);
    expect(await codesOf(123_500_000n)).toEqual([]);
    expect(await codesOf(122_999_998n)).toEqual(["simulated_loss"]);
    expect(await codesOf(99_000_000n)).toEqual(["simulated_loss"]);
    expect(await codesOf(98_000_000n)).toEqual(["simulated_gain", "simulated_loss"]);
  });

  test("is not reduced by what may have been rounded off the minimum", async () => {
    expect(await codesOf(122_999_999n)).toEqual([]);
  });
});
