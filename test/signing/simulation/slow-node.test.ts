import { createPublicClient, custom, toHex } from "viem";
import { expect, test } from "vitest";
import { simulateQuote } from "../../../src/signing/index.js";
// The time limit below includes the load of this chunk.
import "../../../src/signing/simulation/check-simulation.js";
import { createBlock, createQuote, request, type SimulatedBlock, wallet } from "./fake-node.js";

const success = { status: "0x1", gasUsed: "0x1", returnData: "0x", logs: [] };
const never = new Promise<never>(() => {});

/** A node whose methods hang or respond. Records the number of blocks of each simulation. */
function createSlowNode({ code = "0x01" as unknown, probe = never as unknown } = {}) {
  const simulations: number[] = [];
  const respond = async ({ method, params }: { method: string; params: unknown }) => {
    if (method === "eth_chainId") return toHex(137);
    if (method === "eth_getCode") return code;
    const [{ blockStateCalls }] = params as [{ blockStateCalls: SimulatedBlock[] }];
    simulations.push(blockStateCalls.length);
    const isOperation = blockStateCalls.some(({ calls }) => calls.some(({ to }) => to === wallet));
    return isOperation ? never : probe;
  };
  const transport = custom({ request: respond } as never, { retryCount: 0 });
  return { client: createPublicClient({ transport }), simulations };
}

const timeout = 300;
async function getProblem(client: ReturnType<typeof createSlowNode>["client"]) {
  const start = performance.now();
  const result = await simulateQuote(createQuote(), client, { expect: request, timeout });
  expect(performance.now() - start).toBeLessThan(timeout * 5);
  expect(result).toMatchObject({ isSimulated: false, changes: [], text: "" });
  expect(result.problems).toHaveLength(1);
  return result.problems[0];
}

test("reports an operation that a node does not finish, although it runs another call", async () => {
  const { client, simulations } = createSlowNode({ probe: [createBlock([success])] });
  const problem = await getProblem(client);
  expect(problem).toMatchObject({ code: "simulated_revert", severity: "review" });
  expect(problem?.message).toBe(
    `simulate: expected a simulation within ${timeout} ms, got no result, but one of another call`,
  );
  expect(simulations).toEqual([3, 1]);
});

test("reports a node that does not respond in time, to any call", async () => {
  const failed = Promise.reject(new Error("busy"));
  failed.catch(() => {});
  const check = async (probe: unknown) => {
    const { client, simulations } = createSlowNode({ probe });
    const problem = await getProblem(client);
    expect(problem?.code).toBe("not_simulated");
    expect(problem?.message).toBe(
      `simulate: expected a simulation within ${timeout} ms, got no result`,
    );
    expect(simulations).toEqual([3, 1]);
  };
  await Promise.all([never, failed, [], null].map(check));
});

test("reports a node that does not respond before it gets the operation", async () => {
  const { client, simulations } = createSlowNode({ code: never });
  expect((await getProblem(client))?.code).toBe("not_simulated");
  expect(simulations).toEqual([]);
});

test("makes no further call after the end if the operation is sent late", async () => {
  const { client, simulations } = createSlowNode({
    code: new Promise((resolve) => setTimeout(resolve, timeout + 50, "0x01")),
  });
  expect((await getProblem(client))?.code).toBe("not_simulated");
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(simulations).toEqual([3]);
});
