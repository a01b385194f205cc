import { concat, type Hex, pad, toEventSelector, toFunctionSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import {
  allowance,
  createLog,
  keyOf,
  otherToken,
  paymaster,
  stranger,
  tokenIn,
  type Value,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const word = (value: Hex | bigint) => pad(typeof value === "bigint" ? toHex(value) : value);

/** An event of `otherToken`. The first `indexed` arguments are topics. */
const createEvent = (
  signature: string,
  indexed: number,
  values: readonly (Hex | bigint)[],
): Log => ({
  address: otherToken,
  topics: [toEventSelector(signature), ...values.slice(0, indexed).map(word)],
  data: concat(["0x", ...values.slice(indexed).map(word)]),
});
const codesOf = (log: Log, values: Record<string, Value> = {}) =>
  findCodes({ chain: { logs: [log] }, values });
const approval = ["simulated_approval"];

const pair = "address,address";
/** Signature, indexed arguments, values, and the function that reads the approval. */
const events: [string, number, (Hex | bigint)[], string, (Hex | bigint)[]][] = [
  [
    "AuthorizedOperator(address,address)",
    2,
    [stranger, wallet],
    `isOperatorFor(${pair})`,
    [stranger, wallet],
  ],
  [
    "BorrowAllowanceDelegated(address,address,address,uint256)",
    3,
    [wallet, stranger, tokenIn, 5n],
    `borrowAllowance(${pair})`,
    [wallet, stranger],
  ],
  [
    "BorrowAllowanceDelegated(address,address,address,uint256)",
    2,
    [wallet, stranger, tokenIn, 5n],
    `borrowAllowance(${pair})`,
    [wallet, stranger],
  ],
  [
    "OperatorSet(address,address,bool)",
    2,
    [wallet, stranger, 1n],
    `isOperator(${pair})`,
    [wallet, stranger],
  ],
  [
    "Approval(address,address,uint256,uint256)",
    3,
    [wallet, stranger, 7n, 5n],
    `allowance(${pair},uint256)`,
    [wallet, stranger, 7n],
  ],
  [
    "SetAuthorization(address,address,address,bool)",
    3,
    [wallet, wallet, stranger, 1n],
    `isAuthorized(${pair})`,
    [wallet, stranger],
  ],
  [
    "ApprovalForAll(address,address,bool)",
    2,
    [wallet, stranger, 1n],
    `isApprovedForAll(${pair})`,
    [wallet, stranger],
  ],
  [
    "Approval(address,address,uint256)",
    2,
    [wallet, stranger, 1n],
    `allowance(${pair})`,
    [wallet, stranger],
  ],
];

describe.each(events)(
  "the approval event %s with %i indexed arguments",
  (signature, indexed, values, getter, parameters) => {
    const log = createEvent(signature, indexed, values);
    const key = keyOf(otherToken, toFunctionSelector(`function ${getter}`), ...parameters);

    test("names what is measured", async () => {
      expect(await codesOf(log, { [key]: [0n, 1n] })).toEqual(approval);
      expect(await codesOf(log, { [key]: [1n, 1n] })).toEqual([]);
      expect(await codesOf(log, { [key]: [1n, 0n] })).toEqual([]);
    });

    test("counts by itself if the contract does not have the function", async () => {
      const { problems, approvals } = await simulate({ chain: { logs: [log] } });
      expect(problems.map(({ code }) => code)).toEqual(approval);
      expect(approvals).toMatchObject([{ spender: stranger, isAllowed: false }]);
      const options = { approvals: [stranger] };
      expect(await findCodes({ chain: { logs: [log] }, options })).toEqual([]);
      // An approval that can no longer be read is not taken for none.
      expect(await codesOf(log, { [key]: [0n, undefined] })).toEqual(approval);
    });

    test("is no approval of another owner", async () => {
      const others = values.map((value) => (value === wallet ? paymaster : value));
      expect(await codesOf(createEvent(signature, indexed, others))).toEqual([]);
    });
  },
);

test("an event that removes an approval is none", async () => {
  for (const [signature, indexed, values] of events.slice(1)) {
    const removed = [...values.slice(0, -1), 0n];
    expect(await codesOf(createEvent(signature, indexed, removed))).toEqual([]);
  }
});

test("an event that removes an approval of Permit2, and states when it expires, is none", async () => {
  const signature = "Approval(address,address,address,uint160,uint48)";
  expect(await codesOf(createEvent(signature, 3, [wallet, tokenIn, stranger, 0n, 9n]))).toEqual([]);
});

test("an approval of an NFT is for the account that the contract names, not the event", async () => {
  const chain = {
    logs: [createEvent("Approval(address,address,uint256)", 3, [wallet, paymaster, 7n])],
  };
  const values = { [keyOf(otherToken, "0x081812fc", 7n)]: [0n, BigInt(stranger)] as const };
  const codesWith = (approvals: readonly Hex[]) =>
    findCodes({ chain, values, options: { approvals } });
  expect(await codesWith([stranger])).toEqual([]);
  expect(await codesWith([paymaster])).toEqual(approval);
});

test("counts by its event although the call data names the spender", async () => {
  const log = createLog(tokenIn, "approval", wallet, stranger);
  const operation = { callData: `0x34fcd5be${pad(stranger).slice(2)}` };
  const options = { approvals: [stranger] };
  const chain = { logs: [log] };
  expect(await findCodes({ chain })).toEqual(approval);
  expect(await findCodes({ chain, operation })).toEqual(approval);
  expect(await findCodes({ chain, operation, options })).toEqual([]);
  const removed = createLog(tokenIn, "approval", wallet, stranger, 0n);
  expect(await findCodes({ chain: { logs: [removed] }, operation })).toEqual([]);
  // The last event of a contract counts.
  expect(await findCodes({ chain: { logs: [removed, log] }, operation })).toEqual(approval);
  expect(await findCodes({ chain: { logs: [log, removed] }, operation })).toEqual([]);
});

test("is not measured if only the operation makes it unreadable", async () => {
  const operation = { callData: `0x34fcd5be${pad(stranger).slice(2)}` };
  const values = { [allowance(tokenIn, stranger)]: [0n, undefined] as const };
  const { problems, isSimulated } = await simulate({ operation, values });
  expect(isSimulated).toBe(true);
  expect(problems).toMatchObject([{ code: "simulated_unmeasured", severity: "fatal" }]);
  expect(problems[0]?.message).toContain(`for ${stranger}`);
});

test("an approval is found if its event does not index its arguments", async () => {
  const values = { [allowance(otherToken, stranger)]: [0n, 5n] as const };
  const signature = "Approval(address,address,uint256)";
  for (const indexed of [0, 1])
    expect(await codesOf(createEvent(signature, indexed, [wallet, stranger, 5n]), values)).toEqual(
      approval,
    );
  // Only the spender is indexed.
  const swapped = createEvent(signature, 1, [stranger, wallet, 5n]);
  expect(await codesOf(swapped, values)).toEqual(approval);
});

describe("an approval of Permit2", () => {
  const signature = "Approval(address,address,address,uint160,uint48)";
  const log = createEvent(signature, 3, [wallet, tokenIn, stranger, 5n, 9n]);
  const key = keyOf(otherToken, "0x927da105", wallet, tokenIn, stranger);
  const permit = (amount: bigint, expiration: bigint) =>
    concat([word(amount), word(expiration), word(0n)]);
  const permitCodes = (before: Hex, after: Hex) => codesOf(log, { [key]: [before, after] });

  test("is found if only its expiration is renewed", async () => {
    expect(await permitCodes(permit(5n, 8n), permit(5n, 9n))).toEqual(approval);
    expect(await permitCodes(permit(9n, 8n), permit(5n, 9n))).toEqual(approval);
    expect(await permitCodes(permit(0n, 0n), permit(5n, 9n))).toEqual(approval);
  });

  test("is none if it is not higher and does not last longer", async () => {
    expect(await permitCodes(permit(5n, 9n), permit(5n, 9n))).toEqual([]);
    expect(await permitCodes(permit(5n, 9n), permit(4n, 8n))).toEqual([]);
    expect(await permitCodes(permit(5n, 8n), permit(0n, 9n))).toEqual([]);
  });
});

test("the approvals of the paymaster for one token are gas up to the maximum in sum", async () => {
  const quote = { estimatedGasFees: { maxGasFeeToken: "3" } as never };
  const permitKey = keyOf(otherToken, "0x927da105", wallet, tokenIn, paymaster);
  const logs: Log[] = [
    createEvent("Approval(address,address,address,uint160,uint48)", 3, [
      wallet,
      tokenIn,
      paymaster,
      5n,
      9n,
    ]),
    {
      ...createEvent("Approval(address,address,uint256)", 2, [wallet, paymaster, 1n]),
      address: tokenIn,
    },
  ];
  const sumCodes = (direct: bigint, permitted: bigint) =>
    findCodes({
      quote,
      chain: { logs },
      values: {
        [allowance(tokenIn, paymaster)]: [0n, direct],
        [permitKey]: [0n, permitted],
      },
    });
  expect(await sumCodes(1_000_000n, 2_000_000n)).toEqual([]);
  expect(await sumCodes(3_000_000n, 0n)).toEqual([]);
  expect(await sumCodes(3_000_000n, 3_000_000n)).toEqual([...approval, ...approval]);
});
