import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { toMostUnits } from "../../../src/signing/simulation/compare/units.js";
import {
  balance,
  createLog,
  decimals,
  nativeBalance,
  otherToken,
  paymaster,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes } from "./find-codes.js";

test("an amount may have been rounded by one unit of its last place, at most by 1%", () => {
  expect(toMostUnits("0.0001", 18)).toBe(101_000_000_000_000n);
  expect(toMostUnits("0.000100", 18)).toBe(101_000_000_000_000n);
  expect(toMostUnits("5.0001", 18)).toBe(5_000_101_000_000_000_000n);
  expect(toMostUnits("5.000000001", 18)).toBe(5_000_000_002_000_000_000n);
  expect(toMostUnits("5.0001", 4)).toBe(50_001n);
});

const deducting = { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
const gas = (estimate: object, token = tokenIn) => ({
  estimatedGasFees: { payGasFeeToken: token, ...estimate } as never,
});

describe("the wallet may lose what the quote states, not what was requested:", () => {
  /** The operation takes 100, of which the paymaster gets the gas. */
  const codesOf = (quote: object, expected = {}, options = {}) =>
    findCodes({
      quote: { amountOut: "75", minAmountOut: "49", ...quote } as never,
      expect: expected,
      options,
      values: { [balance(tokenOut)]: [0n, 99_000_000n] as const },
    });

  test("a lower stated amount", async () => {
    expect(await codesOf({ amountIn: "50" })).toEqual(["simulated_loss"]);
    expect(await codesOf({ amountIn: "75" }, deducting)).toEqual(["simulated_loss"]);
  });

  test("a lower stated amount and the stated gas that is deducted", async () => {
    const listed = { fees: [{ type: "GAS", token: tokenIn, amount: "3" }] };
    for (const stated of [gas({ maxGasFeeToken: "3" }), listed]) {
      expect(await codesOf({ amountIn: "97", ...stated }, deducting)).toEqual([]);
      expect(await codesOf({ amountIn: "97", ...stated }, deducting, { maxGasFee: "2" })).toEqual([
        "simulated_loss",
      ]);
      expect(await codesOf({ amountIn: "75", ...stated }, deducting)).toEqual(["simulated_loss"]);
      expect(await codesOf({ amountIn: "100", ...stated }, deducting)).toEqual([]);
    }
  });

  test("digits that the stated amount lacks", async () => {
    const requested = { amountIn: "100.004" };
    const values = { [balance(tokenIn)]: [500_000_000n, 399_996_000n] as const };
    const quote = (amountIn: string) => ({ amountIn, tokenInPrice: "1", amountInUSD: "100" });
    expect(await findCodes({ expect: requested, quote: quote("100.00"), values })).toEqual([]);
    expect(await findCodes({ expect: requested, quote: quote("100.000"), values })).toEqual([
      "simulated_loss",
    ]);
  });
});

test("zeros at the end of stated gas show that it is not rounded", async () => {
  const codesOf = (maxGasFeeToken: string, units: bigint) =>
    findCodes({
      quote: gas({ maxGasFeeToken }),
      values: {
        [balance(tokenIn)]: [500_000_000n, 400_000_000n - units] as const,
        [balance(tokenIn, paymaster)]: [0n, units] as const,
      },
    });
  expect(await codesOf("3.000000", 3_000_002n)).toEqual([]);
  expect(await codesOf("3.000000", 3_000_003n)).toEqual(["simulated_loss"]);
  expect(await codesOf("3", 3_000_003n)).toEqual([]);
});

test("a fee in percent is a share of the input token, and of no other token", async () => {
  const lost = (token: typeof tokenIn, units: bigint) => ({
    chain: { logs: [createLog(token, "transfer", wallet, stranger)] },
    values: {
      [decimals(otherToken)]: [6n, 6n] as const,
      [balance(token)]: [500_000_000n, 500_000_000n - units] as const,
    },
  });
  const fee = (token: string) => ({
    quote: { fees: [{ type: "SERVICE", token, percentage: "1", toAddress: stranger }] as never },
  });
  expect(await findCodes({ ...fee(tokenIn), ...lost(tokenIn, 101_000_000n) })).toEqual([]);
  expect(await findCodes({ ...fee(otherToken), ...lost(otherToken, 1_000_000n) })).toEqual([
    "simulated_loss",
  ]);
});

test("a percentage without an amount is a part of the amount, and allows no more", async () => {
  const taking = (units: bigint, receiver: typeof stranger) => ({
    chain: { logs: [createLog(tokenIn, "transfer", wallet, receiver)] },
    values: {
      [balance(tokenIn)]: [500_000_000n, 400_000_000n - units] as const,
      [balance(tokenIn, receiver)]: [0n, units] as const,
    },
  });
  const percentages = { collectedFeePercent: "1", serviceCollectedFeePercent: "1" };
  const collected = { estimatedCollectedFee: { collectedFeeToken: tokenIn, ...percentages } };
  const expected = { transactionFeePercent: 1 };
  const given = { quote: collected as never, expect: expected };
  expect(await findCodes({ ...given, ...taking(2_000_000n, stranger) })).toEqual([
    "simulated_loss",
  ]);
  const listed = (fee: object) => ({ quote: { fees: [{ token: tokenIn, ...fee }] as never } });
  for (const fee of [
    { type: "GAS", percentage: "25", toAddress: stranger },
    { type: "SERVICE", amount: "0.5", percentage: "1", toAddress: stranger },
    { type: "SERVICE", amount: "0", percentage: "1", toAddress: stranger },
  ])
    expect(await findCodes({ ...listed(fee), ...taking(1_000_000n, stranger) })).toEqual([
      "simulated_loss",
    ]);
});

test.each(["0.05", "0.07", "0.03", "0.0499"])(
  "gas in another token whose worth is %s US dollars has a limit that can be read",
  async (gasFeeTokenAmountUSD) => {
    const estimate = { gasFeeTokenAmount: "0.05", maxGasFeeToken: "0.05", gasFeeTokenAmountUSD };
    const values = {
      [decimals(otherToken)]: [6n, 6n] as const,
      [balance(otherToken)]: [1_000_000_000n, 999_950_000n] as const,
      [balance(otherToken, paymaster)]: [0n, 50_000n] as const,
    };
    const expected = { payGasFeeToken: otherToken };
    expect(await findCodes({ expect: expected, quote: gas(estimate, otherToken), values })).toEqual(
      [],
    );
  },
);

describe("native gas without a stated maximum", () => {
  /** The EntryPoint charges 2,500,000 wei. */
  const codesOf = (quote: object, options = {}, expected = {}) =>
    findCodes({
      operation: { paymaster: undefined },
      expect: { payGasFeeToken: nativeToken, ...expected } as never,
      quote,
      options,
      values: { [nativeBalance()]: [10n ** 18n, 10n ** 18n] as const },
    });
  const estimate = (gasFeeTokenAmount: string, gasFeeTokenAmountUSD?: string) =>
    gas({ gasFeeTokenAmount, gasFeeTokenAmountUSD }, nativeToken);
  const list = (amount: string) => ({ fees: [{ type: "GAS", token: nativeToken, amount }] });

  test("is a loss above a quarter of the balance, if no worth is stated", async () => {
    const values = { [nativeBalance()]: [9_999_999n, 9_999_999n] as const };
    const poor = (quote: object, options = {}) =>
      findCodes({
        operation: { paymaster: undefined },
        expect: { payGasFeeToken: nativeToken } as never,
        ...{ quote, options, values },
      });
    for (const quote of [{}, estimate("0.000000000002"), list("0.000000000002")]) {
      expect(await poor(quote)).toContain("simulated_loss");
      expect(await poor(quote, { maxGasFee: "0.0000000000025" })).not.toContain("simulated_loss");
    }
  });

  test("needs a review above an estimate, as without any statement", async () => {
    for (const quote of [{}, estimate("0.000000000002"), list("0.000000000002")])
      expect(await codesOf(quote)).toEqual(["simulated_gas"]);
    for (const quote of [estimate("0.0000000000025"), list("0.0000000000025")])
      expect(await codesOf(quote)).toEqual([]);
  });

  test("is a loss above a quarter of the input, by the stated worth", async () => {
    // The input is worth 100 US dollars.
    expect(await codesOf(estimate("0.000000000002", "20"))).toEqual(["simulated_gas"]);
    expect(await codesOf(estimate("0.000000000002", "21"))).toContain("simulated_loss");
  });

  test("may be as high as the caller's limit", async () => {
    const maxGasFee = "0.0000000000025";
    expect(await codesOf(estimate("0.000000000002"), { maxGasFee })).toEqual([]);
    expect(await codesOf(estimate("0.000000000002"), { maxGasFee: "0.0000000000024" })).toEqual([
      "simulated_loss",
    ]);
  });
});
