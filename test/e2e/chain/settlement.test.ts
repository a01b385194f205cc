import { formatEther } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkSettlement, readSettlement } from "../../../src/signing/index.js";
import type { EntryPointVersion } from "./evm-node.js";
import { type Case, createStatement, honest, hostile } from "./settlement-cases.js";
import { createWorld, friend, native, versions, type World } from "./settlement-world.js";

let world: World;
let clean: `0x${string}`;

beforeAll(async () => {
  world = await createWorld();
  // Otherwise the tests would run against another contract.
  expect(Object.values(world.entryPoints)).toEqual([
    "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789",
    "0x0000000071727De22E5E9d8BAf0edAc6f37da032",
    "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108",
  ]);
  clean = await world.client.snapshot();
});

afterAll(() => world?.stop());

beforeEach(async () => {
  // Reverting to a snapshot deletes it.
  await world.client.revert({ id: clean });
  clean = await world.client.snapshot();
});

async function settle(version: EntryPointVersion, row: Case) {
  const { wallet, paymaster, chainId, client } = world;
  const { before = [], after = [] } = row;
  const operation = { sender: wallet, calls: row.calls, paymaster };
  const own = "paymaster" in row ? { ...operation, paymaster: row.paymaster } : operation;
  const sent = await world.sendBundle(version, [...before, own, ...after]);
  const { transactionHash, hashes } = sent;
  const userOperationHash = hashes[before.length] as `0x${string}`;
  const accounts = [wallet, friend];
  const options = { chainId, transactionHash, userOperationHash, accounts };
  const settlement = await readSettlement(client, options);
  const isShared = [...before, ...after].some(({ sender }) => sender === wallet);
  expect(settlement.notMeasured).toEqual(isShared ? [`the native coin of ${wallet}`] : []);
  return settlement;
}

describe.each(versions)("with EntryPoint v%s, a settlement", (version) => {
  test.each(Object.keys(honest))("is as stated: %s", async (name) => {
    const row = honest[name]?.(world, version) as Case;
    const settlement = await settle(version, row);
    const problems = checkSettlement(settlement, createStatement(world, row));
    expect(problems.map(({ code }) => code)).toEqual(row.problems ?? []);
  });

  test("has exactly the gas that the wallet paid", async () => {
    const row = honest["native coin sold, and gas of the wallet"]?.(world, version) as Case;
    const settlement = await settle(version, row);
    const { wei = 0n } = settlement.gas ?? {};
    expect(wei).toBeGreaterThan(0n);
    const check = (amount: bigint) => {
      const gas = [native, formatEther(amount)] as const;
      const leaves = [...(row.leaves?.slice(0, 1) ?? []), gas];
      const problems = checkSettlement(settlement, createStatement(world, { ...row, leaves }));
      return problems.map(({ code }) => code);
    };
    expect(check(wei)).toEqual([]);
    expect(check(wei - 1n)).toEqual(["left_more"]);
  });

  test.each(Object.keys(hostile))("shows the difference if %s", async (name) => {
    const row = hostile[name]?.(world, version) as Case;
    const settlement = await settle(version, row);
    const problems = checkSettlement(settlement, createStatement(world, row));
    expect(problems.map(({ code }) => code)).toEqual(row.problems);
  });
});

test("is pending if the node does not know the transaction", async () => {
  const hash = `0x${"12".repeat(32)}` as const;
  const { chainId, wallet, client } = world;
  const accounts = [wallet];
  const options = { chainId, transactionHash: hash, userOperationHash: hash, accounts };
  expect((await readSettlement(client, options)).status).toBe("pending");
});
