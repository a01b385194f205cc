import { describe, expect, test } from "vitest";
import {
  allowance,
  balance,
  createLog,
  paymaster,
  stranger,
  tokenIn,
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
    expect(await codesOf(25_000_000n)).toEqual(["simulated_gas"]);
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
