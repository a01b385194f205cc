import { getAddress } from "viem/utils";
import { findTokenBySymbol, getCatalogue, type KnownToken } from "../world/catalogue.js";
import { createRandom, hashSeed, type Random } from "../world/random.js";

export interface KnownPool {
  /** Chain id and checksummed address. */
  id: string;
  chainId: number;
  address: string;
  feePercent: number;
  token0: KnownToken;
  token1: KnownToken;
  /** In US dollars. */
  locked: number;
  /** The value of token0, in percent of the pool. */
  share0: number;
  /** In US dollars per day. */
  volume: number;
}

const poolCount = 320;
/** In percent. */
export const feeTiers = [0.01, 0.05, 0.3, 1];
/** Every 17th pool is nearly empty, to test clients. */
const emptyPoolInterval = 17;

const wellKnownPools: [chainId: number, token0: string, token1: string, feePercent: number][] = [
  [137, "USDC", "WETH", 0.05],
  [137, "WBTC", "WETH", 0.05],
  [137, "USDC", "BRZ", 0.01],
  [137, "USDC", "WETH", 0.3],
  [1, "USDC", "USDY", 0.05],
];

let allPools: KnownPool[] | undefined;

/** Every pool, the well-known ones first. Built on first use. */
export function getPools(): readonly KnownPool[] {
  allPools ??= createPools();
  return allPools;
}

function createPools(): KnownPool[] {
  const random = createRandom({ random: hashSeed("pools") });
  const erc20 = [...getCatalogue().values()].filter(
    ({ chainId, address }) => chainId !== 0 && !/^0xe{40}$/.test(address),
  );
  return Array.from({ length: poolCount }, (_, i) => {
    const known = wellKnownPools[i];
    if (known) {
      const [chainId, symbol0, symbol1, feePercent] = known;
      const find = (symbol: string) => findTokenBySymbol(chainId, symbol) as KnownToken;
      return createPool(random, i, find(symbol0), find(symbol1), feePercent);
    }
    const token0 = random.pick(erc20);
    const others = erc20.filter((token) => token.chainId === token0.chainId && token !== token0);
    return createPool(random, i, token0, random.pick(others), random.pick(feeTiers));
  });
}

function createPool(
  random: Random,
  i: number,
  token0: KnownToken,
  token1: KnownToken,
  feePercent: number,
): KnownPool {
  const address = `0x${random.hex(20)}`;
  const { chainId } = token0;
  const empty = i % emptyPoolInterval === emptyPoolInterval - 1;
  const locked = empty
    ? random.next()
    : 10_000 + random.below(i < wellKnownPools.length ? 50_000_000 : 500_000);
  const volume = empty ? 0 : locked * random.next() * 0.3;
  return {
    id: `${chainId}-${getAddress(address)}`,
    chainId,
    address,
    feePercent,
    token0,
    token1,
    locked,
    share0: 30 + random.below(41),
    volume,
  };
}
