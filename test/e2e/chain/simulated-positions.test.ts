import { readFileSync } from "node:fs";
import {
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseEther,
  parseUnits,
} from "viem";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  hashTypedData,
  type OperationChanges,
  signOperation,
  simulateQuote,
} from "../../../src/signing/index.js";
import { typedDataOf } from "./entry-point.js";
import { artifact, type Chain, deploy, deployEntryPoint, owner, startChain } from "./evm-node.js";
import {
  createOperation,
  createQuote,
  createRequest,
  deployContract,
  encode,
  type WalletCall,
} from "./market.js";

const managerAbi = parseAbi([
  "constructor(address factory, address wrappedCoin, address descriptor)",
  "function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 price) returns (address)",
  "struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0; uint256 amount1; uint256 min0; uint256 min1; address recipient; uint256 deadline; }",
  "function mint(Mint parameters)",
  "struct Decrease { uint256 id; uint128 liquidity; uint256 min0; uint256 min1; uint256 deadline; }",
  "function decreaseLiquidity(Decrease parameters)",
  "struct Collect { uint256 id; address recipient; uint128 max0; uint128 max1; }",
  "function collect(Collect parameters)",
  "function multicall(bytes[] calls)",
  "function sweepToken(address token, uint256 minimum, address recipient)",
]);
const stranger: Hex = "0xbad0000000000000000000000000000000000001";
const wallet = owner.address;
const deadline = 2n ** 40n;
const max = 2n ** 128n - 1n;
/** The only position. Both amounts are the same, so its liquidity is about the same number. */
const [id, liquidity] = [1n, 1_000_000n];

let chain: Chain;
let [tokenIn, tokenOut, market, manager]: Hex[] = [];

/** Reads a compiled contract of Uniswap v3. */
function readUniswap(path: string): Hex {
  const url = new URL(`node_modules/@uniswap/${path}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")).bytecode;
}

async function send(to: Hex, data: Hex) {
  const hash = await chain.client.sendTransaction({ to, data });
  await chain.client.waitForTransactionReceipt({ hash });
}

beforeAll(async () => {
  chain = await startChain();
  const { client } = chain;
  await deployEntryPoint(client, "08");
  const delegate = await deploy(client, artifact("08", "Simple7702Account").bytecode);
  await client.setCode({ address: wallet, bytecode: `0xef0100${delegate.slice(2)}` });
  market = await deployContract(client, "Market");
  tokenIn = await deployContract(client, "Token", 6);
  tokenOut = await deployContract(client, "Token", 18);
  await send(tokenIn, encode("mint", wallet, parseUnits("1000", 6)));
  await send(tokenOut, encode("mint", market, parseEther("1000")));
  const core = "v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory";
  const factory = await deploy(client, readUniswap(core));
  const periphery = "v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol";
  const bytecode = readUniswap(`${periphery}/NonfungiblePositionManager`);
  const args = [factory, stranger, stranger] as const;
  manager = await deploy(client, encodeDeployData({ abi: managerAbi, bytecode, args }));
  await createPosition();
});

afterAll(() => chain?.stop());

async function createPosition() {
  const [token0, token1] = [tokenIn as Hex, tokenOut as Hex].sort() as [Hex, Hex];
  const pool = [token0, token1, 3_000, 2n ** 96n] as const;
  const functionName = "createAndInitializePoolIfNecessary";
  await send(manager as Hex, encodeFunctionData({ abi: managerAbi, functionName, args: pool }));
  for (const token of [token0, token1]) {
    await send(token, encode("mint", chain.client.account.address, liquidity));
    await send(token, encode("approve", manager, liquidity));
  }
  const position = {
    ...{ token0, token1, fee: 3_000, tickLower: -887_220, tickUpper: 887_220 },
    ...{ amount0: liquidity, amount1: liquidity, min0: 0n, min1: 0n },
    ...{ recipient: wallet, deadline },
  };
  const data = encodeFunctionData({ abi: managerAbi, functionName: "mint", args: [position] });
  await send(manager as Hex, data);
}

function decrease(amount: bigint): WalletCall {
  const parameters = { id, liquidity: amount, min0: 0n, min1: 0n, deadline };
  const call = { functionName: "decreaseLiquidity", args: [parameters] } as const;
  return [manager as Hex, encodeFunctionData({ abi: managerAbi, ...call })];
}

function collect(recipient: Hex): WalletCall {
  const parameters = { id, recipient, max0: max, max1: max };
  const call = { functionName: "collect", args: [parameters] } as const;
  return [manager as Hex, encodeFunctionData({ abi: managerAbi, ...call })];
}

test("the simulation of a swap finds liquidity that it removes from a position", async () => {
  const swap: WalletCall[] = [
    [tokenIn as Hex, encode("approve", market, parseUnits("100", 6))],
    [
      market as Hex,
      encode("swap", tokenIn, parseUnits("100", 6), tokenOut, parseEther("100"), wallet),
    ],
  ];
  const request = createRequest(wallet, tokenIn as Hex, tokenOut as Hex);
  const findProblems = async (calls: readonly WalletCall[]) => {
    const quote = createQuote(request, createOperation(wallet, [...swap, ...calls]));
    const { problems } = await simulateQuote(quote, chain.client, { expect: request });
    return problems.map(({ code, received }) => [code, received]);
  };
  expect(await findProblems([])).toEqual([]);
  const loss = ["simulated_loss", "a loss of 1000 of number 1"];
  expect(await findProblems([decrease(1_000n)])).toEqual([loss]);
  expect(await findProblems([decrease(1_000n), collect(stranger)])).toEqual([
    loss,
    ["simulated_loss", "fees of number 1"],
  ]);
});

async function sign(calls: readonly WalletCall[], changes: OperationChanges) {
  const typedData = typedDataOf(createOperation(wallet, calls));
  const userOperationHash = hashTypedData(typedData);
  const operation = { typedData, userOperationHash, walletAddress: wallet, chain: foundry.id };
  return signOperation(operation as never, owner, {
    ...{ owner: wallet, walletAddress: wallet, chainId: foundry.id },
    ...{ simulate: chain.client as never, changes },
  }).then(
    () => [],
    (error) => error.problems.map(({ code }: { code: string }) => code),
  );
}

test("the simulation of an operation on a position compares it with what the caller states", async () => {
  const position = { token: manager as Hex, id: String(id), liquidity: "1000" };
  const gains = [{ token: tokenOut as Hex, amount: "0.000000000000000999", receiver: wallet }];
  const stated = { positions: [position], gains };
  expect(await sign([decrease(1_000n), collect(wallet)], stated)).toEqual([]);
  expect(await sign([decrease(1_001n), collect(wallet)], stated)).toEqual(["simulated_loss"]);
  expect(await sign([decrease(1_000n), collect(stranger)], stated)).toEqual([
    "simulated_gain",
    "simulated_loss",
  ]);
  expect(await sign([decrease(1_000n), collect(wallet)], { gains })).toEqual([
    "simulated_loss",
    "simulated_loss",
  ]);
});

test("the simulation follows the tokens that a position pays", async () => {
  const positions = [{ token: manager as Hex, id: String(id), liquidity: "1000" }];
  const tokens = [tokenIn, tokenOut] as Hex[];
  const sweep = (recipient: Hex): WalletCall[] =>
    tokens.map((token) => {
      const call = { functionName: "sweepToken", args: [token, 0n, recipient] } as const;
      return [manager as Hex, encodeFunctionData({ abi: managerAbi, ...call })];
    });
  const collected = [decrease(1_000n), collect(manager as Hex)];
  expect(await sign([...collected, ...sweep(wallet)], { positions })).toEqual([]);
  const loss = "simulated_loss";
  for (const calls of [[], sweep(stranger)])
    expect(await sign([...collected, ...calls], { positions })).toEqual([loss, loss]);
  const [first] = sweep(stranger) as [WalletCall];
  const [, second] = sweep(wallet) as [WalletCall, WalletCall];
  expect(await sign([...collected, first, second], { positions })).toEqual([loss]);
  const batch = { functionName: "multicall", args: [collected.map(([, data]) => data)] } as const;
  const call: WalletCall = [manager as Hex, encodeFunctionData({ abi: managerAbi, ...batch })];
  expect(await sign([call, ...sweep(wallet)], { positions })).toEqual([]);
  expect(await sign([call, ...sweep(stranger)], { positions })).toEqual([loss, loss]);
  const sendOn = tokens.map((token): WalletCall => [token, encode("transfer", stranger, 900n)]);
  const paid = [decrease(1_000n), collect(wallet)];
  expect(await sign([...paid, ...sendOn], { positions })).toEqual([loss, loss]);
  const losses = [
    { token: tokens[0] as Hex, amount: "0.0009" },
    { token: tokens[1] as Hex, amount: "0.0000000000000009" },
  ];
  expect(await sign([...paid, ...sendOn], { positions, losses })).toEqual([]);
});
