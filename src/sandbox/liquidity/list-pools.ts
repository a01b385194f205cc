import type {
  LiquidityPool,
  ListPoolsQuery,
  PoolStats,
  PoolToken,
} from "../../contract/liquidity/pool-types.js";
import type { Address } from "../../shared/patterns.js";
import type { OperationHandler, OperationHandlers } from "../shared/operation-handler.js";
import { assertAvailable } from "../shared/service-error.js";
import { describeChain, getLogoUrl, type KnownToken } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import type { Project } from "../world/world.js";
import { getPools, type KnownPool } from "./pools.js";

const listPools: OperationHandler<"liquidity.pools"> = ({ world, project, query }) => {
  assertAvailable(world, "metadata", "DB_API_FAILED");
  const [take, offset, rangeInDays] = [
    query.take ?? 10,
    query.offset ?? 0,
    query.rangeInDays ?? 30,
  ];
  const found = getPools().filter(createFilter(project, query));
  return {
    pools: found.slice(offset, offset + take).map((pool) => describePool(pool, rangeInDays)),
  };
};

function createFilter(project: Project, query: ListPoolsQuery): (pool: KnownPool) => boolean {
  const whitelist =
    query.filterWhitelist === false
      ? undefined
      : new Set(project.whitelist.map((asset) => asset.toLowerCase()));
  const wanted =
    query.tokensAddresses &&
    new Set<string>(query.tokensAddresses.map((address) => address.toLowerCase()));
  const ids = query.ids && new Set(query.ids.map((id) => id.toLowerCase()));
  const chains = query.chainIds && new Set<number>(query.chainIds);
  return ({ id, chainId, token0, token1 }) =>
    (!chains || chains.has(chainId)) &&
    (!ids || ids.has(id.toLowerCase())) &&
    (!wanted || wanted.has(token0.address) || wanted.has(token1.address)) &&
    (!whitelist ||
      [token0, token1].every(({ address }) => whitelist.has(toAssetKey(chainId, address))));
}

function describePool(pool: KnownPool, rangeInDays: number): LiquidityPool {
  const { id, chainId, address, feePercent, token0, token1, locked, share0 } = pool;
  return {
    id,
    provider: {
      name: "POOLPROV_V3",
      logoUrl: "https://assets.example.com/providers/poolprov.png",
      explorerURL: `https://explorer.example.com/${chainId}/address/${address}`,
    },
    address: address as Address,
    chain: describeChain(chainId),
    fee: feePercent,
    totalValueLockedUSD: locked.toFixed(6),
    tokens: [describePoolToken(token0, share0), describePoolToken(token1, 100 - share0)],
    stats: computeStats(pool, rangeInDays),
  };
}

function describePoolToken(token: KnownToken, share: number): PoolToken {
  const { name, symbol, decimals, address } = token;
  return {
    name,
    symbol,
    decimals,
    address: address as Address,
    poolShareInPercentage: share,
    poolShare: share / 100,
    logo: getLogoUrl(token),
  };
}

/** For 365 days, the service returns empty statistics for 30 days. */
function computeStats({ volume, feePercent }: KnownPool, rangeInDays: number): PoolStats {
  if (rangeInDays === 365)
    return { rangeInDays: 30, feesInUSD: "0", volumeInUSD: "0", transactionsCount: 0 };
  const traded = volume * rangeInDays;
  return {
    rangeInDays,
    feesInUSD: ((traded * feePercent) / 100).toFixed(6),
    volumeInUSD: traded.toFixed(6),
    transactionsCount: Math.ceil(traded / 500),
  };
}

export const poolHandlers: OperationHandlers = { "liquidity.pools": listPools };
