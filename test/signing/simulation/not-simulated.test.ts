import { createPublicClient, custom, type Hex, toHex } from "viem";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AbortedError } from "../../../src/errors/connection.js";
import { ConfigurationError } from "../../../src/errors/data.js";
import { assertClient } from "../../../src/signing/simulation/simulate-operation.js";
import { getRejection } from "../test-signers.js";
import {
  balance,
  createBlock,
  createFakeNode,
  createLog,
  decimals,
  type FakeChain,
  honestValues,
  otherToken,
  type SimulatedBlock,
  type SimulatedCall,
  stranger,
  tokenIn,
  tokenOut,
  wallet,
} from "./fake-node.js";
import { type Changes, findCodes, honestChanges, simulate } from "./find-codes.js";

type Code = "not_simulated" | "call_data_missing" | "simulated_revert" | "simulated_unmeasured";

/** Simulates and expects exactly one problem: that it was not possible. */
async function getReason(code: Code, changes: Changes): Promise<string> {
  const { problems, ...result } = await simulate(changes);
  expect(result).toEqual({ isSimulated: false, changes: [], approvals: [], text: "" });
  const severity = code === "simulated_unmeasured" ? "fatal" : "review";
  expect(problems).toMatchObject([{ code, severity }]);
  return problems[0]?.message ?? "";
}

const getReasonOn = (code: Code, chain: FakeChain) => getReason(code, { chain });

test("reports an operation without typed data, without a request", async () => {
  const { client, requests } = createFakeNode();
  const given = { typedData: undefined };
  expect(await getReason("call_data_missing", { client, given })).toBe(
    "typedData: expected the operation as typed data, got nothing",
  );
  expect(requests).toEqual([]);
});

test("reports a second operation of which only the hash is known", async () => {
  const extraMissing = "rwaApproveUserOperation";
  const { isSimulated, problems } = await simulate({ given: { extraMissing } });
  expect(isSimulated).toBe(true);
  expect(problems).toMatchObject([{ code: "call_data_missing", path: extraMissing }]);
  const none = await simulate({ given: { extraMissing, typedData: undefined } });
  expect(none.problems.map(({ path }) => path)).toEqual(["typedData", extraMissing]);
});

test("reports a node without the method", async () => {
  const respond = () => {
    throw Object.assign(new Error("no"), { code: -32601, message: "Method not found" });
  };
  expect(await getReasonOn("not_simulated", { respond })).toContain("eth_simulateV1");
});

test("reports an error of the node without the key in its URL", async () => {
  const secret = "5ecret5ecret5ecret5ecret";
  const respond = () => {
    throw new Error(`HTTP request failed.\nURL: https://node.example/v2/${secret}\u202e`);
  };
  const message = await getReasonOn("not_simulated", { respond });
  expect(message).toContain("simulate: expected a simulation, got ");
  expect(message).not.toContain(secret);
  const { client } = createFakeNode();
  const shortMessage = `failed at https://user:pass@node.example/v2/${secret}\u202e\nand more`;
  const failing = {
    getCode: client.getCode,
    getChainId: () => Promise.reject({ shortMessage }),
    simulateBlocks: client.simulateBlocks,
  };
  const other = await getReason("not_simulated", { client: failing as never });
  expect(other).toContain("failed at https://…");
  for (const part of [secret, "pass", "\u202e", "\n"]) expect(other).not.toContain(part);
});

test("reports a client of another chain", async () => {
  expect(await getReasonOn("not_simulated", { chainId: 1 })).toBe(
    'simulate: expected a client of chain 137, got "chain 1"',
  );
});

test("reports a wallet without code and without a deployment", async () => {
  expect(await getReasonOn("simulated_revert", { code: "0x" })).toBe(
    'walletAddress: expected a wallet with code, or its deployment, got "no code"',
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
  expect(message).toContain('expected an operation that succeeds, got "a revert: ');
  expect(message).toContain("Nope");
  const silent = { status: "0x0", returnData: "0x", error: { code: 3, message: "no" } };
  expect(await getReasonOn("simulated_revert", { operation: silent })).toContain("a revert");
});

test("reports a response that is not the result of the request", async () => {
  for (const response of [null, {}, [], [createBlock([])], [1, 2, 3], "0x"])
    expect(await getReasonOn("not_simulated", { respond: () => response })).toContain(
      "simulate: expected ",
    );
});

describe("an asset of the request that cannot be read", () => {
  const unmeasured = ["simulated_unmeasured"];

  test("is reported if it has no decimals, or too many", async () => {
    for (const token of [tokenIn, tokenOut])
      for (const value of ["0x", 256n] as const) {
        const values = { [decimals(token)]: [value, value] as const };
        const { problems, isSimulated } = await simulate({ values });
        expect(isSimulated).toBe(true);
        expect(problems).toMatchObject([
          {
            code: "simulated_unmeasured",
            severity: "fatal",
            expected: `decimals() of ${token} at ${wallet}`,
          },
        ]);
      }
  });

  test("is reported if it has no balance, at the account that the request names", async () => {
    const { [balance(tokenIn)]: _, ...values } = honestValues;
    expect(await findCodes({ chain: { values } })).toEqual(unmeasured);
    const gains = [{ token: tokenOut, amount: "99", receiver: stranger }];
    const { problems } = await simulate({ expected: { gains } });
    expect(problems[0]).toMatchObject({ expected: `balanceOf() of ${tokenOut} at ${stranger}` });
    const appears = { [balance(tokenOut, stranger)]: ["0x", 99_500_000n] as const };
    expect(await findCodes({ expected: { gains }, values: appears })).toContain(
      "simulated_unmeasured",
    );
  });

  test("is reported for the gas, and for an address of another kind", async () => {
    for (const token of [otherToken, "btc" as Hex]) {
      const gas = { token, amount: "1" };
      expect(await findCodes({ expected: { gas } })).toEqual(unmeasured);
    }
  });

  test("does not hide what the wallet loses of others", async () => {
    const values = {
      [decimals(tokenOut)]: ["0x", "0x"] as const,
      [balance(tokenIn)]: [500_000_000n, 0n] as const,
    };
    expect(await findCodes({ values })).toEqual([...unmeasured, "simulated_loss"]);
  });

  test("is ignored if only the response names it, but may not be lost", async () => {
    const fee = { token: otherToken, amount: "1", isOptional: true };
    const losses = [...honestChanges.losses, fee];
    expect(await findCodes({ expected: { losses } })).toEqual([]);
    const lost = { [balance(otherToken)]: [5n, 3n] as const };
    expect(await findCodes({ expected: { losses }, values: lost })).toEqual(["simulated_loss"]);
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
  const { client } = createFakeNode(chain);
  expect(await getReason("simulated_unmeasured", { client })).toContain(
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
  const operation = { callGasLimit: 30_000_001n };
  const message = await getReason("simulated_unmeasured", { client, operation });
  expect(message).toContain("expected a call with at most 30000000 gas, got 30000001");
  expect(requests.map(({ method }) => method)).not.toContain("eth_simulateV1");
});

test("reads native balances at another address in each run, with a gas limit", async () => {
  const { client, requests } = createFakeNode();
  for (let run = 0; run < 2; run++) await simulate({ client });
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
  const settings = { signal: controller.signal };
  const running = getRejection(simulate({ client, settings }));
  controller.abort("enough");
  for (const error of [await running, await getRejection(simulate({ client, settings }))]) {
    expect(error).toBeInstanceOf(AbortedError);
    expect(error.reason).toBe("enough");
  }
});

test("leaves no timer, and no listener on the caller's signal", async () => {
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
  await simulate({ settings: { signal, timeout } });
  const place = setTimer.mock.calls.findIndex(([, delay]) => delay === timeout);
  expect(place).not.toBe(-1);
  expect(clearTimer).toHaveBeenCalledWith(setTimer.mock.results[place]?.value);
  const listeners = added.mock.calls.map(([type, listener]) => [type, listener]);
  expect(listeners).toHaveLength(1);
  expect(removed.mock.calls).toEqual(listeners);
});

test("rejects a value that is not a client", () => {
  for (const client of [undefined, null, {}, "https://node.example"])
    expect(() => assertClient("simulateQuote", client as never)).toThrow(ConfigurationError);
  expect(() => assertClient("simulateQuote", createFakeNode().client)).not.toThrow();
});

test("runs the EntryPoint's call with tracing, between two reads of the same values", async () => {
  const { client, requests } = createFakeNode();
  expect(await findCodes({ client })).toEqual([]);
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
