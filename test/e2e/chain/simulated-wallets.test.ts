import { concat, encodeAbiParameters, type Hex } from "viem";
import { foundry } from "viem/chains";
import { hashAuthorization } from "viem/utils";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { simulateQuote } from "../../../src/signing/index.js";
import type { Operation } from "./entry-point.js";
import { owner } from "./evm-node.js";
import { deployContract, encode } from "./market.js";
import {
  createSwap,
  createWorld,
  type SwapCase,
  stranger,
  swap,
  usd,
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

async function findProblems(row: SwapCase) {
  const { quote, options } = createSwap(world, row);
  return (await simulateQuote(quote, world.client, options)).problems;
}

const findCodes = async (row: SwapCase) => (await findProblems(row)).map(({ code }) => code);
const codeOf = (address: Hex) => world.client.getCode({ address });
const delegateTo = (contract: Hex): Hex => `0xef0100${contract.slice(2)}`;
const deploymentOf = (salt: bigint): Partial<Operation> => ({
  factory: world.factory,
  factoryData: encode("createAccount", owner.address, salt),
});

async function createWallet(salt: bigint): Promise<Hex> {
  const wallet = await world.getWallet(salt);
  await world.mint(world.usd, wallet, usd("1000"));
  return wallet;
}

describe("the simulation of the first operation", () => {
  test("deploys the wallet by its factory", async () => {
    const wallet = await createWallet(1n);
    const operation = deploymentOf(1n);
    expect(await findCodes({ wallet, operation })).toEqual([]);
    const stolen = { wallet, operation, calls: swap(world, stranger) };
    expect(await findCodes(stolen)).toEqual(["simulated_gain"]);
    expect(await codeOf(wallet)).toBeUndefined();
  });

  test("is not possible without a deployment", async () => {
    const [problem] = await findProblems({ wallet: await createWallet(1n) });
    expect(problem).toMatchObject({
      code: "simulated_revert",
      message: expect.stringContaining("a wallet with code, or its deployment"),
    });
  });

  test("finds an upgrade after the deployment", async () => {
    const wallet = await createWallet(1n);
    const upgrade = encode("upgradeToAndCall", world.implementation, "0x");
    const calls = [...swap(world, wallet), [wallet, upgrade] as const];
    const row = { wallet, operation: deploymentOf(1n), calls };
    expect(await findCodes(row)).toEqual(["simulated_control"]);
  });

  const first = { factory: "0x7702", factoryData: undefined } as const;
  test.each<[string, Partial<Operation>]>([
    ["in the quote only", {}],
    ["that the operation names, too", first],
  ])("runs the code of the delegate of an authorization %s", async (_name, over) => {
    const { delegate } = world;
    const fields = { chainId: foundry.id, address: delegate, nonce: 0 };
    const authorization = { ...fields, hash: hashAuthorization(fields) };
    const signed = { ...fields, r: "0x", s: "0x", yParity: 0 } as const;
    const row: SwapCase = {
      wallet: owner.address,
      quote: { authorization },
      operation: { ...over, ...(over.factory && { authorization: signed }) },
      options: { delegates: [delegate] },
    };
    expect(await findCodes(row)).toEqual([]);
    const stolen = { ...row, calls: swap(world, stranger) };
    expect(await findCodes(stolen)).toEqual(["simulated_gain"]);
    expect(await codeOf(owner.address)).toBeUndefined();
  });
});

describe("the simulation of a later operation", () => {
  test("ignores the factory of a wallet that is deployed already", async () => {
    const wallet = await createWallet(2n);
    await world.client.setCode({ address: wallet, bytecode: delegateTo(world.delegate) });
    expect(await findCodes({ wallet, operation: deploymentOf(2n) })).toEqual([]);
  });

  test("finds an authorization that replaces the delegate of the account", async () => {
    const { thief, delegate } = world;
    await world.client.setCode({ address: owner.address, bytecode: delegateTo(delegate) });
    const fields = { chainId: foundry.id, address: thief, nonce: 0 };
    const authorization = { ...fields, hash: hashAuthorization(fields) };
    // The code of the other delegate runs, and has none of the functions.
    const row = { wallet: owner.address, quote: { authorization } };
    expect(await findCodes({ ...row, options: { delegates: [thief] } })).toEqual([
      "simulated_revert",
    ]);
  });

  test("passes the whole operation to a wallet that asks for it", async () => {
    const wallet = await deployContract(world.client, "WholeOperationWallet");
    await world.mint(world.usd, wallet, usd("1000"));
    const transfer = encodeAbiParameters(
      [{ type: "address" }, { type: "address" }, { type: "uint256" }],
      [world.usd, stranger, usd("101")],
    );
    const operation = { callData: concat(["0x8dd7712f", transfer]) };
    const problems = await findProblems({ wallet, operation });
    expect(problems.map(({ code }) => code)).toEqual(["simulated_gain", "simulated_loss"]);
    expect(problems[1]?.message).toContain("a loss of at most 100 of");
  });

  test("reports an operation that reverts, with the reason", async () => {
    const transfer = encode("transfer", stranger, usd("1000000000"));
    const [problem] = await findProblems({ calls: [[world.usd, transfer]] });
    expect(problem).toMatchObject({ code: "simulated_revert" });
    expect(problem?.message).toContain("a revert: ");
  });
});
