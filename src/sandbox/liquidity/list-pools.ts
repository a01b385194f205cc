import type {
  LiquidityPool,
  ListPoolsQuery,
  PoolStats,
  PoolToken,
} from "../../contract/liquidity/pool-types.js";
import type { Address } from "../../contract/shared/primitives.js";
import { type Handler, type Handlers, requireUp } from "../shared/operation-handler.js";
import { chainRecord, type KnownToken, logoOf } from "../world/catalogue.js";
import { assetOf } from "../world/ledger.js";
import type { Project } from "../world/world.js";
import { type KnownPool, pools } from "./pools.js";

const list: Handler<"liquidity.pools"> = ({ world, project, query }) => {
  requireUp(world, "metadata", "DB_API_FAILED");
  const { take = 10, offset = 0, rangeInDays = 30 } = query;
  const found = pools().filter(filterOf(project, query));
  return {
    body: { pools: found.slice(offset, offset + take).map((pool) => describe(pool, rangeInDays)) },
  };
};

function filterOf(project: Project, query: ListPoolsQuery): (pool: KnownPool) => boolean {
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
      [token0, token1].every(({ address }) => whitelist.has(assetOf(chainId, address))));
}

function describe(pool: KnownPool, rangeInDays: number): LiquidityPool {
  const { id, chainId, address, feePercent, token0, token1, locked, share0 } = pool;
  return {
    id,
    provider: {
      name: "POOLPROV_V3",
      logoUrl: "https://assets.example.com/providers/poolprov.png",
      explorerURL: `https://explorer.example.com/${chainId}/address/${address}`,
    },
    address: address as Address,
    chain: chainRecord(chainId),
    fee: feePercent,
    totalValueLockedUSD: locked.toFixed(6),
    tokens: [describeToken(token0, share0), describeToken(token1, 100 - share0)],
    stats: statsOf(pool, rangeInDays),
  };
}

function describeToken(token: KnownToken, share: number): PoolToken {
  const { name, symbol, decimals, address } = token;
  return {
    name,
    symbol,
    decimals,
    address: address as Address,
    poolShareInPercentage: share,
    poolShare: share / 100,
    logo: logoOf(token),
  };
}

/** Asked for 365 days, the running service was seen to answer 30 days without any figures. */
function statsOf({ volume, feePercent }: KnownPool, rangeInDays: number): PoolStats {
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

export const poolHandlers: Handlers = { "liquidity.pools": list };
