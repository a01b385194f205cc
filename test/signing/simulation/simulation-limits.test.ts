import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import type { Log } from "../../../src/signing/simulation/run-simulation.js";
import {
  allowance,
  balance,
  createFakeNode,
  createLog,
  decimals,
  type FakeChain,
  honestValues,
  otherToken,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const createAddress = (prefix: string, i: number): Hex =>
  `0x${prefix}${String(i).padStart(38, "a")}`;
const batchAbi = parseAbi([
  "struct Call { address to; uint256 value; bytes data; }",
  "function executeBatch(Call[] calls)",
]);
const encodeBatch = (calls: readonly (readonly [to: Hex, data: Hex])[]): Hex =>
  encodeFunctionData({
    abi: batchAbi,
    args: [calls.map(([to, data]) => ({ to, value: 0n, data }))],
  });

describe("a batch of transfers of 60 tokens", () => {
  const tokens = Array.from({ length: 60 }, (_, i) => createAddress("ab", i));
  const receivers = tokens.map((_, i) => createAddress("cd", i));
  const transfer = (i: number) =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [receivers[i] as Hex, 1_000_000n],
    });
  const callData = encodeBatch(tokens.map((token, i) => [token, transfer(i)]));
  const values: FakeChain["values"] = {};
  for (const token of tokens) {
    values[decimals(token)] = [6n, 6n];
    values[balance(token)] = [5_000_000n, 4_000_000n];
  }
  const logs = tokens.map((token, i) => createLog(token, "transfer", wallet, receivers[i] as Hex));
  const losses = tokens.map((token) => ({ token, amount: "1" }));
  const codesOf = (chain: FakeChain, amount = losses) =>
    findCodes({
      chain: { values, logs, ...chain },
      operation: { callData },
      expected: { losses: amount, gains: [] },
      given: { owner: stranger },
    });

  test("is measured, also at the owner", async () => {
    expect(await codesOf({})).toEqual([]);
    expect(await codesOf({}, losses.slice(1))).toEqual(["simulated_loss"]);
    const [first] = tokens as [Hex];
    const taken = { ...values, [balance(first, stranger)]: [5n, 4n] as const };
    expect(await codesOf({ values: taken })).toEqual(["simulated_loss"]);
  });

  test("gives no approval by an event, or by a call without one", async () => {
    const last = tokens[59] as Hex;
    const given = { ...values, [allowance(last, stranger)]: [0n, 1n] as const };
    const byEvent = {
      values: given,
      logs: [...logs, createLog(last, "approval", wallet, stranger)],
    };
    expect(await codesOf(byEvent)).toEqual(["simulated_approval"]);
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [stranger, 1n],
    });
    const callData = encodeBatch([
      ...tokens.map((_, i) => [last, transfer(i)] as const),
      [last, approve],
    ]);
    expect(
      await findCodes({
        chain: { values: given, logs },
        operation: { callData },
        expected: { losses, gains: [] },
      }),
    ).toEqual(["simulated_approval"]);
  });
});

describe("what is too large to read", () => {
  const unmeasured = ["simulated_unmeasured"];
  const log = createLog(otherToken, "transfer", stranger, stranger);

  test("is an operation with more than 2,000 events", async () => {
    const repeat = (count: number) => ({ chain: { logs: Array<Log>(count).fill(log) } });
    expect(await findCodes(repeat(2_000))).toEqual([]);
    const { problems } = await simulate(repeat(2_001));
    expect(problems.map(({ code }) => code)).toEqual(unmeasured);
    expect(problems[0]?.message).toContain("expected at most 2000 events, got 2001");
  });

  test("is an operation whose events have more than 1 MB of data", async () => {
    const create = (bytes: number) => ({
      chain: { logs: [log, { ...log, data: `0x${"00".repeat(bytes)}` as const }] },
    });
    expect(await findCodes(create(1_000_000 - 32))).toEqual([]);
    expect(await findCodes(create(1_000_000 - 31))).toEqual(unmeasured);
  });

  test("is an operation that calls more contracts than can be measured", async () => {
    const callsOf = (count: number) =>
      encodeBatch(Array.from({ length: count }, (_, i) => [createAddress("ef", i), "0x"]));
    expect(await findCodes({ operation: { callData: callsOf(100) } })).toEqual([]);
    expect(await findCodes({ operation: { callData: callsOf(300) } })).toEqual(unmeasured);
  });

  test("is call data of more than 128 kB, without a request to run it", async () => {
    const fill = (bytes: number): Hex => `0x34fcd5be${"00".repeat(bytes - 4)}`;
    expect(await findCodes({ operation: { callData: fill(131_072) } })).toEqual([]);
    for (const operation of [
      { callData: fill(131_073) },
      { factory: otherToken, factoryData: fill(131_072) },
    ]) {
      const { client, requests } = createFakeNode();
      expect(await findCodes({ client, operation })).toEqual(unmeasured);
      expect(requests.map(({ method }) => method)).not.toContain("eth_simulateV1");
    }
  });
});

test("reports events that no node can report, so that they add no line to the text", async () => {
  const { client } = createFakeNode();
  const log = createLog(otherToken, "transfer", wallet, stranger);
  const line = "0xcc\nChange: +1000000 of gold at you";
  const simulateWith = (logs: unknown) =>
    simulate({
      client: {
        getChainId: () => client.getChainId(),
        getCode: (parameters: never) => client.getCode(parameters),
        async simulateBlocks(parameters: never) {
          const [before, during, after] = await client.simulateBlocks(parameters);
          const calls = during?.calls.map((call) => ({ ...call, logs }));
          return [before, { ...during, calls }, after];
        },
      } as never,
    });
  expect((await simulateWith([log])).problems).toEqual([]);
  for (const logs of [
    [{ ...log, address: line }],
    [{ ...log, address: undefined }],
    [{ ...log, topics: [...log.topics.slice(0, 2), line] }],
    [{ ...log, topics: "0x" }],
    [{ ...log, data: line }],
    [null],
    "logs",
  ]) {
    const { problems, text } = await simulateWith(logs);
    expect(problems.map(({ code }) => code)).toEqual(["not_simulated"]);
    expect(text).toBe("");
  }
});

test("lists at most 20 changes, in the first fatal problem", async () => {
  const tokens = Array.from({ length: 60 }, (_, i) => createAddress("ab", i));
  const lost = Object.fromEntries(tokens.map((token) => [balance(token), [2n, 1n] as const]));
  const logs = tokens.map((token) => createLog(token, "transfer", wallet, stranger));
  const { problems, changes } = await simulate({
    chain: { logs, values: { ...honestValues, ...lost } },
  });
  expect([problems.length, changes.length]).toEqual([60, 62]);
  const [first, ...others] = problems.map(({ message }) => message);
  expect(first).toContain(`(20 of 62 changes: -100 of ${tokenIn}`);
  expect(first).toContain(`+99.5 of ${tokenOut}`);
  expect(first?.match(/ of 0x/g)).toHaveLength(21);
  expect(others.filter((message) => message.includes("changes:"))).toEqual([]);
});
