import { readFileSync } from "node:fs";
import { encodeDeployData, encodeFunctionData, type Hex, parseAbi } from "viem";
import { deploy } from "./evm-node.js";
import { encode, type WalletCall } from "./market.js";
import { stranger, type World } from "./world.js";

const poolTypes = "address, address, uint24";
const amountTypes = "uint256, uint256, uint256, uint256";
const abi = parseAbi([
  "constructor(address factory, address wrappedCoin, address descriptor)",
  "function createAndInitializePoolIfNecessary(address, address, uint24 fee, uint160 price)",
  `function mint((${poolTypes}, int24, int24, ${amountTypes}, address recipient, uint256 end))`,
  "struct Decrease { uint256 id; uint128 liquidity; uint256 min0; uint256 min1; uint256 end; }",
  "function decreaseLiquidity(Decrease parameters)",
  "struct Collect { uint256 id; address recipient; uint128 max0; uint128 max1; }",
  "function collect(Collect parameters)",
  "function burn(uint256 id)",
]);
const fee = 3_000;
const end = 2n ** 40n;
const max = 2n ** 128n - 1n;
/** Of both tokens. Their prices are the same, so the liquidity is about the same number. */
export const positionAmount = 1_000_000n;

/** Reads a compiled contract of Uniswap v3. */
function readUniswap(path: string): Hex {
  const url = new URL(`node_modules/@uniswap/${path}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")).bytecode;
}

const sortTokens = (w: World) => [w.usd, w.coin].sort() as [Hex, Hex];

/** Deploys the contract of the positions, with a pool of two tokens. */
export async function createPositions(w: World): Promise<Hex> {
  const core = "v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory";
  const factory = await deploy(w.client, readUniswap(core));
  const periphery = "v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol";
  const bytecode = readUniswap(`${periphery}/NonfungiblePositionManager`);
  const args = [factory, stranger, stranger] as const;
  const manager = await deploy(w.client, encodeDeployData({ abi, bytecode, args }));
  const functionName = "createAndInitializePoolIfNecessary";
  const parameters = [...sortTokens(w), fee, 2n ** 96n] as const;
  await w.send(manager, encodeFunctionData({ abi, functionName, args: parameters }));
  return manager;
}

/** The wallet's calls that open a position of all prices. */
export function openPosition(w: World, manager: Hex): WalletCall[] {
  const [token0, token1] = sortTokens(w);
  const ticks = [-887_220, 887_220] as const;
  const amounts = [positionAmount, positionAmount, 0n, 0n] as const;
  const parameters = [token0, token1, fee, ...ticks, ...amounts, w.wallet, end] as const;
  const data = encodeFunctionData({ abi, functionName: "mint", args: [parameters] });
  const approve = (token: Hex): WalletCall => [token, encode("approve", manager, positionAmount)];
  return [approve(token0), approve(token1), [manager, data]];
}

/** The wallet's calls that close the first position. */
export function closePosition(manager: Hex, recipient: Hex): WalletCall[] {
  const id = 1n;
  const decrease = { id, liquidity: positionAmount, min0: 0n, min1: 0n, end };
  const collect = { id, recipient, max0: max, max1: max };
  return [
    [manager, encodeFunctionData({ abi, functionName: "decreaseLiquidity", args: [decrease] })],
    [manager, encodeFunctionData({ abi, functionName: "collect", args: [collect] })],
    [manager, encodeFunctionData({ abi, functionName: "burn", args: [id] })],
  ];
}
