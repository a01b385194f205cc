import { type Hex, pad } from "viem";
import { describe, expect, test } from "vitest";
import { signOperation, simulateQuote } from "../../../src/signing/index.js";
import type { Log } from "../../../src/signing/simulation/measure/read-logs.js";
import { getRejection } from "../test-signers.js";
import {
  allowance,
  balance,
  createFakeNode,
  createLog,
  createQuote,
  decimals,
  type FakeChain,
  honestValues,
  otherToken,
  owner,
  request,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

const createAddress = (prefix: string, i: number): Hex =>
  `0x${prefix}${String(i).padStart(38, "a")}`;

describe("a batch of transfers of many tokens", () => {
  const tokens = Array.from({ length: 8 }, (_, i) => createAddress("ab", i));
  const receivers = Array.from({ length: 16 }, (_, i) => createAddress("cd", i));
  const callData: Hex = `0x34fcd5be${[...tokens, ...receivers].map((each) => pad(each).slice(2)).join("")}`;
  const { typedData, userOperationHash } = createQuote({}, { callData });
  const operation = { typedData, userOperationHash, walletAddress: wallet, chain: 137 } as const;
  const values: FakeChain["values"] = { ...honestValues, [balance(tokenIn)]: [0n, 0n] };
  for (const token of tokens) {
    values[decimals(token)] = [6n, 6n];
    values[balance(token)] = [5_000_000n, 4_000_000n];
  }
  const logs = tokens.map((token, i) => createLog(token, "transfer", wallet, receivers[i] as Hex));

  const sign = (chain: FakeChain) =>
    signOperation(operation as never, owner, {
      owner: owner.address,
      walletAddress: wallet,
      chainId: 137,
      simulate: createFakeNode({ values, logs, ...chain }).client,
      changes: { losses: tokens.map((token) => ({ token, amount: "1" })) },
    });

  test("is measured", async () => {
    expect((await sign({}))?.signature).toBeDefined();
  });

  test("gives no approval by an event, and none of its first tokens without one", async () => {
    const [first, last] = [tokens[0], tokens[7]] as [Hex, Hex];
    const spender = receivers[15] as Hex;
    for (const chain of [
      { values: { ...values, [allowance(first, spender)]: [0n, 1n] as const } },
      {
        values: { ...values, [allowance(last, spender)]: [0n, 1n] as const },
        logs: [...logs, createLog(last, "approval", wallet, spender)],
      },
    ]) {
      const { problems } = await getRejection(sign(chain));
      expect(problems).toMatchObject([{ code: "simulated_approval" }]);
    }
  });
});

test("reads the approvals of all tokens of a request, however many fees its quote has", async () => {
  const encodeAddresses = (addresses: readonly Hex[]): Hex =>
    `0x34fcd5be${addresses.map((each) => pad(each).slice(2)).join("")}`;
  const found = Array.from({ length: 32 }, (_, i) => createAddress("cd", i));
  const operation = {
    callData: encodeAddresses(found.slice(0, 24)),
    factory: otherToken,
    factoryData: encodeAddresses(found.slice(24)),
  };
  const fees = Array.from({ length: 16 }, (_, i) => {
    const token = createAddress("ef", i);
    return { token, amount: "0", toAddress: createAddress("ba", i), type: "X", percentage: "0" };
  });
  for (const type of ["X", "GAS"]) {
    const changes = { operation, quote: { fees: fees.map((fee) => ({ ...fee, type })) } };
    expect(await findCodes(changes)).toEqual([]);
    for (const token of [tokenIn, tokenOut])
      for (const spender of [found[23], found[31]] as Hex[]) {
        const values = { [allowance(token, spender)]: [0n, 1n] as const };
        expect(await findCodes({ ...changes, values })).toEqual(["simulated_approval"]);
      }
  }
});

describe("what is too large to read", () => {
  const unmeasured = ["simulated_unmeasured"];
  const log = createLog(otherToken, "transfer", stranger, stranger);

  test("is an operation with more than 2,000 events", async () => {
    const repeat = (count: number) => ({ chain: { logs: Array<Log>(count).fill(log) } });
    expect(await findCodes(repeat(2_000))).toEqual([]);
    expect(await findCodes(repeat(2_001))).toEqual(unmeasured);
    const { problems } = await simulate(repeat(2_001));
    expect(problems[0]?.message).toContain("expected at most 2000 events, got 2001");
  });

  test("is an operation whose events have more than 1 MB of data", async () => {
    const create = (bytes: number) => ({
      chain: { logs: [log, { ...log, data: `0x${"00".repeat(bytes)}` }] },
    });
    expect(await findCodes(create(1_000_000 - 32))).toEqual([]);
    expect(await findCodes(create(1_000_000 - 31))).toEqual(unmeasured);
  });

  test("is call data of more than 128 kB, without a request to run it", async () => {
    const fill = (bytes: number): Hex => `0x34fcd5be${"00".repeat(bytes - 4)}`;
    expect(await findCodes({ operation: { callData: fill(131_072) } })).toEqual([]);
    for (const operation of [
      { callData: fill(131_073) },
      { factory: otherToken, factoryData: fill(131_072) },
    ]) {
      const { client, requests } = createFakeNode();
      const quote = createQuote({}, operation);
      const { problems } = await simulateQuote(quote, client, { expect: request });
      expect(problems.map(({ code }) => code)).toEqual(unmeasured);
      expect(requests.map(({ method }) => method)).not.toContain("eth_simulateV1");
    }
  });
});

test("reports events that no node can report, so that they add no line to the text", async () => {
  const { client } = createFakeNode();
  const log = createLog(otherToken, "transfer", wallet, stranger);
  const line = "0xcc\nChange: +1000000 of gold at you";
  const simulateWith = (logs: unknown) =>
    simulateQuote(
      createQuote(),
      {
        getChainId: () => client.getChainId(),
        getCode: (parameters) => client.getCode(parameters),
        async simulateBlocks(parameters) {
          const [before, during, after] = await client.simulateBlocks(parameters);
          const calls = during?.calls.map((call) => ({ ...call, logs }));
          return [before, { ...during, calls }, after];
        },
      },
      { expect: request },
    );
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
  expect(first).toContain("(20 of 62 changes: -100 of ");
  expect(first?.match(/ of 0x/g)).toHaveLength(21);
  expect(others.filter((message) => message.includes("changes:"))).toEqual([]);
});
