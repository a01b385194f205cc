import fc from "fast-check";
import { concat, encodeFunctionData, getContractAddress, type Hex, parseAbi, toHex } from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import { expect, test } from "vitest";
import {
  getMaxGasCost,
  planExecution,
  type UserOperation,
} from "../../../src/signing/simulation/user-operation.js";
import { createFakeNode, createNormalData, stranger, wallet } from "./fake-node.js";
import { findCodes } from "./find-codes.js";

const abi = parseAbi([
  "struct Operation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }",
  "function executeUserOp(Operation operation, bytes32 hash)",
]);
const delegate: Hex = "0xd6cedde84be40893d153be9d467cd6ad37875b28";
const code: Hex = `0xef0100${delegate.slice(2)}`;
const factory: Hex = "0x5fac000000000000000000000000000000000001";

const hex = (constraints: fc.IntArrayConstraints) =>
  fc
    .uint8Array(constraints)
    .map(
      (bytes): Hex =>
        `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
    );
const word = hex({ minLength: 32, maxLength: 32 });
const address = hex({ minLength: 20, maxLength: 20 });
const bytes = hex({ maxLength: 100 });
const entryPoint = entryPoint08Address.toLowerCase();
const gasLimits = (verification: bigint, call: bigint) =>
  concat([toHex(verification, { size: 16 }), toHex(call, { size: 16 })]);
const integer = fc.bigInt(0n, 2n ** 256n - 1n);

const createOperation = (changes: Partial<UserOperation> = {}): UserOperation => ({
  sender: wallet,
  nonce: 0n,
  initCode: "0x",
  callData: "0x34fcd5be",
  accountGasLimits: gasLimits(2n, 3n),
  preVerificationGas: 5n,
  gasFees: `0x${"0".repeat(31)}1${"0".repeat(31)}7`,
  paymasterAndData: "0x",
  entryPoint: entryPoint08Address.toLowerCase() as Hex,
  hash: `0x${"ab".repeat(32)}`,
  paymaster: undefined,
  ...changes,
});

test("passes the whole operation to a wallet that asks for it, encoded as by viem", () => {
  const operation = fc.record({
    sender: address,
    nonce: integer,
    initCode: fc.constant<Hex>("0x"),
    callData: bytes.map((data): Hex => `0x8dd7712f${data.slice(2)}`),
    accountGasLimits: fc.constant(gasLimits(2n, 3n)),
    preVerificationGas: integer,
    gasFees: word,
    paymasterAndData: bytes,
    hash: word,
  });
  fc.assert(
    fc.property(operation, (fields) => {
      const { calls } = planExecution(createOperation(fields), code, undefined);
      const args = [{ ...fields, signature: "0x" }, fields.hash] as const;
      const data = encodeFunctionData({ abi, functionName: "executeUserOp", args });
      expect(calls).toMatchObject([{ from: entryPoint, to: fields.sender, data }]);
      expect(calls).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

test("sums the gas of an operation that pays for itself", () => {
  expect(getMaxGasCost(createOperation())).toBe((2n + 3n + 5n) * 7n);
  expect(getMaxGasCost(createOperation({ paymaster: stranger }))).toBe(0n);
});

test("makes the calls of the EntryPoint: deployment or initialisation, then the operation", () => {
  const created = getContractAddress({ from: entryPoint08Address, nonce: 1n });
  const from = created.toLowerCase();
  const call = { from: entryPoint, to: wallet, data: "0x34fcd5be" };
  const list = (changes: Partial<UserOperation>, current?: Hex, authorized?: Hex) => {
    const { calls, walletCode } = planExecution(createOperation(changes), current, authorized);
    return { calls: calls.map(({ gas, ...others }) => others), walletCode };
  };
  const deployed = { initCode: `${factory}1234` as Hex };
  const initialised = { initCode: `${delegate}1234` as Hex };
  expect(list({}, code)).toEqual({ calls: [call], walletCode: undefined });
  expect(list({ callData: "0x" }, code).calls).toEqual([]);
  expect(list({}, undefined, delegate)).toEqual({ calls: [call], walletCode: code });
  expect(list(deployed).calls).toEqual([{ from, to: factory, data: "0x1234" }, call]);
  expect(list(deployed, code).calls).toEqual([call]);
  expect(list({ initCode: delegate }, code).calls).toEqual([call]);
  const initialisation = { from, to: wallet, data: "0x1234" };
  expect(list(initialised, code).calls).toEqual([initialisation, call]);
  expect(list(initialised, undefined, delegate).calls).toEqual([initialisation, call]);
  expect(() => list({})).toThrow("a wallet with code, or its deployment");
  expect(() => list({ initCode: "0x7702" })).toThrow("a wallet with code");
});

test("gives each call the gas that the operation states, and the transaction its own gas", () => {
  const gasOf = (changes: Partial<UserOperation>, current?: Hex) =>
    planExecution(createOperation(changes), current, undefined).calls.map(({ gas }) => gas);
  const accountGasLimits = gasLimits(700_000n, 500_000n);
  // 21,000, and 16 for each byte that is not zero, 4 for each other.
  expect(gasOf({ accountGasLimits, callData: "0x34fc00be" }, code)).toEqual([521_052n]);
  const initCode: Hex = `${factory}1234`;
  expect(gasOf({ accountGasLimits, initCode })).toEqual([721_032n, 521_064n]);
  // The least that a transaction with this data needs.
  const callData: Hex = `0x${"11".repeat(100)}`;
  expect(gasOf({ accountGasLimits: gasLimits(0n, 1n), callData }, code)).toEqual([25_000n]);
});

test("rejects more gas than nodes run", () => {
  const list = (call: bigint) =>
    planExecution(createOperation({ accountGasLimits: gasLimits(1n, call) }), code, undefined);
  expect(list(30_000_000n).calls).toHaveLength(1);
  expect(() => list(30_000_001n)).toThrow("at most 30000000 gas");
});

test("names the call that comes before the operation", () => {
  const setupOf = (initCode: Hex, current?: Hex, authorized?: Hex) =>
    planExecution(createOperation({ initCode }), current, authorized).setup;
  expect(setupOf(`${factory}1234`)).toBe("deployment");
  expect(setupOf(`${delegate}1234`, code)).toBe("initialisation");
  expect(setupOf(`${delegate}1234`, undefined, delegate)).toBe("initialisation");
  expect(setupOf(`${factory}1234`, code)).toBeUndefined();
  expect(setupOf("0x", code)).toBeUndefined();
});

test("simulates a deployment whose bytes and addresses have upper-case digits", async () => {
  const initCode = `0x${"ABCDEF".repeat(6)}ABCD1234`;
  const typedData = createNormalData({ factory, factoryData: "0x1234" });
  const toUpper = (value: unknown) => String(value).toUpperCase().replace("X", "x");
  typedData.domain.verifyingContract = toUpper(typedData.domain.verifyingContract);
  Object.assign(typedData.message, { initCode });
  for (const name of ["callData", "sender", "paymasterAndData"])
    Object.assign(typedData.message, { [name]: toUpper(typedData.message[name]) });
  const { client, requests } = createFakeNode({ code: "0x" });
  const given = { typedData, walletAddress: toUpper(wallet) as Hex };
  expect(await findCodes({ client, given })).toEqual([]);
  expect(JSON.stringify(requests)).toContain(`"to":"${initCode.slice(0, 42).toLowerCase()}"`);
});
