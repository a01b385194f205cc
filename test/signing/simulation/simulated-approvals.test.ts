import {
  concat,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  pad,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import {
  allowance,
  createLog,
  keyOf,
  otherToken,
  paymaster,
  stranger,
  tokenIn,
  tokenOut,
  type Value,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const word = (value: Hex | bigint) => pad(typeof value === "bigint" ? toHex(value) : value);

/** An event of `address`. The first `indexed` arguments are topics. */
const createEvent = (
  signature: string,
  indexed: number,
  values: readonly (Hex | bigint)[],
  address: Hex = otherToken,
): Log => ({
  address,
  topics: [toEventSelector(signature), ...values.slice(0, indexed).map(word)],
  data: concat(["0x", ...values.slice(indexed).map(word)]),
});
const codesOf = (log: Log, values: Record<string, Value> = {}) =>
  findCodes({ chain: { logs: [log] }, values });
const approval = ["simulated_approval"];
const change = ["simulated_change"];

const pair = "address,address";
/** Signature, indexed arguments, values, and the function that reads the approval. */
const events: [string, number, (Hex | bigint)[], string][] = [
  ["ApprovalForAll(address,address,bool)", 2, [wallet, stranger, 1n], `isApprovedForAll(${pair})`],
  ["Approval(address,address,uint256)", 2, [wallet, stranger, 1n], `allowance(${pair})`],
  ["Approval(address,address,uint256)", 1, [wallet, stranger, 1n], `allowance(${pair})`],
  ["Approval(address,address,uint256)", 0, [wallet, stranger, 1n], `allowance(${pair})`],
];

describe.each(events)(
  "the approval event %s with %i indexed arguments",
  (signature, indexed, values, getter) => {
    const log = createEvent(signature, indexed, values);
    const key = keyOf(otherToken, toFunctionSelector(`function ${getter}`), wallet, stranger);

    test("names what is measured", async () => {
      expect(await codesOf(log, { [key]: [0n, 1n] })).toEqual(approval);
      expect(await codesOf(log, { [key]: [1n, 1n] })).toEqual([]);
      expect(await codesOf(log, { [key]: [1n, 0n] })).toEqual([]);
    });

    test("is shown for review if the approval cannot be read", async () => {
      const { problems, approvals } = await simulate({ chain: { logs: [log] } });
      expect(problems.map(({ code }) => code)).toEqual(change);
      expect(problems[0]?.message).toContain(`the approval of ${otherToken} for ${stranger}`);
      expect(approvals).toEqual([]);
      expect(await codesOf(log, { [key]: [0n, undefined] })).toEqual(change);
      expect(await codesOf(log, { [key]: ["0x", 1n] })).toEqual(approval);
    });

    test("is no approval of another owner", async () => {
      const others = values.map((value) => (value === wallet ? paymaster : value));
      expect(await codesOf(createEvent(signature, indexed, others))).toEqual([]);
    });
  },
);

test("an approval is found if only its spender is indexed", async () => {
  const log = createEvent("Approval(address,address,uint256)", 1, [stranger, wallet, 5n]);
  expect(await codesOf(log, { [allowance(otherToken, stranger)]: [0n, 5n] })).toEqual(approval);
});

test("an approval event without its arguments does not stop the simulation", async () => {
  for (const indexed of [0, 1])
    expect(
      await codesOf(createEvent("Approval(address,address,uint256)", indexed, [wallet])),
    ).toEqual(change);
});

describe("an approval that remains", () => {
  const logs = [createLog(tokenIn, "approval", wallet, stranger)];
  const approving = (before: bigint, after: bigint) => ({
    chain: { logs },
    values: { [allowance(tokenIn, stranger)]: [before, after] as const },
  });
  const named = { approvals: [stranger.toUpperCase().replace("X", "x") as Hex] };

  test("is a problem if it is higher than before, and is listed with its amount", async () => {
    const { problems, approvals, text } = await simulate(approving(5n, 2_500_000n));
    expect(problems).toMatchObject([
      {
        code: "simulated_approval",
        severity: "fatal",
        received: `"${stranger} may spend 2.5 of ${tokenIn} at ${wallet}"`,
      },
    ]);
    expect(approvals).toEqual([
      { spender: stranger, token: tokenIn, amount: "2.5", isAllowed: false },
    ]);
    expect(text).toContain(`Approval: ${stranger} may spend 2.5 of ${tokenIn}`);
    expect(await findCodes(approving(5n, 5n))).toEqual([]);
    expect(await findCodes(approving(6n, 5n))).toEqual([]);
  });

  test("is for all tokens if it is unlimited", async () => {
    const { approvals, text } = await simulate(approving(0n, 2n ** 256n - 1n));
    expect(approvals).toEqual([{ spender: stranger, token: tokenIn, isAllowed: false }]);
    expect(text).toContain(`${stranger} may spend all of ${tokenIn}`);
  });

  test("is allowed for a token and a contract that are named", async () => {
    const { problems, approvals } = await simulate({ ...approving(0n, 1n), expected: named });
    expect(problems).toEqual([]);
    expect(approvals).toMatchObject([{ isAllowed: true }]);
    const other = { ...named, approvable: [tokenOut] };
    expect(await findCodes({ ...approving(0n, 1n), expected: other })).toEqual(approval);
  });

  test("is allowed for a named contract and what the caller lets the wallet itself lose", async () => {
    const own = { token: tokenIn, amount: "100", isExact: true };
    const codesOf = (loss: object) =>
      findCodes({
        ...approving(0n, 1n),
        expected: { ...named, approvable: [], losses: [{ ...own, ...loss }] },
      });
    expect(await codesOf({})).toEqual([]);
    expect(await codesOf({ account: wallet })).toEqual([]);
    expect(await codesOf({ isExact: false })).toEqual(approval);
    expect(await codesOf({ account: paymaster })).toContain("simulated_approval");
  });

  test("is never allowed for another account", async () => {
    const given = {
      chain: { logs: [createLog(tokenIn, "approval", paymaster, stranger)] },
      values: { [keyOf(tokenIn, "0xdd62ed3e", paymaster, stranger)]: [0n, 1n] as const },
      expected: { ...named, accounts: [paymaster] },
    };
    const { problems, approvals } = await simulate(given);
    expect(problems.map(({ code }) => code)).toEqual(approval);
    expect(approvals).toMatchObject([{ account: paymaster }]);
  });

  test("is not found for events that state another owner", async () => {
    const foreign = [createLog(tokenIn, "approval", stranger, wallet)];
    expect(await findCodes({ ...approving(0n, 1n), chain: { logs: foreign } })).toEqual([]);
  });

  test("is found without an event if the call data has it", async () => {
    const execute = parseAbi(["function execute(address to, uint256 value, bytes data)"]);
    const call = (functionName: "approve" | "transfer"): Hex => {
      const inner = encodeFunctionData({ abi: erc20Abi, functionName, args: [stranger, 1n] });
      return encodeFunctionData({ abi: execute, args: [tokenIn, 0n, inner] });
    };
    const { values } = approving(0n, 1n);
    expect(await findCodes({ values, operation: { callData: call("approve") } })).toEqual(approval);
    expect(await findCodes({ values, operation: { callData: call("transfer") } })).toEqual([]);
    const toTarget = encodeFunctionData({ abi: execute, args: [stranger, 0n, "0x"] });
    expect(await findCodes({ values, operation: { callData: toTarget } })).toEqual(approval);
  });
});

describe("an approval of an NFT", () => {
  const log = createEvent("Approval(address,address,uint256)", 3, [wallet, paymaster, 7n]);
  const approved = keyOf(otherToken, "0x081812fc", 7n);
  const ownerOf = keyOf(otherToken, "0x6352211e", 7n);

  test("is for the account that the contract names, not the event", async () => {
    const values = { [approved]: [0n, BigInt(stranger)] as const };
    const codesWith = (approvals: readonly Hex[]) =>
      findCodes({
        chain: { logs: [log] },
        values,
        expected: { approvals, approvable: [otherToken] },
      });
    expect(await codesWith([stranger])).toEqual([]);
    expect(await codesWith([paymaster])).toEqual(approval);
    const { problems } = await simulate({ chain: { logs: [log] }, values });
    expect(problems[0]?.received).toContain(`${stranger} may spend one of ${otherToken} number 7`);
  });

  test("replaces that of any other account, whichever address is the higher number", async () => {
    const [a, b] = [BigInt(paymaster), BigInt(stranger)];
    expect(await codesOf(log, { [approved]: [a, b] })).toEqual(approval);
    expect(await codesOf(log, { [approved]: [b, a] })).toEqual(approval);
    expect(await codesOf(log, { [approved]: [a, a] })).toEqual([]);
    expect(await codesOf(log, { [approved]: [a, 0n] })).toEqual([]);
  });

  test("is shown for review if it cannot be read, unless the NFT is burned", async () => {
    const held = { [ownerOf]: [BigInt(wallet), BigInt(wallet)] as const };
    expect(await codesOf(log, held)).toEqual(change);
    expect(await codesOf(log)).toEqual([]);
    const burned = { [ownerOf]: [BigInt(stranger), undefined] as const };
    expect(await codesOf(log, { ...burned, [approved]: [0n, undefined] })).toEqual([]);
  });
});

describe.each([
  "Approval(address,address,address,uint160,uint48)",
  "Permit(address,address,address,uint160,uint48,uint48)",
])("an approval of Permit2 by %s", (signature) => {
  const log = createEvent(signature, 3, [wallet, tokenIn, stranger, 5n, 9n, 0n]);
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

  test("is for the token whose approval it stores", async () => {
    const given = {
      chain: { logs: [log] },
      values: { [key]: [permit(0n, 0n), permit(2_000_000n, 9n)] as const },
    };
    const { approvals } = await simulate(given);
    expect(approvals).toMatchObject([{ token: tokenIn, spender: stranger, amount: "2" }]);
    expect(await findCodes({ ...given, expected: { approvals: [stranger] } })).toEqual([]);
  });
});
