import { concat, type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { signOperation } from "../../../src/signing/index.js";
import { getRejection } from "../test-signers.js";
import {
  allowance,
  balance,
  createFakeNode,
  createLog,
  createQuote,
  decimals,
  keyOf,
  nativeBalance,
  otherToken,
  owner,
  paymaster,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const stated = (estimate: object) => ({ estimatedGasFees: estimate as never });

describe("native gas that the EntryPoint charges the wallet", () => {
  // 250,000 gas for 10 wei each.
  const operation = { paymaster: undefined };
  const native = { payGasFeeToken: nativeToken as Hex };
  const rich = { [nativeBalance()]: [10n ** 18n, 10n ** 18n] as const };

  test("needs a review if the request pays the gas in a token", async () => {
    for (const maxGasFeeNative of ["0.0000000000025", "1000000", undefined, "", "lots"])
      expect(await findCodes({ operation, quote: stated({ maxGasFeeNative }) })).toEqual([
        "simulated_gas",
      ]);
    expect(await findCodes({ quote: stated({ maxGasFeeNative: "0" }) })).toEqual([]);
  });

  test("is a loss if it is above the quote's maximum, or the caller limits gas in a token", async () => {
    const quote = stated({ maxGasFeeNative: "0.0000000000024", maxGasFeeToken: "1" });
    expect(await findCodes({ operation, quote })).toEqual(["simulated_loss"]);
    const high = stated({ maxGasFeeNative: "1000000", maxGasFeeToken: "1" });
    const options = { maxGasFee: "1" };
    const { problems } = await simulate({ operation, quote: high, options });
    expect(problems).toMatchObject([
      {
        code: "simulated_loss",
        path: "typedData.message.gasFees",
        expected: "a loss of at most 0 wei of gas",
        received: "2500000 wei of gas",
      },
    ]);
  });

  test("is no problem if the operation costs nothing", async () => {
    const free = { ...operation, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    expect(await findCodes({ operation: free })).toEqual([]);
  });

  test("is limited by the changes of an operation, and not allowed if they cannot be read", async () => {
    const { typedData, userOperationHash } = createQuote({}, operation);
    const given = { typedData, userOperationHash, walletAddress: wallet, chain: 137 };
    const sign = (nativeGas: string) =>
      signOperation(given as never, owner, {
        owner: owner.address,
        walletAddress: wallet,
        chainId: 137,
        simulate: createFakeNode().client,
        changes: { losses: [{ token: tokenIn, amount: "100" }], nativeGas },
      });
    expect(await sign("0.0000000000025")).toHaveProperty("signature");
    const tooLow = await getRejection(sign("0.0000000000024"));
    expect(tooLow.problems).toMatchObject([{ code: "simulated_loss", severity: "fatal" }]);
    for (const nativeGas of ["0,001", ".001", ""]) {
      const { problems } = await getRejection(sign(nativeGas));
      expect(problems, nativeGas).toMatchObject([{ code: "request", severity: "fatal" }]);
    }
  });

  test("is limited by maxGasFee if the request pays it in the native coin", async () => {
    const codesOf = (maxGasFee: string, maxGasFeeToken?: string) =>
      findCodes({
        operation,
        values: rich,
        expect: native,
        quote: stated({ maxGasFeeToken }),
        options: { maxGasFee },
      });
    expect(await codesOf("0.0000000000025", "1000000")).toEqual([]);
    expect(await codesOf("0.0000000000024", "1000000")).toEqual(["simulated_loss"]);
    expect(await codesOf("0.0000000000025")).toEqual([]);
    expect(await codesOf("0.0000000000024")).toEqual(["simulated_loss"]);
  });

  test("needs a review without a limit if it is a large share of what the wallet has", async () => {
    const given = { operation, expect: native, quote: stated({ maxGasFeeToken: "1000000" }) };
    expect(await findCodes({ ...given, values: rich })).toEqual([]);
    const poor = { [nativeBalance()]: [9_999_999n, 9_999_999n] as const };
    expect(await findCodes({ ...given, values: poor })).toEqual(["simulated_gas"]);
    expect(await findCodes({ ...given, quote: stated({}), values: rich })).toEqual([
      "simulated_gas",
    ]);
  });

  test("is counted once: collected by a paymaster, or charged by the EntryPoint", async () => {
    const quote = stated({ maxGasFeeToken: "0.0000000000025" });
    const spent = { [nativeBalance()]: [300_000_000n, 297_500_000n] as const };
    const collected = { ...spent, [nativeBalance(paymaster)]: [0n, 2_500_000n] as const };
    expect(await findCodes({ expect: native, quote, values: collected })).toEqual([]);
    expect(await findCodes({ expect: native, quote, values: spent })).toEqual(["simulated_gas"]);
    expect(await findCodes({ expect: native, quote, operation, values: collected })).toEqual([
      "simulated_loss",
    ]);
  });

  test("is part of the amount if it is deducted from it", async () => {
    const expected = {
      ...native,
      tokenIn: nativeToken as Hex,
      amountIn: "1",
      gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
    } as const;
    const quote = stated({ maxGasFeeToken: "0.1" });
    const amount = 10n ** 18n;
    const codesOf = (loss: bigint) =>
      findCodes({
        operation,
        expect: expected,
        quote,
        values: { [nativeBalance()]: [2n * amount, 2n * amount - loss] as const },
      });
    expect(await codesOf(amount - 2_500_000n)).toEqual([]);
    // Rounded amounts may differ by a millionth.
    expect(await codesOf(amount + 10n ** 12n)).toEqual(["simulated_loss"]);
  });
});

describe("gas in a token that is not sold", () => {
  const gas = (token: Hex, units: bigint, before = 10n ** 15n) => ({
    [decimals(token)]: [6n, 6n] as const,
    [balance(token)]: [before, before - units] as const,
  });
  const paid = (token: Hex, units: bigint, to = paymaster) => ({
    [balance(token, to)]: [0n, units] as const,
  });

  test("needs a review if another account than the paymaster gets it", async () => {
    const given = {
      expect: { payGasFeeToken: otherToken },
      quote: stated({ maxGasFeeToken: "3" }),
    };
    const lost = gas(otherToken, 3_000_000n);
    const codesOf = (values: object) => findCodes({ ...given, values: { ...lost, ...values } });
    expect(await codesOf(paid(otherToken, 3_000_000n))).toEqual([]);
    expect(await codesOf(paid(otherToken, 2_999_000n))).toEqual(["simulated_gas"]);
    expect(await codesOf(paid(otherToken, 3_000_000n, stranger))).toEqual(["simulated_gas"]);
    // Above the stated maximum, and above what is usual.
    expect(await codesOf(gas(otherToken, 3_000_003n))).toEqual(["simulated_loss"]);
    expect(await codesOf(gas(otherToken, 3_000_000n, 11_999_999n))).toEqual(["simulated_loss"]);
    const own = { operation: { paymaster: undefined, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n } };
    const values = { ...lost, ...paid(otherToken, 3_000_000n) };
    expect(await findCodes({ ...given, ...own, values })).toEqual(["simulated_loss"]);
  });

  test("may go to the receiver of a fee of that type", async () => {
    const fee = { token: otherToken, amount: "3", percentage: "0", toAddress: stranger };
    const values = { ...gas(otherToken, 3_000_000n), ...paid(otherToken, 3_000_000n, stranger) };
    for (const [type, estimate] of [
      ["GAS", { maxGasFeeToken: "3" }],
      ["gas", {}],
      ["NETWORK", {}],
    ] as const) {
      const quote = { ...stated(estimate), fees: [{ ...fee, type }] };
      expect(await findCodes({ expect: { payGasFeeToken: otherToken }, quote, values })).toEqual(
        [],
      );
    }
  });

  test("needs a review if it is worth more than a quarter of the input", async () => {
    const codesOf = (units: bigint, usd: string, options = {}) =>
      findCodes({
        expect: { payGasFeeToken: otherToken },
        quote: stated({
          maxGasFeeToken: "1000",
          gasFeeTokenAmount: "2",
          gasFeeTokenAmountUSD: usd,
        }),
        values: { ...gas(otherToken, units), ...paid(otherToken, units) },
        options,
      });
    // The input is worth 100 US dollars, a token of the gas 5. A cent more is allowed.
    expect(await codesOf(5_002_000n, "10")).toEqual([]);
    expect(await codesOf(5_002_001n, "10")).toEqual(["simulated_gas"]);
    expect(await codesOf(5_002_001n, "10", { maxGasFee: "6" })).toEqual([]);
    expect(await codesOf(6_000_010n, "10", { maxGasFee: "6" })).toEqual(["simulated_loss"]);
  });

  test("needs a review if it is more than a hundredth of what the wallet has", async () => {
    const simulateGas = (units: bigint, options = {}) =>
      simulate({
        expect: { payGasFeeToken: otherToken },
        // The prices of a quote can be wrong.
        quote: stated({
          maxGasFeeToken: "1000",
          gasFeeTokenAmount: "1000",
          gasFeeTokenAmountUSD: "0.01",
        }),
        values: { ...gas(otherToken, units, 1_000_000_000n), ...paid(otherToken, units) },
        options,
      });
    const codesOf = async (...given: Parameters<typeof simulateGas>) =>
      (await simulateGas(...given)).problems.map(({ code }) => code);
    const { problems } = await simulateGas(10_000_001n);
    expect(problems).toMatchObject([
      { code: "simulated_gas", path: "estimatedGasFees.maxGasFeeToken" },
    ]);
    expect(await codesOf(10_000_000n)).toEqual([]);
    expect(await codesOf(10_000_001n, { maxGasFee: "30" })).toEqual([]);
  });

  test("counts the allowance of the paymaster, too", async () => {
    const allowed = (units: bigint) =>
      findCodes({
        expect: { payGasFeeToken: otherToken },
        quote: stated({ maxGasFeeToken: "1000" }),
        chain: { logs: [createLog(otherToken, "approval", wallet, paymaster)] },
        values: {
          ...gas(otherToken, 0n, 1_000_000_000n),
          [allowance(otherToken, paymaster)]: [0n, units] as const,
        },
      });
    expect(await allowed(10_000_000n)).toEqual([]);
    expect(await allowed(10_000_001n)).toEqual(["simulated_gas"]);
    expect(await allowed(1_001_000_000n)).toEqual(["simulated_approval", "simulated_gas"]);
  });

  test("counts an allowance of the paymaster in Permit2, too", async () => {
    const permit2: Hex = "0x000000000022d473030f116ddee9f6b43ac78ba3";
    const topic = toEventSelector("Approval(address,address,address,uint160,uint48)");
    const topics = [topic, ...[wallet, otherToken, paymaster].map((account) => pad(account))];
    const permit = (units: bigint) => concat([units, 9n, 0n].map((word) => pad(toHex(word))));
    const key = keyOf(permit2, "0x927da105", wallet, otherToken, paymaster);
    const permitted = (units: bigint) =>
      findCodes({
        expect: { payGasFeeToken: otherToken },
        quote: stated({ maxGasFeeToken: "1000" }),
        chain: { logs: [{ address: permit2, topics, data: concat([permit(units)]) }] },
        values: { ...gas(otherToken, 0n, 1_000_000_000n), [key]: [permit(0n), permit(units)] },
      });
    expect(await permitted(10_000_000n)).toEqual([]);
    expect(await permitted(10_000_001n)).toEqual(["simulated_gas"]);
  });

  test("reduces the gain only by what the paymaster gets, up to a quarter of the minimum", async () => {
    const codesOf = (gained: bigint, collected: bigint) =>
      findCodes({
        expect: { payGasFeeToken: tokenOut },
        quote: stated({ maxGasFeeToken: "98" }),
        values: { [balance(tokenOut)]: [0n, gained] as const, ...paid(tokenOut, collected) },
      });
    expect(await codesOf(99_000_000n, 0n)).toEqual([]);
    expect(await codesOf(96_000_000n, 3_000_000n)).toEqual([]);
    expect(await codesOf(96_000_000n, 0n)).toEqual(["simulated_gain"]);
    expect(await codesOf(1_000_000n, 0n)).toEqual(["simulated_gain"]);
    expect(await codesOf(74_250_000n, 24_750_000n)).toEqual([]);
    expect(await codesOf(1_000_000n, 98_000_000n)).toEqual(["simulated_gas"]);
  });
});

test("an allowance of the paymaster above the stated gas is an approval", async () => {
  const codesOf = (before: bigint, after: bigint) =>
    findCodes({
      quote: stated({ maxGasFeeToken: "3" }),
      chain: { logs: [createLog(tokenIn, "approval", wallet, paymaster)] },
      values: { [allowance(tokenIn, paymaster)]: [before, after] as const },
    });
  expect(await codesOf(0n, 3_000_000n)).toEqual([]);
  expect(await codesOf(0n, 2n ** 256n - 1n)).toEqual(["simulated_approval"]);
  expect(await codesOf(5n, 2n ** 256n - 1n)).toEqual(["simulated_approval"]);
  // It could collect as much without this operation.
  expect(await codesOf(2n ** 256n - 1n, 2n ** 256n - 1n)).toEqual([]);
});

test("a fee of the type gas, in any case, is not counted in addition to the gas", async () => {
  const fee = { token: tokenIn, amount: "3", percentage: "3", toAddress: paymaster };
  const codesOf = (units: bigint, type: string) =>
    findCodes({
      quote: { ...stated({ maxGasFeeToken: "3" }), fees: [{ ...fee, type }] },
      values: {
        [balance(tokenIn)]: [500_000_000n, 500_000_000n - units] as const,
        [balance(tokenIn, paymaster)]: [0n, units - 100_000_000n] as const,
      },
    });
  for (const type of ["GAS", "gas", "Gas"]) {
    expect(await codesOf(103_000_000n, type)).toEqual([]);
    expect(await codesOf(106_000_000n, type)).toEqual(["simulated_loss"]);
  }
});
