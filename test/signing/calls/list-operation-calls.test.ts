import { encodeFunctionData, parseAbi } from "viem";
import { expect, test } from "vitest";
import { listCalls } from "../../../src/signing/index.js";

const target = "0x7ceb23fd6bc0add59e62ac25578270cff1b9f619";
const abi = parseAbi([
  "function execute(address to, uint256 value, bytes data)",
  "function executeBatch((address to, uint256 value, bytes data)[] calls)",
]);
const one = encodeFunctionData({ abi, functionName: "execute", args: [target, 5n, "0xd0e30db0"] });
const call = { to: target, value: 5n, data: "0xd0e30db0" };

test("lists the calls of an operation by its typed data, or by its call data", () => {
  const calls = [1, 2].map(() => ({ to: target, value: 5n, data: "0xd0e30db0" }) as const);
  const batch = encodeFunctionData({ abi, functionName: "executeBatch", args: [calls] });
  expect(listCalls({ typedData: { message: { callData: one } } })).toEqual([call]);
  expect(listCalls({ callData: one.toUpperCase().replace("0X", "0x") })).toEqual([call]);
  expect(listCalls({ callData: batch })).toEqual([call, call]);
});

test("returns undefined if the calls are unknown, and no error", () => {
  const operations = [undefined, null, {}, { typedData: null }, { callData: "0x12" }];
  for (const operation of [...operations, { callData: "0x1" }, { callData: one.slice(0, 80) }])
    expect(listCalls(operation)).toBeUndefined();
});
