import { concat, type Hex, toHex } from "viem";
import { describe, expect, test } from "vitest";
import { decodeCalls } from "../../../src/signing/calls/list-calls.js";
import {
  calls,
  changeBytes,
  data,
  encode,
  encodeMode,
  first,
  listRandomCalls,
  pack,
  several,
  single,
  to,
  withPrefix,
} from "./encoded-calls.js";

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

// Five is no divisor of the length of a word, so each place in a word is changed somewhere.
test("every changed byte is either rejected or part of the calls", () => {
  expect(changeBytes(5)).toBeGreaterThan(0);
});

test("random calls are listed as they were encoded", () => listRandomCalls(25));
