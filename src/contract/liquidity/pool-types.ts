import type { Address } from "../../shared/patterns.js";
import type { EvmChainId } from "../shared/chains/chain-ids.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Chain, GasFeePaymentMethod } from "../shared/types.js";
import type { PriceRange } from "./types.js";

/** The query of `client.liquidity.pools`. */
export interface ListPoolsQuery {
  /** Pools per page: 1 to 50. @defaultValue `10` */
  take?: number | null | undefined;
  /** The number of pools to skip. @defaultValue `0` */
  offset?: number | null | undefined;
  /** Only pools on these EVM chains. */
  chainIds?: readonly EvmChainId[] | null | undefined;
  /** Only pools with these tokens. */
  tokensAddresses?: readonly Address[] | null | undefined;
  /**
   * Whether only pools with whitelisted tokens are listed. Always sent.
   *
   * @unverified default of the service
   * @defaultValue `true`
   */
  filterWhitelist?: boolean | null | undefined;
  /**
   * The period of the statistics in days: 1 to 365. The service may use 30 instead of a long
   * range: read `stats.rangeInDays`.
   *
   * @defaultValue `30`
   */
  rangeInDays?: number | null | undefined;
  /** Only the pools with these ids (`LiquidityPool.id`). */
  ids?: readonly string[] | null | undefined;
}

/** The provider of a pool. */
export interface PoolProvider {
  name: string;
  logoUrl: string;
  explorerURL: string;
}

/** One of the two tokens of a pool. */
export interface PoolToken {
  name: string;
  symbol: string;
  decimals: number;
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: Address;
  /** Percent. */
  poolShareInPercentage: number;
  /** @unverified unit not documented */
  poolShare: number;
  /** URL of the logo. */
  logo: string;
}

/** The statistics of a pool. */
export interface PoolStats {
  /** The period in days. It may differ from the query. */
  rangeInDays: number;
  /** In US dollars: a decimal string. */
  feesInUSD: string;
  /** In US dollars: a decimal string. */
  volumeInUSD: string;
  transactionsCount: number;
}

/** A pool. Check its liquidity before you invest: a pool may be almost empty. */
export interface LiquidityPool {
  /** Chain id, hyphen and pool address. The letter case may differ from `address`. */
  id?: Maybe<string>;
  provider: PoolProvider;
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: Address;
  chain: Chain;
  /** The fee tier. @unverified unit not documented */
  fee: number;
  /** In US dollars: a decimal string. */
  totalValueLockedUSD: string;
  tokens: PoolToken[];
  stats: PoolStats;
}

/** The response with one pool. */
export interface LiquidityPoolResponse {
  pool: LiquidityPool;
}

/** The period of one item in the history of a pool. */
export type PoolInterval = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** The query of `client.liquidity.poolHistory`. */
export interface PoolHistoryQuery {
  /** The period in days: 1 or more. @unverified maximum */
  rangeInDays: number;
  groupByInterval: PoolInterval;
}

/** The statistics of a pool in one interval. */
export interface PoolPeriod {
  /** Milliseconds since 1970. */
  timestamp: number;
  /** In US dollars: a decimal string. */
  volumeInUSD: string;
  /** In US dollars: a decimal string. */
  feesInUSD: string;
  /** In US dollars: a decimal string. @unverified which token has this price */
  closeInUSD: string;
  /** In US dollars: a decimal string. */
  highInUSD: string;
  /** In US dollars: a decimal string. */
  lowInUSD: string;
  /** In US dollars: a decimal string. */
  totalValueLockedInUSD: string;
  /** The price of token0 in whole tokens of token1: a decimal string. */
  token0PriceInToken1: string;
  /** The price of token1 in whole tokens of token0: a decimal string. */
  token1PriceInToken0: string;
}

/** The statistics of a pool over time. */
export interface PoolStatistics {
  /** It may differ from the query. */
  rangeInDays: number;
  groupByInterval: Open<PoolInterval>;
  /** Chain id, hyphen and pool address. */
  poolId: string;
  items: PoolPeriod[];
}

/** The response with the history of a pool. */
export interface PoolHistory {
  statistics: PoolStatistics;
}

/** The query of `client.liquidity.amounts`. */
export interface LiquidityAmountsQuery extends PriceRange {
  chainId: EvmChainId;
  token0: Address;
  token1: Address;
  /** The fee of the pool in percent. */
  poolFeePercent: number;
  /** The most of token0 to use: a decimal string in whole tokens. */
  token0MaxAmount: string;
  /** The most of token1 to use: a decimal string in whole tokens. */
  token1MaxAmount: string;
  /** An ERC-20 token that pays the gas. */
  payGasFeeToken: Address;
  gasFeePaymentMethod: GasFeePaymentMethod;
}

/** The amounts of a position. */
export interface PositionAmounts {
  /** Decimal string. @unverified whole tokens or smallest units */
  token0Amount: string;
  /** Decimal string. @unverified whole tokens or smallest units */
  token1Amount: string;
}

/** The response of `client.liquidity.amounts`. */
export interface LiquidityAmounts {
  /** The current price: token1 per token0. */
  poolPrice: string;
  /** If the range excludes the price, only one of the two. */
  amounts: {
    /** What the position holds if it gets all of `token0MaxAmount`. */
    token0MaxAmount?: Maybe<PositionAmounts>;
    /** What the position holds if it gets all of `token1MaxAmount`. */
    token1MaxAmount?: Maybe<PositionAmounts>;
  };
}

/** A page of pools. */
export interface LiquidityPools {
  pools: LiquidityPool[];
}
