import { type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { isSameToken } from "../../../src/signing/shared/same-token.js";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import { balance, nativeBalance, stranger, tokenIn, wallet } from "./fake-node.js";
import { type Changes, findCodes, simulate } from "./find-codes.js";

/** Polygon's contract for POL. Its balances are the native ones. */
const contract: Hex = "0x0000000000000000000000000000000000001010";
const one = 10n ** 18n;

/** Polygon's nodes add this log to each transfer of POL. */
const transferLog: Log = {
  address: contract,
  topics: [
    toEventSelector("LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)"),
    ...[contract, wallet, stranger].map((word) => pad(word)),
  ],
  data: `0x${[100n, 500n, 0n, 400n, 100n].map((n) => pad(toHex(n)).slice(2)).join("")}`,
};

/** A swap of 100 POL that loses `lost`. */
function selling(lost: bigint, token: Hex = nativeToken): Changes {
  const values = [500n * one, 500n * one - lost] as const;
  return {
    chain: { logs: [transferLog] },
    values: {
      [nativeBalance()]: values,
      [balance(contract)]: values,
      [balance(tokenIn)]: [0n, 0n],
    },
    expected: { losses: [{ token, amount: "100" }] },
  };
}

describe("on Polygon, a sale of POL", () => {
  test("is no loss of the contract whose balances are the native ones", async () => {
    const { problems, changes } = await simulate(selling(100n * one));
    expect(problems).toEqual([]);
    expect(changes.map(({ token }) => token)).not.toContain(contract);
    expect(changes[0]).toEqual({ account: wallet, token: nativeToken, amount: "-100" });
  });

  test("can name the contract as the token", async () => {
    expect(await findCodes(selling(100n * one, contract))).toEqual([]);
  });

  test("has one limit under all names", async () => {
    for (const token of [nativeToken, contract] as Hex[])
      expect(await findCodes(selling(101n * one, token))).toEqual(["simulated_loss"]);
    const given = selling(101n * one);
    const losses = [
      { token: nativeToken as Hex, amount: "100" },
      { token: contract, amount: "1" },
    ];
    expect(await findCodes({ ...given, expected: { losses } })).toEqual([]);
  });
});

test("the contract is an ordinary token on other chains", () => {
  expect(isSameToken(contract, nativeToken, 137)).toBe(true);
  for (const chainId of [1, 8453, undefined])
    expect(isSameToken(contract, nativeToken, chainId)).toBe(false);
});
