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
import { describe, expect, test } from "vitest";
import { decodeCalls, type OperationCall } from "../../../src/signing/calls/list-calls.js";
import { chooseSeed } from "../../support/random-runs.js";

const first: OperationCall = {
  to: "0xaaaa000000000000000000000000000000000001",
  value: 5n,
  data: "0xa9059cbb",
};
const second: OperationCall = {
  to: "0xbbbb000000000000000000000000000000000002",
  value: 0n,
  data: "0x",
};
const calls = [first, second];
const to = calls.map((call) => call.to);
const values = calls.map((call) => call.value);
const data = calls.map((call) => call.data);
const batch = parseAbiParameters("(address to, uint256 value, bytes data)[]");

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
const encode = (name: keyof typeof abis, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: abis[name] as Abi, args });
const encodeMode = (mode: string, inner: Hex) =>
  encode("executeMode", `0x${mode.padEnd(64, "0")}`, inner);
const pack = (call: OperationCall) => concat([call.to, toHex(call.value, { size: 32 }), call.data]);

const single: [string, Hex][] = [
  ["execute", encode("execute", first.to, first.value, first.data)],
  ["execute of Kernel v2", encode("executeOperation", first.to, first.value, first.data, 0)],
  ["one call of ERC-7579", encodeMode("00", pack(first))],
  ["one call of ERC-7579 that may fail", encodeMode("0001", pack(first))],
];
const several: [string, Hex][] = [
  ["executeBatch with values", encode("batchValues", to, values, data)],
  ["executeBatch with calls", encode("batchCalls", calls)],
  ["a batch of ERC-7579", encodeMode("01", encodeAbiParameters(batch, [calls]))],
  ["a batch of ERC-7579 that may fail", encodeMode("0101", encodeAbiParameters(batch, [calls]))],
];
const withPrefix = (callData: Hex) => concat(["0x8dd7712f", callData]);

describe("the calls of a wallet are listed from", () => {
  test.each(single)("%s", (_, callData) => {
    for (const encoded of [callData, withPrefix(callData), callData.toUpperCase()])
      expect(decodeCalls(encoded.replace("0X", "0x") as Hex)).toEqual([first]);
  });

  test.each(several)("%s", (_, callData) => {
    expect(decodeCalls(callData)).toEqual(calls);
    expect(decodeCalls(withPrefix(callData))).toEqual(calls);
  });

  test("executeBatch without values", () => {
    expect(decodeCalls(encode("batch", to, data))).toEqual(
      calls.map((call) => ({ ...call, value: 0n })),
    );
  });

  test("no call data, and empty batches", () => {
    expect(decodeCalls("0x")).toEqual([]);
    expect(decodeCalls(encode("batchCalls", []))).toEqual([]);
    expect(decodeCalls(encode("batch", [], []))).toEqual([]);
  });
});

describe("the calls of a wallet cannot be read from", () => {
  test.each<[string, Hex]>([
    ["an unknown function", "0x12345678"],
    ["a part of a selector", "0xb61d27"],
    ["a selector alone", "0xb61d27f6"],
    ["the name of an object's method", ("0x" + "constructor") as Hex],
    ["the prefix of executeUserOp alone", "0x8dd7712f"],
    ["two of these prefixes", withPrefix(withPrefix(single[0]?.[1] as Hex))],
    ["a delegate call of Kernel v2", encode("executeOperation", first.to, 0n, "0x", 1)],
    ["a delegate call of ERC-7579", encodeMode("ff", pack(first))],
    ["a static call of ERC-7579", encodeMode("fe", pack(first))],
    ["an unknown mode of ERC-7579", encodeMode("0002", pack(first))],
    ["a mode of ERC-7579 with a selector", encodeMode("01000000000078210001", pack(first))],
    ["a packed call that is too short", encodeMode("00", `0x${"00".repeat(51)}`)],
    ["lists of unequal length", encode("batch", to, data.slice(1))],
    ["a list of values of another length", encode("batchValues", to, [], data)],
    ["bytes after the arguments", concat([single[0]?.[1] as Hex, "0x00"])],
    ["a word after the arguments", concat([single[0]?.[1] as Hex, toHex(0n, { size: 32 })])],
    ["an odd number of digits", `${single[0]?.[1]}0` as Hex],
    ["other digits", `${single[0]?.[1].slice(0, -2)}zz` as Hex],
  ])("%s", (_, callData) => {
    expect(decodeCalls(callData)).toBeUndefined();
  });

  test("an address with more than 20 bytes", () => {
    const callData = single[0]?.[1] as Hex;
    expect(decodeCalls(`${callData.slice(0, 10)}1${callData.slice(11)}` as Hex)).toBeUndefined();
  });
});

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
  return encoders.some((encodeAs) => {
    try {
      return encodeAs(listed, plain) === plain;
    } catch {
      return false;
    }
  });
}

test("every changed byte is either rejected or part of the calls", () => {
  const all = [...single, ...several, ["", encode("batch", to, data)] as const];
  let accepted = 0;
  for (const [, callData] of all)
    for (let at = 2; at < callData.length; at += 2)
      for (const change of [1, 0x80]) {
        const byte = Number.parseInt(callData.slice(at, at + 2), 16) ^ change;
        const changed = `${callData.slice(0, at)}${byte.toString(16).padStart(2, "0")}${callData.slice(at + 2)}`;
        const listed = decodeCalls(changed as Hex);
        if (!listed) continue;
        expect(encodesTo(listed, changed as Hex), changed).toBe(true);
        accepted++;
      }
  expect(accepted).toBeGreaterThan(0);
});

test("random calls are listed as they were encoded", () => {
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
    { seed: chooseSeed() },
  );
});
