import { concat, type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/read-logs.js";
import { createLog, otherToken, stranger, tokenIn, wallet } from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const pool: Hex = "0x9001000000000000000000000000000000000001";
const word = (value: Hex | bigint) => pad(typeof value === "bigint" ? toHex(value) : value);

/** An event, its indexed arguments and its other ones, for the account whose debt grows. */
type LoanEvent = (account: Hex) => [signature: string, indexed: (Hex | bigint)[], data: unknown[]];
const loans: [string, LoanEvent][] = [
  [
    "a loan of Aave v3",
    (account) => [
      "Borrow(address,address,address,uint256,uint8,uint256,uint16)",
      [tokenIn, account, 0n],
      [stranger, 5n, 2n, 1n],
    ],
  ],
  [
    "a loan of Aave v2",
    (account) => [
      "Borrow(address,address,address,uint256,uint256,uint256,uint16)",
      [tokenIn, account, 0n],
      [stranger, 5n, 2n, 1n],
    ],
  ],
  [
    "a loan of Compound v2",
    (account) => ["Borrow(address,uint256,uint256,uint256)", [], [account, 5n, 5n, 5n]],
  ],
  ["a loan of Euler", (account) => ["Borrow(address,uint256)", [account], [5n]]],
  [
    "a loan of Compound v3",
    (account) => ["Withdraw(address,address,uint256)", [account, stranger], [5n]],
  ],
  [
    "collateral of Compound v3",
    (account) => [
      "WithdrawCollateral(address,address,address,uint256)",
      [account, stranger, tokenIn],
      [5n],
    ],
  ],
  [
    "a loan of Morpho",
    (account) => [
      "Borrow(bytes32,address,address,address,uint256,uint256)",
      [7n, account, stranger],
      [stranger, 5n, 5n],
    ],
  ],
  [
    "a deposit of Morpho",
    (account) => [
      "Withdraw(bytes32,address,address,address,uint256,uint256)",
      [7n, account, stranger],
      [stranger, 5n, 5n],
    ],
  ],
  [
    "collateral of Morpho",
    (account) => [
      "WithdrawCollateral(bytes32,address,address,address,uint256)",
      [7n, account, stranger],
      [stranger, 5n],
    ],
  ],
];

describe.each(loans)("%s", (_, createEvent) => {
  const createLoan = (account: Hex): Log => {
    const [signature, indexed, data] = createEvent(account);
    return {
      address: pool,
      topics: [toEventSelector(signature), ...indexed.map(word)],
      data: concat(data.map((value) => word(value as Hex))),
    };
  };

  test("is a loss of the wallet, although no balance shrinks", async () => {
    // The borrowed token passes through the wallet.
    const passed = createLog(otherToken, "transfer", wallet, stranger);
    const logs = [createLoan(wallet), passed, createLoan(wallet)];
    const { problems } = await simulate({ chain: { logs } });
    expect(problems).toMatchObject([{ code: "simulated_loss", severity: "fatal" }]);
    expect(problems[0]?.message).toContain(`${pool}, got ${createEvent(wallet)[0]}`);
  });

  test("is none of the wallet if the event names another account", async () => {
    expect(await findCodes({ chain: { logs: [createLoan(stranger)] } })).toEqual([]);
  });
});
