import { type Hex, pad, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import {
  balance,
  createLog,
  decimals,
  nativeBalance,
  otherToken,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, honestChanges, simulate } from "./find-codes.js";

const word = (value: bigint) => pad(toHex(value));

test("finds no problem in a swap that does what is expected, and lists its changes", async () => {
  const result = await simulate();
  expect(result).toEqual({
    isSimulated: true,
    problems: [],
    changes: [
      { account: wallet, token: tokenIn, amount: "-100" },
      { account: wallet, token: tokenOut, amount: "+99.5" },
    ],
    approvals: [],
    text: [
      "Simulated on: Polygon (137)",
      `Change: -100 of ${tokenIn} at ${wallet}`,
      `Change: +99.5 of ${tokenOut} at ${wallet}`,
    ].join("\n"),
  });
});

describe("the gain of a receiver", () => {
  const gaining = (units: bigint) => ({ [balance(tokenOut)]: [0n, units] as const });
  const gain = { token: tokenOut, amount: "99", receiver: wallet };

  test("must reach the minimum, apart from a tenth of a percent", async () => {
    expect(await findCodes({ values: gaining(99_000_000n) })).toEqual([]);
    expect(await findCodes({ values: gaining(98_901_000n) })).toEqual([]);
    expect(await findCodes({ values: gaining(98_900_999n) })).toEqual(["simulated_gain"]);
    expect(await findCodes({ values: gaining(0n) })).toEqual(["simulated_gain"]);
  });

  test("must reach the minimum without the fees that only the response names", async () => {
    const losses = [
      { token: tokenIn, amount: "100" },
      { token: tokenOut, amount: "4.9", isOptional: true },
    ];
    const codes = await findCodes({ expected: { losses }, values: gaining(94_200_000n) });
    expect(codes).toEqual(["simulated_gain"]);
  });

  test("must reach the caller's own minimum exactly", async () => {
    const gains = [gain, { ...gain, amount: "99.6", isExact: true }];
    expect(await findCodes({ expected: { gains }, values: gaining(99_600_000n) })).toEqual([]);
    const { problems } = await simulate({ expected: { gains }, values: gaining(99_599_999n) });
    expect(problems).toMatchObject([
      {
        code: "simulated_gain",
        severity: "fatal",
        expected: `a gain of at least 99.6 of ${tokenOut} at ${wallet}`,
        received: '"99.599999"',
      },
    ]);
    expect(problems[0]?.message).toContain(`(all changes: -100 of ${tokenIn} at ${wallet}, +99.5`);
  });

  test("must be an amount that can be read", async () => {
    for (const amount of ["", "1e3", "-1", "0,1"])
      expect(await findCodes({ expected: { gains: [{ ...gain, amount }] } })).toEqual([
        "simulated_gain",
      ]);
  });

  test("counts at the stated receiver only", async () => {
    const gains = [{ ...gain, receiver: stranger }];
    const at = (units: bigint) => ({
      ...gaining(0n),
      [balance(tokenOut, stranger)]: [5n, 5n + units] as const,
    });
    expect(await findCodes({ expected: { gains }, values: at(99_000_000n) })).toEqual([]);
    expect(await findCodes({ expected: { gains }, values: at(98_000_000n) })).toEqual([
      "simulated_gain",
    ]);
  });

  test("is measured in the native coin, in each of its spellings", async () => {
    for (const token of [
      nativeToken as Hex,
      nativeToken.toUpperCase().replace("X", "x") as Hex,
      `0x${"0".repeat(40)}` as Hex,
    ] as const) {
      const expected = { gains: [{ ...gain, token }] };
      const values = {
        ...gaining(0n),
        [nativeBalance()]: [10n, 10n + 99n * 10n ** 18n] as const,
      };
      expect(await findCodes({ expected, values })).toEqual([]);
      expect(await findCodes({ expected, values: gaining(0n) })).toEqual(["simulated_gain"]);
    }
  });

  test("may be lower by what the wallet loses of the same token", async () => {
    const gas = { token: tokenOut, amount: "3" };
    expect(await findCodes({ expected: { gas }, values: gaining(96_000_000n) })).toEqual([]);
    expect(await findCodes({ expected: { gas }, values: gaining(95_900_000n) })).toEqual([
      "simulated_gain",
    ]);
    const losses = [{ token: tokenOut, amount: "100" }];
    const swapped = (after: bigint) => ({
      [balance(tokenIn)]: [5n, 5n] as const,
      [balance(tokenOut)]: [100_000_000n, after] as const,
    });
    expect(await findCodes({ expected: { losses }, values: swapped(99_000_000n) })).toEqual([]);
    expect(await findCodes({ expected: { losses }, values: swapped(98_000_000n) })).toEqual([
      "simulated_gain",
    ]);
  });

  test("may be lower than the caller's own minimum by the gas, but by no fee", async () => {
    const losses = [...honestChanges.losses, { token: tokenOut, amount: "3" }];
    const gas = { token: tokenOut, amount: "3" };
    const codesOf = (expected: Partial<typeof honestChanges>, isExact: boolean) =>
      findCodes({
        expected: { ...expected, gains: [{ ...gain, isExact }] },
        values: gaining(96_000_000n),
      });
    expect(await codesOf({ losses }, false)).toEqual([]);
    expect(await codesOf({ losses }, true)).toEqual(["simulated_gain"]);
    expect(await codesOf({ gas }, true)).toEqual([]);
  });

  test("is not simulated on another chain, and the text says so", async () => {
    const expected = { gains: [] };
    const { problems, text } = await simulate({
      expected,
      values: gaining(0n),
      given: { chainsOut: [8453] },
    });
    expect(problems).toEqual([]);
    expect(text).toContain(
      "Simulated on: Polygon (137) only: what arrives on Base (8453) is not simulated",
    );
  });
});

describe("the loss of the wallet", () => {
  const losing = (units: bigint) => ({
    [balance(tokenIn)]: [500_000_000n, 500_000_000n - units] as const,
  });

  test("may be the amount, apart from a tenth of a percent", async () => {
    expect(await findCodes({ values: losing(99_000_000n) })).toEqual([]);
    expect(await findCodes({ values: losing(100_100_000n) })).toEqual([]);
    const { problems } = await simulate({ values: losing(100_100_001n) });
    expect(problems).toMatchObject([
      {
        code: "simulated_loss",
        severity: "fatal",
        expected: `a loss of at most 100 of ${tokenIn} at ${wallet}`,
        received: '"100.100001"',
      },
    ]);
  });

  test("may include the gas and the sum of what is expected, in each token", async () => {
    const values = losing(105_000_000n);
    const [loss] = honestChanges.losses;
    const gas = { token: tokenIn, amount: "3" };
    const losses = [
      { token: tokenIn, amount: "100" },
      { token: tokenIn, amount: "2" },
    ];
    expect(await findCodes({ values, expected: { gas, losses } })).toEqual([]);
    expect(await findCodes({ values, expected: { losses } })).toEqual(["simulated_loss"]);
    expect(await findCodes({ values, expected: { gas, losses: [loss as never] } })).toEqual([
      "simulated_loss",
    ]);
    const other = { gas: { token: tokenOut, amount: "3" }, losses };
    expect(await findCodes({ values, expected: other })).toEqual(["simulated_loss"]);
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

  test("is found at any contract whose events name the wallet", async () => {
    const values = { [balance(otherToken)]: [5n, 4n] as const };
    const topics: Hex[] = [`0x${"12".repeat(32)}`];
    const named = pad(wallet);
    for (const log of [
      { address: otherToken, topics: [...topics, named], data: "0x" as const },
      { address: otherToken, topics, data: `${named}${"0".repeat(64)}` as const },
    ])
      expect(await findCodes({ chain: { logs: [log] }, values })).toEqual(["simulated_loss"]);
    const unrelated: Log = { address: otherToken, topics, data: `0x${"34".repeat(32)}` };
    expect(await findCodes({ chain: { logs: [unrelated] }, values })).toEqual([]);
  });

  test("is found at a contract without events that the wallet calls", async () => {
    const values = { [balance(otherToken)]: [5_000_000n, 4_000_000n] as const };
    expect(await findCodes({ values })).toEqual([]);
    const callData = `0xb61d27f6${[BigInt(otherToken), 0n, 96n, 0n].map((n) => word(n).slice(2)).join("")}`;
    const { problems } = await simulate({
      values: { ...values, [decimals(otherToken)]: [6n, 6n] },
      operation: { callData },
    });
    expect(problems).toMatchObject([{ code: "simulated_loss", received: '"1"' }]);
  });

  test("is the whole balance if the token can no longer be read", async () => {
    const values = { [balance(tokenIn)]: [500_000_000n, undefined] as const };
    expect(await findCodes({ values })).toEqual(["simulated_loss"]);
  });
});

describe("a gain that is not expected", () => {
  const logs = [createLog(otherToken, "transfer", stranger, wallet)];
  const growing = (before: bigint, after: bigint) => ({
    chain: { logs },
    values: {
      [decimals(otherToken)]: [6n, 6n] as const,
      [balance(otherToken)]: [before, after] as const,
    },
  });

  test("is shown for review, once per asset", async () => {
    const { problems, changes } = await simulate(growing(0n, 1_500_000n));
    expect(problems).toMatchObject([
      {
        code: "simulated_change",
        severity: "review",
        expected: `no gain of ${otherToken} at ${wallet}`,
        received: '"+1.5"',
      },
    ]);
    expect(changes).toContainEqual({ account: wallet, token: otherToken, amount: "+1.5" });
    const native = { [nativeBalance()]: [10n, 10n + 10n ** 18n] as const };
    expect(await findCodes({ values: native })).toEqual(["simulated_change"]);
  });

  test("is none if it is only interest of up to a tenth of a percent", async () => {
    expect(await findCodes(growing(1_000_000n, 1_001_000n))).toEqual([]);
    expect(await findCodes(growing(1_000_000n, 1_001_001n))).toEqual(["simulated_change"]);
  });

  test("is none if a part of the input is paid back", async () => {
    const values = { [balance(tokenIn)]: [500_000_000n, 450_000_000n] as const };
    expect(await findCodes({ values })).toEqual([]);
  });
});
