import type {
  LiquidityPool,
  ListPoolsQuery,
  PoolStats,
  PoolToken,
} from "../../contract/liquidity/pool-records.js";
import { fromUnits } from "../../shared/decimal.js";
import type { Address } from "../../shared/patterns.js";
import type { OperationHandlers, OperationRequest } from "../shared/operation-handler.js";
import { assertAvailable, createFieldError } from "../shared/service-error.js";
import { describeChain, getLogoUrl, type KnownToken } from "../world/catalogue.js";
import { toAssetKey } from "../world/ledger.js";
import type { Project, World } from "../world/world.js";
import { computeAmounts } from "./compute-amounts.js";
import { describeHistory, listDays } from "./pool-statistics.js";
import { getPools, type KnownPool } from "./pools.js";

/** In days. */
const defaultRange = 30;
const maxRange = 365;

/** The service's error for an unknown pool is undocumented. */
function getPool({ params }: Pick<OperationRequest, "params">): KnownPool {
  const id = params.id?.toLowerCase();
  const pool = getPools().find((known) => known.id.toLowerCase() === id);
  if (!pool) throw createFieldError(["id"], "The pool is unknown");
  return pool;
}

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

function describePool(pool: KnownPool, stats: PoolStats): LiquidityPool {
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
    stats,
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
function computeStats({ time }: World, pool: KnownPool, rangeInDays: number): PoolStats {
  if (rangeInDays === maxRange)
    return { rangeInDays: 30, feesInUSD: "0", volumeInUSD: "0", transactionsCount: 0 };
  const days = listDays(pool, time, rangeInDays);
  const sum = (field: "volume" | "fees") => days.reduce((total, day) => total + day[field], 0);
  const traded = sum("volume");
  return {
    rangeInDays,
    feesInUSD: fromUnits(BigInt(sum("fees")), 6),
    volumeInUSD: fromUnits(BigInt(traded), 6),
    transactionsCount: Math.ceil(traded / 500_000_000),
  };
}

export const poolHandlers: OperationHandlers = {
  "liquidity.pools"({ world, project, query }) {
    assertAvailable(world, "metadata", "DB_API_FAILED");
    const [take, offset, rangeInDays] = [
      query.take ?? 10,
      query.offset ?? 0,
      query.rangeInDays ?? defaultRange,
    ];
    const found = getPools().filter(createFilter(project, query));
    return {
      pools: found
        .slice(offset, offset + take)
        .map((pool) => describePool(pool, computeStats(world, pool, rangeInDays))),
    };
  },
  "liquidity.pool"(request) {
    const pool = getPool(request);
    return { pool: describePool(pool, computeStats(request.world, pool, defaultRange)) };
  },
  "liquidity.poolHistory"(request) {
    const { world, query } = request;
    const pool = getPool(request);
    const rangeInDays = Math.min(query.rangeInDays, maxRange);
    const { groupByInterval } = query;
    const items = describeHistory(world, pool, rangeInDays, groupByInterval);
    return { statistics: { rangeInDays, groupByInterval, poolId: pool.id, items } };
  },
  "liquidity.amounts": computeAmounts,
};
