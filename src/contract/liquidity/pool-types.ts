import type { Address } from "../../shared/patterns.js";
import type { EvmChainId } from "../shared/chains/chain-ids.js";
import type { Maybe } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";

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

/** A page of pools. */
export interface LiquidityPools {
  pools: LiquidityPool[];
}
