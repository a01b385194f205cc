import {
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
  zeroAddress,
} from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import {
  createLog,
  keyOf,
  otherToken,
  stranger,
  tokenIn,
  type Value,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const pool: Hex = "0x9001000000000000000000000000000000000001";
const word = (value: Hex | bigint) => pad(typeof value === "bigint" ? toHex(value) : value);

/** An event, its indexed arguments and its other ones, for the account whose debt grows. */
type LoanEvent = (account: Hex) => [signature: string, indexed: (Hex | bigint)[], data: unknown[]];
const farm = (signature: string, account: Hex, to?: Hex): ReturnType<LoanEvent> => [
  signature,
  [account, 3n, ...(to ? [to] : [])],
  [5n],
];
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
    "collateral of Compound v3 that another account gets",
    (account) => [
      "TransferCollateral(address,address,address,uint256)",
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
  ["a deposit of a farm", (account) => farm("Withdraw(address,uint256,uint256)", account)],
  [
    "a deposit of a farm for another account",
    (account) => farm("Withdraw(address,uint256,uint256,address)", account, stranger),
  ],
  [
    "a deposit of a farm without its rewards",
    (account) => farm("EmergencyWithdraw(address,uint256,uint256)", account),
  ],
  [
    "a deposit of a farm without its rewards for another account",
    (account) => farm("EmergencyWithdraw(address,uint256,uint256,address)", account, stranger),
  ],
  ["the rewards of a farm", (account) => farm("Harvest(address,uint256,uint256)", account)],
  [
    "a stake in the EntryPoint",
    (account) => ["StakeWithdrawn(address,address,uint256)", [account], [stranger, 5n]],
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

describe("a debt at Compound v3 that no event shows", () => {
  const debtOf = keyOf(pool, "0x374c49b4", wallet); // borrowBalanceOf(address)
  // A transfer of more than the deposit borrows the rest.
  const chain = { logs: [createLog(pool, "transfer", zeroAddress, stranger)] };
  const batch: Hex = `0x34fcd5be${word(pool).slice(2)}`;
  // ERC-7579 packs the target of a single call.
  const single = encodeFunctionData({
    abi: parseAbi(["function execute(bytes32 mode, bytes call)"]),
    args: [word(0n), encodePacked(["address", "uint256", "bytes4"], [pool, 0n, "0xa9059cbb"])],
  });
  const codesOf = async (before: Value[0], after: Value[1], callData = batch) => {
    const values = { [debtOf]: [before, after] as const };
    const codes = await findCodes({ chain, values });
    // A repayment of another account's debt has no event.
    expect(await findCodes({ values, operation: { callData } })).toEqual(codes);
    return codes;
  };

  test("is a loss of the wallet", async () => {
    for (const callData of [batch, single])
      for (const [before, after] of [
        [0n, 1n],
        ["0x", 1n],
        [1_000_000n, 1_000_011n],
      ] as const)
        expect(await codesOf(before, after, callData)).toEqual(["simulated_loss"]);
  });

  test("is none if it shrinks, or grows by the interest between two blocks", async () => {
    expect(await codesOf(1_000_000n, 0n)).toEqual([]);
    expect(await codesOf(1_000_000n, 1_000_010n)).toEqual([]);
  });

  test("is not measured if only the operation makes it unreadable", async () => {
    expect(await codesOf(0n, undefined)).toEqual(["simulated_unmeasured"]);
  });
});
