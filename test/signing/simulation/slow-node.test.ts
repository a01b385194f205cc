import { createPublicClient, custom, toHex } from "viem";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBlock, type SimulatedBlock, wallet } from "./fake-node.js";
import { simulate } from "./find-codes.js";

const success = { status: "0x1", gasUsed: "0x1", returnData: "0x", logs: [] };
const never = new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => void vi.useRealTimers());

/** A node whose methods hang or respond. Records the number of blocks of each simulation. */
function createSlowNode({ code = "0x01" as unknown, probe = never as unknown } = {}) {
  const simulations: number[] = [];
  const { promise: reached, resolve: reach } = createSignal();
  const { promise: simulated, resolve: simulate } = createSignal();
  const respond = async ({ method, params }: { method: string; params: unknown }) => {
    if (method === "eth_chainId") return toHex(137);
    if (method === "eth_getCode") {
      reach();
      return code;
    }
    const [{ blockStateCalls }] = params as [{ blockStateCalls: SimulatedBlock[] }];
    simulations.push(blockStateCalls.length);
    simulate();
    const isOperation = blockStateCalls.some(({ calls }) => calls.some(({ to }) => to === wallet));
    return isOperation ? never : probe;
  };
  const transport = custom({ request: respond } as never, { retryCount: 0 });
  return { client: createPublicClient({ transport }), simulations, reached, simulated };
}

function createSignal() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const timeout = 8_000;
const timeToProbe = timeout * 0.75;

/** Simulates until the time limit. `started` resolves when the node has a certain request. */
async function getProblem(
  { client, simulations }: ReturnType<typeof createSlowNode>,
  started: Promise<void>,
) {
  let isSettled = false;
  const running = simulate({ client, settings: { timeout } });
  const settle = () => {
    isSettled = true;
  };
  running.then(settle, settle);
  await started;
  const before = simulations.length;
  await vi.advanceTimersByTimeAsync(timeToProbe - 1);
  expect(simulations).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(timeout - timeToProbe);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const result = await running;
  expect(vi.getTimerCount()).toBe(0);
  expect(result).toMatchObject({ isSimulated: false, changes: [], text: "" });
  expect(result.problems).toHaveLength(1);
  return result.problems[0];
}

test("reports an operation that a node does not finish, although it runs another call", async () => {
  const node = createSlowNode({ probe: [createBlock([success])] });
  const problem = await getProblem(node, node.simulated);
  expect(problem).toMatchObject({ code: "simulated_revert", severity: "review" });
  expect(problem?.message).toBe(
    `simulate: expected a simulation within ${timeout} ms, got "no result, but one of another call"`,
  );
  expect(node.simulations).toEqual([3, 1]);
});

test("reports a node that does not respond in time, to any call", async () => {
  const failed = Promise.reject(new Error("busy"));
  failed.catch(() => {});
  for (const probe of [never, failed, [], null]) {
    const node = createSlowNode({ probe });
    const problem = await getProblem(node, node.simulated);
    expect(problem?.code).toBe("not_simulated");
    expect(problem?.message).toBe(
      `simulate: expected a simulation within ${timeout} ms, got "no result"`,
    );
    expect(node.simulations).toEqual([3, 1]);
  }
});

test("reports a node that does not respond before it gets the operation", async () => {
  const node = createSlowNode({ code: never });
  expect((await getProblem(node, node.reached))?.code).toBe("not_simulated");
  expect(node.simulations).toEqual([]);
});

test("makes no further call after the end if the operation is sent late", async () => {
  const { promise: code, resolve: sendCode } = createSignal();
  const node = createSlowNode({ code: code.then(() => "0x01") });
  expect((await getProblem(node, node.reached))?.code).toBe("not_simulated");
  sendCode();
  await node.simulated;
  await vi.advanceTimersByTimeAsync(2 * timeout);
  expect(node.simulations).toEqual([3]);
});
