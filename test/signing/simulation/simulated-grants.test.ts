import { concat, type Hex, pad, toEventSelector, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { grantEvents } from "../../../src/signing/simulation/measure/event-topics.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import { otherToken, stranger, wallet } from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const word = (value: Hex | bigint) => pad(typeof value === "bigint" ? toHex(value) : value);
const hash = 2n ** 255n;
const orderTuple =
  "(address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)";

interface Grant {
  indexed: (Hex | bigint)[];
  data: (Hex | bigint)[];
}
/** Who gets the right, and the arguments for an owner. `given` is zero if it is removed. */
const grants: [signature: string, spender: Hex, create: (owner: Hex, given: bigint) => Grant][] = [
  [
    "PreSignature(address,bytes,bool)",
    otherToken,
    (owner, given) => ({ indexed: [owner], data: [64n, given, 56n] }),
  ],
  [
    "OrderValidated(bytes32,address,address)",
    otherToken,
    (owner) => ({ indexed: [owner, stranger], data: [hash] }),
  ],
  [
    `OrderValidated(bytes32,${orderTuple})`,
    otherToken,
    (owner) => ({ indexed: [], data: [hash, 64n, owner, stranger, 352n, 384n] }),
  ],
  [
    "OrderSignerRegistered(address,address,bool)",
    stranger,
    (owner, given) => ({ indexed: [], data: [owner, stranger, given] }),
  ],
  ["ApproveHash(bytes32,address)", otherToken, (owner) => ({ indexed: [hash, owner], data: [] })],
  [
    "RelayerApprovalChanged(address,address,bool)",
    stranger,
    (owner, given) => ({ indexed: [stranger, owner], data: [given] }),
  ],
  [
    "OperatorStatus(bytes19,address,uint256)",
    stranger,
    // The last byte of the address is the number of an account of its owner.
    (owner, given) => ({
      indexed: [pad(owner.slice(0, 40) as Hex, { dir: "right" }), stranger],
      data: [given],
    }),
  ],
];

test("every right that only an event shows has a test", () => {
  const tested = grants.map(([signature]) => signature);
  expect(Object.values(grantEvents).map(({ signature }) => signature)).toEqual(
    expect.arrayContaining(tested),
  );
  expect(Object.keys(grantEvents)).toHaveLength(tested.length);
});

describe.each(grants)("the event %s", (signature, spender, create) => {
  const createLog = (owner: Hex, given = 1n): Log => {
    const { indexed, data } = create(owner, given);
    return {
      address: otherToken,
      topics: [toEventSelector(signature), ...indexed.map(word)],
      data: concat(["0x", ...data.map(word)]),
    };
  };
  const codesOf = (log: Log, approvals: Hex[] = []) =>
    findCodes({ chain: { logs: [log] }, options: { approvals } });

  test("is an approval for who gets the right, which the caller can allow", async () => {
    const { problems, approvals } = await simulate({ chain: { logs: [createLog(wallet)] } });
    expect(problems).toMatchObject([{ code: "simulated_approval", severity: "fatal" }]);
    expect(approvals).toEqual([{ spender, token: otherToken, isAllowed: false }]);
    expect(await codesOf(createLog(wallet), [spender])).toEqual([]);
    const other = spender === stranger ? otherToken : stranger;
    expect(await codesOf(createLog(wallet), [other])).toEqual(["simulated_approval"]);
  });

  test("is none if it removes the right, or is of another account", async () => {
    expect(await codesOf(createLog(stranger))).toEqual([]);
    const isRemoved =
      JSON.stringify(create(wallet, 0n), toText) !== JSON.stringify(create(wallet, 1n), toText);
    if (isRemoved) expect(await codesOf(createLog(wallet, 0n))).toEqual([]);
  });
});

const toText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
