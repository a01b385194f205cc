import { createPublicClient, custom, type Hex, toHex } from "viem";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AbortedError } from "../../../src/errors/connection.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import { signQuote, simulateQuote } from "../../../src/signing/index.js";
import { createOrderTypedData, getRejection } from "../test-signers.js";
import {
  balance,
  createBlock,
  createFakeNode,
  createLog,
  createQuote,
  createTypedData,
  decimals,
  type FakeChain,
  honestValues,
  otherToken,
  owner,
  request,
  type SimulatedBlock,
  type SimulatedCall,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { findCodes, simulate } from "./find-codes.js";

type Code = "not_simulated" | "call_data_missing" | "simulated_revert" | "simulated_unmeasured";

/** Simulates and expects exactly one problem: that it was not possible. */
async function getReason(
  code: Code,
  quote = createQuote(),
  { client } = createFakeNode(),
  options = {},
): Promise<string> {
  const result = await simulateQuote(quote, client, { expect: request, ...options });
  expect(result.isSimulated).toBe(false);
  const severity = code === "simulated_unmeasured" ? "fatal" : "review";
  expect(result.problems).toMatchObject([{ code, severity }]);
  expect(result.changes).toEqual([]);
  const message = result.problems[0]?.message ?? "";
  expect(result.text).toBe("");
  return message;
}

const getReasonOn = (code: Code, chain: FakeChain) =>
  getReason(code, createQuote(), createFakeNode(chain));

test("reports that a quote without typed data is not simulated, without a request", async () => {
  const { client, requests } = createFakeNode();
  for (const typedData of [null, undefined, {} as never]) {
    const message = await getReason("call_data_missing", createQuote({ typedData }), {
      client,
      requests,
    });
    expect(message).toBe("typedData: expected the operation as typed data, got none");
  }
  const order = createOrderTypedData({ value: "uint8" }, { value: 1 });
  expect(
    await getReason("call_data_missing", createQuote({ typedData: order }), { client, requests }),
  ).toContain("got other typed data");
  expect(requests).toEqual([]);
});

test("reports a node without the method", async () => {
  const respond = () => {
    throw Object.assign(new Error("no"), { code: -32601, message: "Method not found" });
  };
  expect(await getReasonOn("not_simulated", { respond })).toContain(
    '"eth_simulateV1" does not exist',
  );
});

test("reports an error of the node without the key in its URL", async () => {
  const secret = "5ecret5ecret5ecret5ecret";
  const respond = () => {
    throw new Error(`HTTP request failed.\nURL: https://node.example/v2/${secret}\u202e`);
  };
  const message = await getReasonOn("not_simulated", { respond });
  expect(message).toContain("simulate: expected a simulation, got ");
  expect(message).not.toContain(secret);
  expect(message).not.toContain("\u202e");
});

test("reports a client of another chain", async () => {
  expect(await getReasonOn("not_simulated", { chainId: 1 })).toBe(
    "simulate: expected a client of chain 137, got chain 1",
  );
});

test("reports a wallet without code and without a deployment", async () => {
  expect(await getReasonOn("simulated_revert", { code: "0x" })).toBe(
    "walletAddress: expected a wallet with code, or its deployment, got no code",
  );
});

test("reports an operation that reverts, with the reason", async () => {
  const reason = "08c379a0".concat(
    toHex(32n, { size: 32 }).slice(2),
    toHex(4n, { size: 32 }).slice(2),
    "4e6f7065".padEnd(64, "0"),
  );
  const operation = { status: "0x0", returnData: `0x${reason}`, error: { code: 3, message: "no" } };
  const message = await getReasonOn("simulated_revert", { operation });
  expect(message).toContain("expected an operation that succeeds, got a revert: ");
  expect(message).toContain("Nope");
  const silent = { status: "0x0", returnData: "0x", error: { code: 3, message: "no" } };
  expect(await getReasonOn("simulated_revert", { operation: silent })).toContain("got a revert");
});

test("reports a response that is not the result of the request", async () => {
  for (const response of [null, {}, [], [createBlock([])], [1, 2, 3], "0x"])
    expect(await getReasonOn("not_simulated", { respond: () => response })).toContain(
      "simulate: expected ",
    );
});

describe("a token of the request without decimals", () => {
  const expected = (token: Hex) => `expected decimals() of ${token}, got no such function`;

  test("is not measured if it has none, or too many", async () => {
    for (const token of [tokenIn, tokenOut])
      for (const value of ["0x", 256n] as const) {
        const values = { [decimals(token)]: [value, value] as const };
        const { problems, isSimulated } = await simulate({ values });
        expect(isSimulated).toBe(true);
        const [problem] = problems.filter(({ code }) => code === "simulated_unmeasured");
        expect(problem).toMatchObject({ severity: "fatal" });
        expect(problem?.message).toContain(expected(token));
      }
  });

  test("does not hide what the wallet loses of others", async () => {
    const values = {
      [decimals(tokenOut)]: ["0x", "0x"] as const,
      [balance(tokenIn)]: [500_000_000n, 0n] as const,
    };
    const codes = ["simulated_unmeasured", "simulated_loss"];
    expect(await findCodes({ values })).toEqual(codes);
    const gas = { payGasFeeToken: otherToken };
    const estimatedGasFees = { maxGasFeeToken: "1" } as never;
    const { problems } = await simulate({ expect: gas, quote: { estimatedGasFees } });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(expected(otherToken)),
    ]);
  });

  test("is not signed by accepting a node without the method", async () => {
    const values = { ...honestValues, [decimals(tokenOut)]: ["0x", "0x"] as const };
    const options = { expect: request, owner: owner.address, accept: ["not_simulated"] } as const;
    const simulated = { ...options, simulate: createFakeNode({ values }).client };
    const error = await getRejection(signQuote(createQuote(), owner, simulated));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.problems).toMatchObject([{ code: "simulated_unmeasured" }]);
  });
});

test("reports events that name other contracts in each run", async () => {
  let run = 0;
  const chain: FakeChain = {
    get logs() {
      const token: Hex = `0x${String(++run).padStart(40, "f")}`;
      return [createLog(token, "transfer", wallet, stranger)];
    },
  };
  expect(await getReasonOn("simulated_unmeasured", chain)).toContain(
    "the same events in each simulation",
  );
  expect(run).toBe(3);
});

test("reports more contracts than can be measured", async () => {
  const logs = Array.from({ length: 350 }, (_, i) =>
    createLog(`0x${String(i).padStart(40, "f")}`, "transfer", wallet, stranger),
  );
  expect(await getReasonOn("simulated_unmeasured", { logs })).toContain(
    "expected at most 300 values",
  );
});

test("reports an operation that makes a node fail, if the node runs another call", async () => {
  const success = { status: "0x1", gasUsed: "0x1", returnData: "0x", logs: [] };
  const respond = (round: number) => {
    if (round === 1) throw new Error("execution timeout");
    return [createBlock([success])];
  };
  const message = await getReasonOn("simulated_revert", { respond });
  expect(message).toContain("simulate: expected a simulation, got ");
});

test("reports a gas limit that no node runs, without a request to run it", async () => {
  const { client, requests } = createFakeNode();
  const quote = createQuote({}, { callGasLimit: 30_000_001n });
  const message = await getReason("simulated_unmeasured", quote, { client, requests });
  expect(message).toContain("expected a call with at most 30000000 gas, got 30000001");
  expect(requests.map(({ method }) => method)).not.toContain("eth_simulateV1");
});

test("reports a token sold whose balance cannot be read", async () => {
  const { [balance(tokenIn)]: _, ...values } = honestValues;
  expect(await getReasonOn("simulated_unmeasured", { values })).toBe(
    `simulate: expected balanceOf() of ${tokenIn}, got no result`,
  );
});

test("simulates a swap whose fees name tokens that cannot be read", async () => {
  const { client } = createFakeNode();
  const fee = { amount: "1", toAddress: stranger, type: "X", percentage: "1" };
  const fees = [stranger, "0x12", "", 7].map((token) => ({ ...fee, token: token as never }));
  const { problems } = await simulateQuote(createQuote({ fees }), client, { expect: request });
  expect(problems).toEqual([]);
});

test("reads native balances at another address in each run, with a gas limit", async () => {
  const { client, requests } = createFakeNode();
  for (let run = 0; run < 2; run++) await simulateQuote(createQuote(), client, { expect: request });
  const blocks = requests
    .filter(({ method }) => method === "eth_simulateV1")
    .map(({ params }) => (params as [{ blockStateCalls: SimulatedBlock[] }])[0].blockStateCalls);
  const readers = blocks.map(([before]) => Object.keys(before?.stateOverrides ?? {})[0]);
  expect(new Set(readers).size).toBe(2);
  const [before, during] = blocks[0] ?? [];
  expect(before?.calls.every(({ gas }) => Number(gas) === 500_000)).toBe(true);
  // 100,000 of the operation, and the transaction's own.
  expect(during?.calls.map(({ gas }) => Number(gas))).toEqual([100_000 + 21_000 + 4 * 16]);
});

test("rejects if the caller aborts, before or during the simulation", async () => {
  const client = createPublicClient({
    transport: custom({ request: () => new Promise(() => {}) } as never),
  });
  const controller = new AbortController();
  const { signal } = controller;
  const running = getRejection(simulateQuote(createQuote(), client, { expect: request, signal }));
  controller.abort("enough");
  for (const error of [
    await running,
    await getRejection(simulateQuote(createQuote(), client, { expect: request, signal })),
  ]) {
    expect(error).toBeInstanceOf(AbortedError);
    expect(error.reason).toBe("enough");
  }
});

test("leaves no timer, and no listener on the caller's signal", async () => {
  const { client } = createFakeNode();
  const { signal } = new AbortController();
  const timeout = 12_345;
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  const clearTimer = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => {
    setTimer.mockRestore();
    clearTimer.mockRestore();
  });
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  await simulateQuote(createQuote(), client, { expect: request, signal, timeout });
  const place = setTimer.mock.calls.findIndex(([, delay]) => delay === timeout);
  expect(place).not.toBe(-1);
  expect(clearTimer).toHaveBeenCalledWith(setTimer.mock.results[place]?.value);
  const listeners = added.mock.calls.map(([type, listener]) => [type, listener]);
  expect(listeners).toHaveLength(1);
  expect(removed.mock.calls).toEqual(listeners);
});

test("rejects typed data of another hash, wallet or chain without a request", async () => {
  const { client, requests } = createFakeNode();
  const otherData = createTypedData({ callData: "0x12345678" });
  for (const [quote, expected, path] of [
    [createQuote({ typedData: otherData }), request, "userOperationHash"],
    [createQuote(), { ...request, walletAddress: stranger }, "typedData.message.sender"],
    [createQuote(), { ...request, chainIdIn: 1, chainIdOut: 1 } as const, "domain.chainId"],
  ] as const) {
    const error = await getRejection(simulateQuote(quote, client, { expect: expected }));
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.message).toContain(path);
  }
  expect(requests).toEqual([]);
});

test("rejects options and clients that are invalid", async () => {
  const { client } = createFakeNode();
  const getError = (node: unknown, options: unknown) =>
    getRejection(simulateQuote(createQuote(), node as never, options as never));
  const typo = await getError(client, { expect: request, approval: [] });
  expect(typo).toBeInstanceOf(ConfigurationError);
  expect(`${typo.message} ${typo.hint}`).toContain("approvals");
  for (const node of [undefined, null, {}, "https://node.example"])
    expect(await getError(node, { expect: request })).toBeInstanceOf(ConfigurationError);
  for (const timeout of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "1"])
    expect(await getError(client, { expect: request, timeout })).toBeInstanceOf(ConfigurationError);
  const unstated = await getError(client, {});
  expect(unstated).toBeInstanceOf(UnsafeToSignError);
  expect(unstated.problems).toMatchObject([{ code: "request", path: "expect" }]);
  expect(await getError(client, { expect: request, approvals: [1] })).toBeInstanceOf(
    UnsafeToSignError,
  );
});

test("runs the EntryPoint's call with tracing, between two reads of the same values", async () => {
  const { client, requests } = createFakeNode();
  const { problems } = await simulateQuote(createQuote(), client, { expect: request });
  expect(problems).toEqual([]);
  const [simulated] = requests.filter(({ method }) => method === "eth_simulateV1");
  const [parameters, block] = (simulated?.params ?? []) as unknown as [
    { blockStateCalls: { calls: SimulatedCall[] }[]; traceTransfers: boolean; validation: unknown },
    string,
  ];
  const { blockStateCalls, traceTransfers, validation } = parameters;
  expect(traceTransfers).toBe(true);
  expect(validation).not.toBe(true);
  expect(block).toBe("latest");
  const [before, during, after] = blockStateCalls.map(({ calls }) => calls);
  expect(during).toMatchObject([{ to: wallet, data: "0x34fcd5be" }]);
  expect(during?.[0]?.from?.toLowerCase()).toBe("0x4337084d9e255ff0702461cf8895ce9e3b5ff108");
  expect(after).toEqual(before);
  const keys = before?.map(({ to, data }) => `${to} ${data}`);
  expect(keys).toEqual(expect.arrayContaining([balance(tokenIn), balance(tokenOut)]));
});
