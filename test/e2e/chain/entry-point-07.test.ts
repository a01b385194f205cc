import { concat, encodeFunctionData, type Hex } from "viem";
import { entryPoint07Address, getUserOperationHash } from "viem/account-abstraction";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signUserOperation } from "../../../src/signing/index.js";
import {
  type EntryPoint,
  entryPointAt,
  executeAbi,
  flip,
  gas,
  type Operation,
  oneEther,
  payee,
} from "./entry-point.js";
import { artifact, type Chain, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";

const stranger = privateKeyToAccount(generatePrivateKey());
const factoryAbi = ["createAccount", "getAddress"].map((name) => ({
  type: "function",
  name,
  stateMutability: name === "getAddress" ? "view" : "nonpayable",
  inputs: [{ type: "address" }, { type: "uint256" }],
  outputs: [{ type: "address" }],
}));

let chain: Chain;
let entryPoint: EntryPoint;
let factory: Hex;
let wallet: Hex;
let clean: Hex;

beforeAll(async () => {
  chain = await startChain();
  const { client } = chain;
  const address = await deployEntryPoint(client, "07");
  // Otherwise the tests would run against another contract.
  expect(address).toBe(entryPoint07Address);
  const argument = entryPoint07Address.slice(2).padStart(64, "0") as Hex;
  factory = await deploy(
    client,
    concat([artifact("07", "SimpleAccountFactory").bytecode, `0x${argument}`]),
  );
  entryPoint = entryPointAt(client, entryPoint07Address);
  const args = [owner.address, 0n];
  wallet = (await client.readContract({
    address: factory,
    abi: factoryAbi,
    functionName: "getAddress",
    args,
  })) as Hex;
  await client.setBalance({ address: wallet, value: 10n * oneEther });
  clean = await client.snapshot();
});

afterAll(() => chain?.stop());

beforeEach(async () => {
  // Reverting to a snapshot deletes it.
  await chain.client.revert({ id: clean });
  clean = await chain.client.snapshot();
});

const paid = () => chain.client.getBalance({ address: payee });

/** The first operation of a wallet deploys it. */
const first = (over: Partial<Operation> = {}): Operation => ({
  sender: wallet,
  nonce: 0n,
  factory,
  factoryData: encodeFunctionData({
    abi: factoryAbi,
    functionName: "createAccount",
    args: [owner.address, 0n],
  }),
  callData: encodeFunctionData({
    abi: executeAbi,
    functionName: "execute",
    args: [payee, oneEther, "0x"],
  }),
  signature: "0x",
  ...gas,
  ...over,
});

const hashOf = (operation: Operation, chainId: number = foundry.id) =>
  getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint07Address,
    entryPointVersion: "0.7",
    userOperation: operation as never,
  });

const signed = async (operation: Operation): Promise<Operation> => ({
  ...operation,
  signature: await signUserOperation(hashOf(operation), owner, { owner: owner.address }),
});

// SimpleAccount of v0.7 expects the hash to be signed as a message of 32 bytes.
describe("an operation of EntryPoint v0.7", () => {
  test("has the same hash on the chain as recomputed from its fields", async () => {
    const operations = [
      first(),
      first({ factory: undefined, factoryData: undefined, nonce: 7n << 64n }),
      first({
        paymaster: payee,
        paymasterVerificationGasLimit: 1n,
        paymasterPostOpGasLimit: 2n,
        paymasterData: "0x1234",
      }),
    ];
    for (const operation of operations)
      expect(hashOf(operation)).toBe(await entryPoint.hashOf(operation));
  });

  test("signed by this package pays out: the first, which deploys the wallet, and the next", async () => {
    expect((await entryPoint.send(await signed(first()))).status).toBe("success");
    expect(await paid()).toBe(oneEther);
    const next = first({ nonce: 1n, factory: undefined, factoryData: undefined });
    expect((await entryPoint.send(await signed(next))).status).toBe("success");
    expect(await paid()).toBe(2n * oneEther);
  });

  test("signed by a wallet over JSON-RPC pays out", async () => {
    const operation = first();
    const signature = await signUserOperation(hashOf(operation), chain.wallet, {
      owner: owner.address,
    });
    expect((await entryPoint.send({ ...operation, signature })).status).toBe("success");
    expect(await paid()).toBe(oneEther);
  });

  test.each<[string, (hash: Hex, operation: Operation) => Promise<Hex>]>([
    ["with another key", (hash) => signUserOperation(hash, stranger)],
    ["as text of its hash", (hash) => owner.signMessage({ message: hash })],
    ["as the bare digest", (hash) => owner.sign({ hash })],
    ["for another chain", (_hash, operation) => signUserOperation(hashOf(operation, 1), owner)],
    ["with one bit of its hash turned over", (hash) => signUserOperation(flip(hash, 97), owner)],
  ])("signed %s is refused and pays nothing", async (_name, sign) => {
    const operation = first();
    const bad = { ...operation, signature: await sign(hashOf(operation), operation) };
    expect(await entryPoint.refusal(bad)).toBe("AA24 signature error");
    expect((await entryPoint.send(bad)).status).toBe("reverted");
    expect(await paid()).toBe(0n);
  });
});
