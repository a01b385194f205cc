import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { eventTopics } from "../../../src/signing/simulation/measure/event-topics.js";
import {
  allowance,
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
import { findCodes, simulate } from "./find-codes.js";

test("finds no problem in a swap that does what it states, and lists its changes", async () => {
  const result = await simulate();
  expect(result.problems).toEqual([]);
  expect(result.approvals).toEqual([]);
  expect(result.text).toBe(
    [
      "Simulated on: Polygon (137)",
      `Change: -100 of ${tokenIn} at ${wallet}`,
      `Change: +99.5 of ${tokenOut} at ${wallet}`,
    ].join("\n"),
  );
});

describe("the gain of the receiver", () => {
  const gaining = (units: bigint) => ({ [balance(tokenOut)]: [0n, units] as const });

  test("must reach the guaranteed minimum, apart from its rounding", async () => {
    expect(await findCodes({ values: gaining(99_000_000n) })).toEqual([]);
    // One unit of the last of six places.
    expect(await findCodes({ values: gaining(98_999_999n) })).toEqual([]);
    expect(await findCodes({ values: gaining(98_999_998n) })).toEqual(["simulated_gain"]);
    expect(await findCodes({ values: gaining(0n) })).toEqual(["simulated_gain"]);
  });

  test("must reach the caller's minimum, if that is higher", async () => {
    const options = { minAmountOut: "99.6" };
    const { problems } = await simulate({ options });
    expect(problems).toMatchObject([
      {
        code: "simulated_gain",
        path: "minAmountOut",
        severity: "fatal",
        expected: `at least 99.6 of ${tokenOut} for ${wallet}`,
        received: "99.5",
      },
    ]);
    expect(problems[0]?.message).toContain(`(all changes: -100 of ${tokenIn} at ${wallet}, +99.5`);
  });

  test("must be readable and stated", async () => {
    for (const minAmountOut of [undefined, null, "", "1e3", "-1", 99 as never])
      expect(await findCodes({ quote: { minAmountOut } })).toEqual(["simulated_gain"]);
  });

  test("counts at the stated receiver only", async () => {
    const toAddress = stranger;
    expect(await findCodes({ expect: { toAddress } })).toEqual(["simulated_gain"]);
    const values = { [balance(tokenOut, stranger)]: [5n, 99_000_005n] as const };
    expect(await findCodes({ expect: { toAddress }, values })).toEqual([]);
  });

  test("is measured in the native coin, in each of its spellings", async () => {
    for (const tokenOut of [
      nativeToken,
      nativeToken.toUpperCase().replace("X", "x"),
      `0x${"0".repeat(40)}`,
    ]) {
      const values = { [nativeBalance()]: [10n, 10n + 99n * 10n ** 18n] as const };
      expect(await findCodes({ expect: { tokenOut }, values })).toEqual([]);
      expect(await findCodes({ expect: { tokenOut } })).toEqual(["simulated_gain"]);
    }
  });

  test("is not simulated on another chain, and the text says so", async () => {
    const values = { [balance(tokenOut)]: [0n, 0n] as const };
    const { problems, text } = await simulate({ expect: { chainIdOut: 8453 }, values });
    expect(problems).toEqual([]);
    expect(text).toContain(
      "Simulated on: Polygon (137) only: what arrives on Base (8453) is not simulated",
    );
    const twice = { [balance(tokenIn)]: [500_000_000n, 300_000_000n] as const };
    expect(await findCodes({ expect: { chainIdOut: 8453 }, values: twice })).toEqual([
      "simulated_loss",
    ]);
  });
});

describe("the loss of the wallet", () => {
  const losing = (units: bigint) => ({
    [balance(tokenIn)]: [500_000_000n, 500_000_000n - units] as const,
  });
  /** The paymaster gets units of a token in the operation. */
  const collecting = (token: Hex, units: bigint) => ({
    [balance(token, paymaster)]: [7n, 7n + units] as const,
  });
  const gas = (maxGasFeeToken: string, payGasFeeToken: Hex = tokenIn) => ({
    estimatedGasFees: { maxGasFeeToken, payGasFeeToken } as never,
  });

  test("may be the amount", async () => {
    expect(await findCodes({ values: losing(100_000_001n) })).toEqual([]);
    expect(await findCodes({ values: losing(100_000_003n) })).toEqual(["simulated_loss"]);
    expect(await findCodes({ values: losing(99_000_000n) })).toEqual([]);
  });

  test("may be two units more if that is below a millionth: rebasing tokens round", async () => {
    const codesOf = (amountIn: string, units: bigint) =>
      findCodes({ expect: { amountIn }, values: losing(units) });
    expect(await codesOf("100.000001", 100_000_003n)).toEqual([]);
    expect(await codesOf("100.000001", 100_000_004n)).toEqual(["simulated_loss"]);
    expect(await codesOf("2.000001", 2_000_003n)).toEqual([]);
    expect(await codesOf("2.000000", 2_000_001n)).toEqual(["simulated_loss"]);
  });

  test("may include the stated gas, unless that is deducted from the amount", async () => {
    const values = { ...losing(103_000_000n), ...collecting(tokenIn, 3_000_000n) };
    expect(await findCodes({ values: losing(103_000_000n) })).toEqual(["simulated_loss"]);
    expect(await findCodes({ values: losing(103_000_000n), quote: gas("3") })).toEqual([
      "simulated_gas",
    ]);
    expect(await findCodes({ values, quote: gas("3") })).toEqual([]);
    expect(await findCodes({ values, quote: gas("2.9") })).toEqual(["simulated_loss"]);
    const options = { maxGasFee: "2.9" };
    expect(await findCodes({ values, quote: gas("3"), options })).toEqual(["simulated_loss"]);
    const expected = { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
    expect(await findCodes({ values, quote: gas("3"), expect: expected })).toEqual([
      "simulated_loss",
    ]);
  });

  test("may include gas in another token up to the stated maximum", async () => {
    const payGasFeeToken = otherToken;
    const values = {
      [decimals(otherToken)]: [2n, 2n] as const,
      [balance(otherToken)]: [30_000n, 29_700n] as const,
      ...collecting(otherToken, 300n),
    };
    const codesOf = (most: string) =>
      findCodes({ values, expect: { payGasFeeToken }, quote: gas(most, otherToken) });
    expect(await codesOf("3")).toEqual([]);
    expect(await codesOf("2.98")).toEqual(["simulated_loss"]);
  });

  test("may include the stated fees once, from the list or from the sum", async () => {
    const values = losing(102_000_000n);
    const fee = { token: tokenIn, toAddress: stranger, type: "PROJECT" } as const;
    const list = [
      { ...fee, amount: "1.5", percentage: "1.5" },
      { ...fee, amount: undefined as never, percentage: "0.5" },
    ];
    const sum = {
      collectedFeeToken: tokenIn,
      collectedFee: "1.5",
      collectedFeePercent: "1.5",
      serviceCollectedFee: "0.5",
      serviceCollectedFeePercent: "0.5",
    };
    expect(await findCodes({ values, quote: { fees: list } })).toEqual([]);
    expect(await findCodes({ values, quote: { estimatedCollectedFee: sum } })).toEqual([]);
    const half = {
      values: losing(103_000_000n),
      quote: { fees: list, estimatedCollectedFee: sum },
    };
    expect(await findCodes(half)).toEqual(["simulated_loss"]);
    const gasEntry = [{ ...fee, type: "GAS", amount: "5", percentage: "5" }];
    expect(await findCodes({ values, quote: { fees: gasEntry } })).toEqual(["simulated_loss"]);
    for (const fees of [{}, [null], [1], [{ amount: "5" }]] as never[])
      expect(await findCodes({ values, quote: { fees } })).toEqual(["simulated_loss"]);
  });

  test("may not include another token or the native coin", async () => {
    const logs = [createLog(otherToken, "transfer", wallet, stranger)];
    const values = { [balance(otherToken)]: [5n, 4n] as const };
    expect(await findCodes({ chain: { logs }, values })).toEqual(["simulated_loss"]);
    const native = { [nativeBalance()]: [10n, 9n] as const };
    expect(await findCodes({ values: native })).toEqual(["simulated_loss"]);
  });

  test("does not follow from an event alone", async () => {
    const logs = [createLog(otherToken, "transfer", wallet, stranger)];
    const values = { [balance(otherToken)]: [5n, 5n] as const };
    expect(await findCodes({ chain: { logs }, values })).toEqual([]);
  });

  test("is found for any contract whose events name the wallet", async () => {
    const values = { [balance(otherToken)]: [5n, 4n] as const };
    const topics = [`0x${"12".repeat(32)}`];
    const word = `0x${"0".repeat(24)}${wallet.slice(2)}`;
    for (const log of [
      { address: otherToken, topics: [...topics, word], data: "0x" },
      { address: otherToken, topics, data: `${word}${"0".repeat(64)}` },
    ])
      expect(await findCodes({ chain: { logs: [log] }, values })).toEqual(["simulated_loss"]);
    const unrelated = { address: otherToken, topics, data: `0x${"34".repeat(32)}` };
    expect(await findCodes({ chain: { logs: [unrelated] }, values })).toEqual([]);
  });

  test("is the whole balance if the token can no longer be read", async () => {
    const logs = [createLog(tokenIn, "transfer", wallet, stranger)];
    const values = { [balance(tokenIn)]: [500_000_000n, undefined] as const };
    expect(await findCodes({ chain: { logs }, values })).toEqual(["simulated_loss"]);
  });
});

describe("an approval that remains", () => {
  const logs = [createLog(otherToken, "approval", wallet, stranger)];
  const approving = (before: bigint, after: bigint) => ({
    chain: { logs },
    values: {
      [allowance(otherToken, stranger)]: [before, after] as const,
      [decimals(otherToken)]: [2n, 2n] as const,
    },
  });

  test("is a problem if it is higher than before", async () => {
    expect(await findCodes(approving(0n, 1n))).toEqual(["simulated_approval"]);
    expect(await findCodes(approving(5n, 6n))).toEqual(["simulated_approval"]);
    expect(await findCodes(approving(5n, 5n))).toEqual([]);
    expect(await findCodes(approving(6n, 5n))).toEqual([]);
    expect(await findCodes(approving(5n, 0n))).toEqual([]);
  });

  test("is listed with its amount, and allowed by the option", async () => {
    const { problems, approvals, text } = await simulate({
      ...approving(0n, 250n),
      options: { approvals: [stranger.toUpperCase().replace("X", "x") as Hex] },
    });
    expect(problems).toEqual([]);
    expect(approvals).toEqual([
      { spender: stranger, token: otherToken, amount: "2.5", isAllowed: true },
    ]);
    expect(text).toContain(`Approval: ${stranger} may spend 2.5 of ${otherToken}`);
  });

  test("is not found for events that state another owner", async () => {
    const foreign = [createLog(otherToken, "approval", stranger, wallet)];
    expect(await findCodes({ ...approving(0n, 1n), chain: { logs: foreign } })).toEqual([]);
  });

  test("to the paymaster is gas, within the stated maximum", async () => {
    const given = [createLog(tokenIn, "approval", wallet, paymaster)];
    const values = { [allowance(tokenIn, paymaster)]: [0n, 3_000_000n] as const };
    const quote = { estimatedGasFees: { maxGasFeeToken: "3" } as never };
    expect(await findCodes({ chain: { logs: given }, values, quote })).toEqual([]);
    expect(await findCodes({ chain: { logs: given }, values })).toEqual(["simulated_approval"]);
    const operation = { paymaster: stranger };
    expect(await findCodes({ chain: { logs: given }, values, quote, operation })).toEqual([
      "simulated_approval",
    ]);
  });
});

test("ignores the ids of a batch that is malformed", async () => {
  const word = `0x${"0".repeat(24)}${wallet.slice(2)}`;
  const topics = [eventTopics.transferBatch, word, word, word];
  for (const data of ["0x", `0x${"f".repeat(64)}`, `0x${"0".repeat(62)}20${"f".repeat(64)}`]) {
    const logs = [{ address: otherToken, topics, data }];
    expect(await findCodes({ chain: { logs } })).toEqual([]);
  }
});
