import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
} from "viem";
import { entryPoint08Address } from "viem/account-abstraction";
import { foundry } from "viem/chains";
import { hashAuthorization } from "viem/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Authorization } from "../../../src/contract/shared/types.js";
import { simulateQuote } from "../../../src/signing/index.js";
import type { Operation } from "./entry-point.js";
import { artifact, type Chain, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";
import {
  createOperation,
  createQuote,
  createRequest,
  deployContract,
  encode,
  type WalletCall,
} from "./market.js";

const factoryAbi = parseAbi([
  "function createAccount(address owner, uint256 salt) returns (address)",
  "function getAddress(address owner, uint256 salt) view returns (address)",
]);
const stranger: Hex = "0xbad0000000000000000000000000000000000001";

let chain: Chain;
let delegate: Hex;
let factory: Hex;
let [tokenIn, tokenOut, market]: Hex[] = [];

beforeAll(async () => {
  chain = await startChain();
  const { client } = chain;
  await deployEntryPoint(client, "08");
  delegate = await deploy(client, artifact("08", "Simple7702Account").bytecode);
  const argument = pad(entryPoint08Address);
  factory = await deploy(
    client,
    concat([artifact("08", "SimpleAccountFactory").bytecode, argument]),
  );
  market = await deployContract(client, "Market");
  tokenIn = await deployContract(client, "Token", 6);
  tokenOut = await deployContract(client, "Token", 18);
  await mint(tokenOut, market, parseEther("100000"));
});

afterAll(() => chain?.stop());

async function send(address: Hex, data: Hex) {
  const hash = await chain.client.sendTransaction({ to: address, data });
  await chain.client.waitForTransactionReceipt({ hash });
}

const mint = (token: Hex, to: Hex, value: bigint) => send(token, encode("mint", to, value));

const swapTo = (wallet: Hex): WalletCall[] => [
  [tokenIn as Hex, encode("approve", market, parseUnits("100", 6))],
  [
    market as Hex,
    encode("swap", tokenIn, parseUnits("100", 6), tokenOut, parseEther("100"), wallet),
  ],
];

async function simulate(
  wallet: Hex,
  calls: readonly WalletCall[],
  over: Partial<Operation> = {},
  authorization?: Authorization,
) {
  await mint(tokenIn as Hex, wallet, parseUnits("1000", 6));
  const request = createRequest(wallet, tokenIn as Hex, tokenOut as Hex);
  const quote = createQuote(request, createOperation(wallet, calls, over), { authorization });
  const { problems } = await simulateQuote(quote, chain.client, { expect: request });
  return problems.map(({ code, message }) => [code, message]);
}

const addressOf = (salt: bigint) =>
  chain.client.readContract({
    address: factory,
    abi: factoryAbi,
    functionName: "getAddress",
    args: [owner.address, salt],
  });
const deployment = (salt: bigint): Partial<Operation> => ({
  factory,
  factoryData: encodeFunctionData({
    abi: factoryAbi,
    functionName: "createAccount",
    args: [owner.address, salt],
  }),
});

describe("the simulation of the first operation", () => {
  test("deploys the wallet by its factory", async () => {
    const wallet = await addressOf(1n);
    expect(await simulate(wallet, swapTo(wallet), deployment(1n))).toEqual([]);
    const [problem] = await simulate(wallet, swapTo(stranger), deployment(1n));
    expect(problem?.[0]).toBe("simulated_gain");
    expect(await chain.client.getCode({ address: wallet })).toBeUndefined();
  });

  test("is not possible without a deployment", async () => {
    const wallet = await addressOf(1n);
    const expected = "walletAddress: expected a wallet with code, or its deployment, got no code";
    expect(await simulate(wallet, swapTo(wallet))).toEqual([["simulated_revert", expected]]);
  });

  test("runs the code of the contract that the authorization delegates to", async () => {
    const fields = { chainId: foundry.id, address: delegate, nonce: 0 };
    const authorization = { ...fields, hash: hashAuthorization(fields) };
    const wallet = owner.address;
    const first = { factory: "0x7702", authorization: { ...fields, r: "0x", s: "0x", yParity: 0 } };
    for (const over of [{}, first as never]) {
      expect(await simulate(wallet, swapTo(wallet), over, authorization)).toEqual([]);
      const [problem] = await simulate(wallet, swapTo(stranger), over, authorization);
      expect(problem?.[0]).toBe("simulated_gain");
    }
    expect(await chain.client.getCode({ address: wallet })).toBeUndefined();
  });
});

test("the simulation ignores the factory of a wallet that is deployed already", async () => {
  const wallet = await addressOf(2n);
  await chain.client.setCode({ address: wallet, bytecode: `0xef0100${delegate.slice(2)}` });
  expect(await simulate(wallet, swapTo(wallet), deployment(2n))).toEqual([]);
});

test("the simulation finds an upgrade of the wallet to another contract", async () => {
  const wallet = await addressOf(3n);
  const upgradeAbi = parseAbi(["function upgradeToAndCall(address implementation, bytes data)"]);
  const other = await deploy(
    chain.client,
    concat([artifact("08", "SimpleAccount").bytecode, pad(entryPoint08Address)]),
  );
  const upgrade = encodeFunctionData({
    abi: upgradeAbi,
    functionName: "upgradeToAndCall",
    args: [other, "0x"],
  });
  const calls: WalletCall[] = [...swapTo(wallet), [wallet, upgrade]];
  const [problem, ...others] = await simulate(wallet, calls, deployment(3n));
  expect(problem?.[0]).toBe("simulated_control");
  expect(problem?.[1]).toContain("Upgraded(address)");
  expect(others).toEqual([]);
});

test("the simulation passes the whole operation to a wallet that asks for it", async () => {
  const wallet = await deployContract(chain.client, "WholeOperationWallet");
  const transfer = encodeAbiParameters(
    [{ type: "address" }, { type: "address" }, { type: "uint256" }],
    [tokenIn as Hex, stranger, parseUnits("101", 6)],
  );
  const codes = await simulate(wallet, [], { callData: concat(["0x8dd7712f", transfer]) });
  expect(codes.map(([code]) => code)).toEqual(["simulated_gain", "simulated_loss"]);
  expect(codes[1]?.[1]).toContain("a loss of at most 100");
});

test("the simulation reports an operation that reverts, with the reason", async () => {
  const wallet = owner.address;
  await chain.client.setCode({ address: wallet, bytecode: `0xef0100${delegate.slice(2)}` });
  const tooMuch = encode("transfer", stranger, parseEther("1000000"));
  const [problem] = await simulate(wallet, [[tokenIn as Hex, tooMuch]]);
  expect(problem?.[0]).toBe("simulated_revert");
  expect(problem?.[1]).toContain("an operation that succeeds, got a revert: ");
});
