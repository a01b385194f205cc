import { concat, type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { simulateQuote } from "../../../src/signing/index.js";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import {
  allowance,
  balance,
  createFakeNode,
  createLog,
  createQuote,
  decimals,
  honestValues,
  keyOf,
  nativeBalance,
  otherToken,
  paymaster,
  request,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const word = (value: bigint) => pad(toHex(value));
const approval = ["simulated_approval"];

describe("the approvals of the paymaster", () => {
  const permitKey = keyOf(otherToken, "0x927da105", wallet, tokenIn, paymaster);
  const permitTopic = toEventSelector("Approval(address,address,address,uint160,uint48)");
  const logs: Log[] = [
    {
      address: otherToken,
      topics: [permitTopic, pad(wallet), pad(tokenIn), pad(paymaster)],
      data: concat([5n, 9n].map(word)),
    },
    createLog(tokenIn, "approval", wallet, paymaster),
  ];
  /** What the node reports of a swap of 98 that leaves an allowance. */
  const approveOf = (amount: bigint) => ({
    logs: [createLog(tokenIn, "approval", wallet, paymaster)],
    values: {
      ...honestValues,
      [balance(tokenIn)]: [500_000_000n, 402_000_000n] as const,
      [allowance(tokenIn, paymaster)]: [0n, amount] as const,
    },
  });
  const gas = { token: tokenIn, amount: "3" };
  const approve = (direct: bigint, permitted = 0n, lost = 100_000_000n) => ({
    chain: { logs },
    values: {
      [balance(tokenIn)]: [500_000_000n, 500_000_000n - lost] as const,
      [allowance(tokenIn, paymaster)]: [0n, direct] as const,
      [permitKey]: [concat([0n, 0n].map(word)), concat([permitted, 9n].map(word))] as const,
    },
  });

  test("are gas up to the maximum, in sum", async () => {
    expect(await findCodes({ ...approve(1_000_000n, 2_000_000n), expected: { gas } })).toEqual([]);
    expect(await findCodes({ ...approve(3_000_000n), expected: { gas } })).toEqual([]);
    expect(await findCodes({ ...approve(3_000_000n, 1_000_000n), expected: { gas } })).toEqual([
      ...approval,
      ...approval,
    ]);
    expect(await findCodes({ ...approve(4_000_000n), expected: { gas } })).toEqual(approval);
  });

  test("are gas up to the caller's own maximum exactly", async () => {
    const more = approve(3_000_001n);
    expect(await findCodes({ ...more, expected: { gas } })).toEqual([]);
    const own = { gas: { ...gas, isExact: true } };
    expect(await findCodes({ ...more, expected: own })).toEqual(approval);
    expect(await findCodes({ ...approve(3_000_000n), expected: own })).toEqual([]);
  });

  test("are none if another token, or another account, is named", async () => {
    const other = { gas: { token: tokenOut, amount: "3" } };
    expect(await findCodes({ ...approve(1n), expected: other })).toEqual(approval);
    const operation = { paymaster: stranger };
    expect(await findCodes({ ...approve(1n), expected: { gas }, operation })).toEqual(approval);
  });

  test("count as lost, together with what was taken before", async () => {
    const expected = { gas };
    expect(await findCodes({ ...approve(3_000_000n, 0n, 100_000_000n), expected })).toEqual([]);
    const { problems } = await simulate({ ...approve(3_000_000n, 0n, 101_000_000n), expected });
    expect(problems).toMatchObject([
      { code: "simulated_loss", received: '"104 with the most gas"' },
    ]);
  });

  test("count as less gained, in the token that the wallet gets", async () => {
    const given = (gained: bigint) => ({
      chain: { logs: [createLog(tokenOut, "approval", wallet, paymaster)] },
      values: {
        [balance(tokenOut)]: [0n, gained] as const,
        [allowance(tokenOut, paymaster)]: [0n, 3_000_000n] as const,
      },
      expected: { gas: { token: tokenOut, amount: "3" } },
    });
    expect(await findCodes(given(99_000_000n))).toEqual([]);
    const { problems } = await simulate(given(96_000_000n));
    expect(problems).toMatchObject([
      { code: "simulated_gain", expected: `a gain of at least 96 of ${tokenOut} at ${wallet}` },
    ]);
  });

  test("are at most the stated gas if the amount includes it", async () => {
    const expected = { collectable: [gas] };
    expect(await findCodes({ ...approve(3_000_000n, 0n, 50_000_000n), expected })).toEqual([]);
    const more = approve(50_000_000n, 0n, 50_000_000n);
    expect(await findCodes({ ...more, expected })).toEqual(approval);
  });

  test("of a quote whose amount includes the gas are at most what it states", async () => {
    const { client } = createFakeNode(approveOf(2_000_000n));
    const expected = { ...request, gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" } as const;
    const codesOf = async (maxGasFeeToken: string | undefined) => {
      const gas = maxGasFeeToken && { payGasFeeToken: tokenIn, maxGasFeeToken };
      const quote = createQuote({ estimatedGasFees: gas || undefined } as object);
      const { problems } = await simulateQuote(quote, client, { expect: expected });
      return problems.map(({ code }) => code);
    };
    expect(await codesOf("2")).toEqual([]);
    expect(await codesOf("1.99")).toEqual(approval);
    expect(await codesOf(undefined)).toEqual(approval);
  });

  test("are none because another account may lose the token", async () => {
    const loss = { token: tokenIn, amount: "100" };
    const expected = { collectable: [{ ...loss, account: stranger }] };
    expect(await findCodes({ ...approve(1n, 0n, 99_000_000n), expected })).toEqual(approval);
  });

  test("are exact where every limit of that token is the caller's own", async () => {
    const own = { token: tokenIn, amount: "3", isExact: true };
    const stated = { token: tokenOut, amount: "3" };
    const expected = { collectable: [own, stated] };
    expect(await findCodes({ ...approve(3_000_001n, 0n, 90_000_000n), expected })).toEqual(
      approval,
    );
    expect(await findCodes({ ...approve(3_000_000n, 0n, 90_000_000n), expected })).toEqual([]);
  });

  test("are part of the losses if these include the gas", async () => {
    expect(await findCodes(approve(3_000_000n, 0n, 97_000_000n))).toEqual([]);
    expect(await findCodes(approve(3_000_000n, 0n, 98_000_000n))).toEqual(["simulated_loss"]);
    expect(await findCodes(approve(101_000_000n, 0n, 0n))).toEqual(approval);
  });
});

describe("native gas that the EntryPoint charges the wallet", () => {
  // 250,000 gas for 10 wei each.
  const operation = { paymaster: undefined };
  const native = (amount: string) => ({ token: nativeToken as Hex, amount });

  test("is a loss without a stated maximum, and above it", async () => {
    const { problems } = await simulate({ operation });
    expect(problems).toMatchObject([
      {
        code: "simulated_loss",
        expected: `a loss of at most 0 of the chain's native coin at ${wallet}`,
        received: '"0.0000000000025 with the most gas"',
      },
    ]);
    const codesOf = (amount: string) => findCodes({ operation, expected: { gas: native(amount) } });
    expect(await codesOf("0.0000000000025")).toEqual([]);
    expect(await codesOf("0.0000000000024")).toEqual(["simulated_loss"]);
  });

  test("is none if a paymaster pays it, or if it costs nothing", async () => {
    const free = { ...operation, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    expect(await findCodes({ operation: free })).toEqual([]);
    expect(await findCodes()).toEqual([]);
  });

  test("is part of the amount if the losses include it", async () => {
    const amount = 10n ** 18n;
    const codesOf = (loss: bigint) =>
      findCodes({
        operation,
        expected: { losses: [native("1")], approvable: [] },
        values: {
          [nativeBalance()]: [2n * amount, 2n * amount - loss],
          [balance(tokenIn)]: [0n, 0n],
        },
      });
    expect(await codesOf(amount - 2_500_000n)).toEqual([]);
    expect(await codesOf(amount + 10n ** 16n)).toEqual(["simulated_loss"]);
  });

  test("is limited by the caller's own maximum exactly", async () => {
    const codesOf = (amount: string, isExact: boolean) =>
      findCodes({ operation, expected: { gas: { ...native(amount), isExact } } });
    expect(await codesOf("0.000000000002499", false)).toEqual([]);
    expect(await codesOf("0.000000000002499", true)).toEqual(["simulated_loss"]);
    expect(await codesOf("0.0000000000025", true)).toEqual([]);
  });

  test("is taken from what the wallet gains", async () => {
    const codesOf = (gained: bigint) =>
      findCodes({
        operation,
        expected: { gains: [{ ...native("0.000000000099"), receiver: wallet }] },
        values: {
          [nativeBalance()]: [0n, gained],
          [balance(tokenOut)]: [0n, 0n],
          [decimals(tokenOut)]: [6n, 6n],
        },
      });
    expect(await codesOf(101_500_000n)).toEqual([]);
    expect(await codesOf(99_000_000n)).toEqual(["simulated_gain"]);
  });
});
