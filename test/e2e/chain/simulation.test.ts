import { type Hex, maxUint256 } from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AbortedError } from "../../../src/errors/connection.js";
import { UnsafeToSignError } from "../../../src/errors/signing.js";
import {
  type SimulateQuoteOptions,
  type SimulationClient,
  signTypedData,
  simulateQuote,
} from "../../../src/signing/index.js";
import { entryPointAt } from "./entry-point.js";
import { owner } from "./evm-node.js";
import { abi, encode, nativeToken } from "./market.js";
import {
  createSwap,
  createWorld,
  ether,
  type SwapCase,
  stranger,
  swap,
  type World,
} from "./world.js";

let world: World;
let clean: Hex;

beforeAll(async () => {
  world = await createWorld();
  clean = await world.client.snapshot();
});

afterAll(() => world?.stop());

beforeEach(async () => {
  // Reverting to a snapshot deletes it.
  await world.client.revert({ id: clean });
  clean = await world.client.snapshot();
});

function simulate(
  row: SwapCase,
  more: Partial<SimulateQuoteOptions> = {},
  client: SimulationClient = world.client,
) {
  const { quote, options } = createSwap(world, row);
  return simulateQuote(quote, client, { ...options, ...more });
}

async function findCodes(...parameters: Parameters<typeof simulate>) {
  return (await simulate(...parameters)).problems.map(({ code }) => code);
}

describe("the simulation of a swap", () => {
  test("lists the changes", async () => {
    const { problems, isSimulated, changes, approvals, text } = await simulate({});
    expect(problems).toEqual([]);
    expect(approvals).toEqual([]);
    expect(isSimulated).toBe(true);
    const account = world.wallet.toLowerCase();
    expect(changes).toEqual([
      { account, token: world.usd, amount: "-100" },
      { account, token: world.coin, amount: "+100" },
    ]);
    expect(text).toContain("Simulated on: chain 31337");
    expect(text).toContain(`Change: -100 of ${world.usd} at ${account}`);
  });

  test("predicts what the EntryPoint then executes", async () => {
    const { client, coin, delegate } = world;
    const wallet = owner.address;
    await client.setCode({ address: wallet, bytecode: `0xef0100${delegate.slice(2)}` });
    const { quote, operation, options } = createSwap(world, {
      wallet,
      request: { payGasFeeToken: nativeToken },
      quote: { estimatedGasFees: { maxGasFeeToken: "0.01", gasFeeTokenAmountUSD: "1" } as never },
      operation: { paymaster: undefined },
    });
    expect((await simulateQuote(quote, client, options)).problems).toEqual([]);
    const signature = await signTypedData(quote.typedData as never, owner);
    const read = { address: coin, abi, functionName: "balanceOf", args: [wallet] } as const;
    const before = await client.readContract(read);
    const receipt = await entryPointAt(client, entryPoint08Address).send({
      ...operation,
      signature,
    });
    expect(receipt.status).toBe("success");
    expect((await client.readContract(read)) - before).toBe(ether("100"));
  });

  test("names the destination of another chain, which is not simulated", async () => {
    const { text } = await simulate({ request: { chainIdOut: 137 }, calls: swap(world, stranger) });
    expect(text).toMatch(/^Simulated on: .*what arrives on .*137.* is not simulated$/m);
  });

  test("lists all changes in the message of the first fatal problem", async () => {
    const { problems } = await simulate({ calls: swap(world, stranger) });
    expect(problems).toMatchObject([{ code: "simulated_gain", severity: "fatal" }]);
    expect(problems[0]?.message).toContain(`(all changes: -100 of ${world.usd} at `);
  });

  test.each<[string, boolean, (market: Hex) => Partial<SimulateQuoteOptions>]>([
    ["no option", false, () => ({})],
    ["contracts", true, (market) => ({ contracts: [market] })],
    ["changes", true, (market) => ({ changes: { approvals: [market] } })],
  ])(
    "lists an approval that is left and that %s names",
    async (_name, isAllowed, createOptions) => {
      const { market, usd: token, wallet } = world;
      const approve = [token, encode("approve", market, maxUint256)] as const;
      const calls = [approve, ...swap(world, wallet).slice(1)];
      const { problems, approvals, text } = await simulate({ calls }, createOptions(market));
      expect(problems.map(({ code }) => code)).toEqual(isAllowed ? [] : ["simulated_approval"]);
      expect(approvals).toEqual([{ spender: market, token, isAllowed }]);
      expect(text).toContain(`Approval: ${market} may spend all of ${token}`);
    },
  );
});

describe("the options of a simulation", () => {
  const calls = () => ({ calls: swap(world, world.wallet, "98.95") });

  test("minAmountOut is exact, the minimum of the quote has a tolerance", async () => {
    expect(await findCodes(calls())).toEqual([]);
    expect(await findCodes(calls(), { minAmountOut: "99" })).toEqual(["simulated_gain"]);
    expect(await findCodes(calls(), { minAmountOut: "98.95" })).toEqual([]);
  });

  test("owner names the account whose assets are measured", async () => {
    const pulled = encode("transferFrom", owner.address, stranger, 1n);
    const row = { calls: [...swap(world, world.wallet), [world.other, pulled] as const] };
    expect(await findCodes(row)).toEqual(["simulated_loss"]);
    expect(await findCodes(row, { owner: undefined })).toEqual([]);
  });

  test("contracts closes the calls, so that nothing is simulated", async () => {
    const error = await simulate({}, { contracts: [stranger] }).catch((reason) => reason);
    expect(error).toBeInstanceOf(UnsafeToSignError);
    expect(error.problems).toMatchObject([{ code: "other_contract" }, { code: "other_contract" }]);
  });

  test("signal aborts", async () => {
    const simulation = simulate({}, { signal: AbortSignal.abort() });
    await expect(simulation).rejects.toBeInstanceOf(AbortedError);
  });
});

describe("the gas limit of the operation", () => {
  /** Succeeds only with more than 5,000,000 gas. */
  const bytecode: Hex = "0x5a624c4b4010600e5760006000fd5b00";
  const probe: Hex = "0x9a50000000000000000000000000000000000001";

  test.each([
    [1_000_000n, ["simulated_revert"]],
    [8_000_000n, []],
    // More than nodes run.
    [30_000_001n, ["simulated_unmeasured"]],
  ])("of %s is that of the simulated call", async (callGasLimit, codes) => {
    await world.client.setCode({ address: probe, bytecode });
    const calls = [...swap(world, world.wallet), [probe, "0x"] as const];
    expect(await findCodes({ calls, operation: { callGasLimit } })).toEqual(codes);
  });
});

describe("a node", () => {
  type Override = Partial<SimulationClient>;
  const createNode = (): SimulationClient => {
    const { getChainId, getCode, simulateBlocks } = world.client;
    return { getChainId, getCode, simulateBlocks: simulateBlocks as never };
  };
  const fail = () => Promise.reject(new Error("method not found"));
  /** Fails for the blocks of an operation only. */
  const failForOperations: SimulationClient["simulateBlocks"] = (given: { blocks: unknown[] }) =>
    given.blocks.length > 1 ? fail() : world.client.simulateBlocks(given as never);

  test.each<[string, string, Override]>([
    ["without the method", "not_simulated", { simulateBlocks: fail }],
    ["of another chain", "not_simulated", { getChainId: async () => 1 }],
    ["without the chain id", "not_simulated", { getChainId: fail }],
    ["without the code of the wallet", "not_simulated", { getCode: fail }],
    ["that returns something else", "not_simulated", { simulateBlocks: async () => [] }],
    ["that fails for the operation", "simulated_revert", { simulateBlocks: failForOperations }],
  ])("%s is a problem: %s", async (_name, code, override) => {
    const { isSimulated, problems } = await simulate({}, {}, { ...createNode(), ...override });
    expect(isSimulated).toBe(false);
    expect(problems).toMatchObject([{ code, severity: "review" }]);
  });

  test("that does not respond in time is a problem", async () => {
    const node = { ...createNode(), simulateBlocks: () => new Promise<never>(() => {}) };
    expect(await findCodes({}, { timeout: 50 }, node)).toEqual(["not_simulated"]);
  });
});
