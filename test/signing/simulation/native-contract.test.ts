import { type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { nativeToken } from "../../../src/contract/shared/chains/chain-ids.js";
import { isSameToken } from "../../../src/signing/shared/same-token.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import { balance, nativeBalance, stranger, wallet } from "./fake-node.js";
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
function selling(lost: bigint, token: Hex = nativeToken, changes: Changes = {}): Changes {
  const values = [500n * one, 500n * one - lost] as const;
  return {
    ...changes,
    chain: { logs: [transferLog] },
    values: { [nativeBalance()]: values, [balance(contract)]: values },
    expect: { tokenIn: token, payGasFeeToken: token },
    quote: { tokenIn: token, ...changes.quote },
  };
}

describe("on Polygon, a sale of POL", () => {
  test("is no loss of the contract whose balances are the native ones", async () => {
    expect(await findCodes(selling(100n * one))).toEqual([]);
    const { changes } = await simulate(selling(100n * one));
    expect(changes.map(({ token }) => token)).not.toContain(contract);
  });

  test("can name the contract as the token", async () => {
    expect(await findCodes(selling(100n * one, contract))).toEqual([]);
    expect(await findCodes(selling(101n * one, contract))).toEqual(["simulated_loss"]);
  });

  test("has one limit under all names", async () => {
    expect(await findCodes(selling(101n * one))).toEqual(["simulated_loss"]);
    const fee = { amount: "1", toAddress: stranger, type: "X", percentage: "1" };
    const stated = (token: Hex) => ({
      fees: [{ ...fee, token: contract }],
      estimatedCollectedFee: { collectedFeeToken: token, collectedFee: "1" } as never,
    });
    for (const token of [nativeToken, contract] as const) {
      expect(await findCodes(selling(101n * one, token, { quote: stated(token) }))).toEqual([]);
      expect(await findCodes(selling(102n * one, token, { quote: stated(token) }))).toEqual([
        "simulated_loss",
      ]);
    }
  });
});

test("the contract is an ordinary token on other chains", () => {
  expect(isSameToken(contract, nativeToken, 137)).toBe(true);
  for (const chainId of [1, 8453, undefined])
    expect(isSameToken(contract, nativeToken, chainId)).toBe(false);
});
