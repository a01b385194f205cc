import fc from "fast-check";
import {
  type Abi,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from "viem";
import { expect } from "vitest";
import { decodeCalls, type OperationCall } from "../../../src/signing/calls/list-calls.js";
import { chooseSeed } from "../../support/random-runs.js";

export const first: OperationCall = {
  to: "0xaaaa000000000000000000000000000000000001",
  value: 5n,
  data: "0xa9059cbb",
};
export const second: OperationCall = {
  to: "0xbbbb000000000000000000000000000000000002",
  value: 0n,
  data: "0x",
};
export const calls = [first, second];
export const to = calls.map((call) => call.to);
export const values = calls.map((call) => call.value);
export const data = calls.map((call) => call.data);
export const batch = parseAbiParameters("(address to, uint256 value, bytes data)[]");

/** The functions of wallets, each in an ABI of its own because the names are overloaded. */
const abis = {
  execute: parseAbi(["function execute(address, uint256, bytes)"]),
  executeOperation: parseAbi(["function execute(address, uint256, bytes, uint8)"]),
  executeMode: parseAbi(["function execute(bytes32, bytes)"]),
  batch: parseAbi(["function executeBatch(address[], bytes[])"]),
  batchValues: parseAbi(["function executeBatch(address[], uint256[], bytes[])"]),
  batchCalls: parseAbi([
    "struct Call { address to; uint256 value; bytes data; }",
    "function executeBatch(Call[])",
  ]),
};
export const encode = (name: keyof typeof abis, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: abis[name] as Abi, args });
export const encodeMode = (mode: string, inner: Hex) =>
  encode("executeMode", `0x${mode.padEnd(64, "0")}`, inner);
export const pack = (call: OperationCall) =>
  concat([call.to, toHex(call.value, { size: 32 }), call.data]);

export const single: [string, Hex][] = [
  ["execute", encode("execute", first.to, first.value, first.data)],
  ["execute of Kernel v2", encode("executeOperation", first.to, first.value, first.data, 0)],
  ["one call of ERC-7579", encodeMode("00", pack(first))],
  ["one call of ERC-7579 that may fail", encodeMode("0001", pack(first))],
];
export const several: [string, Hex][] = [
  ["executeBatch with values", encode("batchValues", to, values, data)],
  ["executeBatch with calls", encode("batchCalls", calls)],
  ["a batch of ERC-7579", encodeMode("01", encodeAbiParameters(batch, [calls]))],
  ["a batch of ERC-7579 that may fail", encodeMode("0101", encodeAbiParameters(batch, [calls]))],
];
export const withPrefix = (callData: Hex) => concat(["0x8dd7712f", callData]);

/** Encodes what was listed in the same form. */
const encoders: ((listed: OperationCall[], callData: Hex) => Hex)[] = [
  ([call]) => encode("execute", call?.to, call?.value, call?.data),
  ([call]) => encode("executeOperation", call?.to, call?.value, call?.data, 0),
  ([call], callData) => encodeMode(callData.slice(10, 74), pack(call as OperationCall)),
  (listed) =>
    encode(
      "batch",
      listed.map((call) => call.to),
      listed.map((call) => call.data),
    ),
  (listed) =>
    encode(
      "batchValues",
      listed.map((call) => call.to),
      listed.map((call) => call.value),
      listed.map((call) => call.data),
    ),
  (listed) => encode("batchCalls", listed),
  (listed, callData) => encodeMode(callData.slice(10, 74), encodeAbiParameters(batch, [listed])),
];

/** Whether the calls encode to exactly this call data, in any form. */
function encodesTo(listed: OperationCall[], callData: Hex): boolean {
  const plain = callData.replace(/^0x8dd7712f/, "0x") as Hex;
  const found = [likely, ...encoders].find((encodeAs) => {
    try {
      return encodeAs(listed, plain) === plain;
    } catch {
      return false;
    }
  });
  likely = found ?? likely;
  return found !== undefined;
}
/** The form of the call data before. Encoders of other forms throw, which takes long. */
let [likely] = encoders as [(typeof encoders)[0]];

/**
 * Asserts that each changed byte is either rejected or part of the calls. Changes the selector and
 * one in `every` other bytes. Returns the number of changes that are accepted.
 */
export function changeBytes(every: number): number {
  const all = [...single, ...several, ["", encode("batch", to, data)] as const];
  let accepted = 0;
  for (const [, callData] of all)
    for (let at = 2; at < callData.length; at += at < 10 ? 2 : 2 * every)
      for (const change of [1, 0x80]) {
        const byte = Number.parseInt(callData.slice(at, at + 2), 16) ^ change;
        const changed = `${callData.slice(0, at)}${byte.toString(16).padStart(2, "0")}${callData.slice(at + 2)}`;
        const listed = decodeCalls(changed as Hex);
        if (!listed) continue;
        if (!encodesTo(listed, changed as Hex))
          throw new Error(`${changed} was listed as other calls`);
        accepted++;
      }
  return accepted;
}

/** Asserts that random calls are listed as they were encoded. */
export function listRandomCalls(numRuns: number): void {
  const bytes = (constraints: fc.IntArrayConstraints) =>
    fc.uint8Array(constraints).map((each): Hex => toHex(each));
  const call = fc.record({
    to: bytes({ minLength: 20, maxLength: 20 }),
    value: fc.bigInt(0n, 2n ** 256n - 1n),
    data: bytes({ maxLength: 100 }),
  });
  fc.assert(
    fc.property(
      fc.array(call, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (listed, hasPrefix) => {
        const addPrefix = hasPrefix ? withPrefix : (callData: Hex) => callData;
        const [one] = listed as [OperationCall];
        const targets = listed.map((each) => each.to);
        const amounts = listed.map((each) => each.value);
        const inner = listed.map((each) => each.data);
        expect(decodeCalls(addPrefix(encode("execute", one.to, one.value, one.data)))).toEqual([
          one,
        ]);
        expect(decodeCalls(addPrefix(encodeMode("00", pack(one))))).toEqual([one]);
        for (const callData of [
          encode("batchCalls", listed),
          encode("batchValues", targets, amounts, inner),
          encodeMode("01", encodeAbiParameters(batch, [listed])),
        ])
          expect(decodeCalls(addPrefix(callData))).toEqual(listed);
      },
    ),
    { numRuns, seed: chooseSeed() },
  );
}
