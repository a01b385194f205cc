import type { EvmChainId } from "../shared/chain-ids.js";
import type { Address } from "../shared/primitives.js";
import type { Maybe } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";

/** The query of `client.liquidity.pools`. */
export interface ListPoolsQuery {
  /** Pools per page: 1 to 50. @defaultValue `10` */
  take?: number | undefined;
  /** The number of pools to skip. @defaultValue `0` */
  offset?: number | undefined;
  /** Only pools on these EVM chains. */
  chainIds?: readonly EvmChainId[] | undefined;
  /** Only pools with these tokens. */
  tokensAddresses?: readonly Address[] | undefined;
  /**
   * Whether only pools with whitelisted tokens are listed. Always sent.
   *
   * @unverified default of the service
   * @defaultValue `true`
   */
  filterWhitelist?: boolean | undefined;
  /**
   * The period of the statistics in days: 1 to 365. The service may use 30 instead of a long
   * range: read `stats.rangeInDays`.
   *
   * @defaultValue `30`
   */
  rangeInDays?: number | undefined;
  /** Only the pools with these ids (`LiquidityPool.id`). */
  ids?: readonly string[] | undefined;
}

/** The provider of a pool. */
export interface PoolProvider {
  name?: Maybe<string>;
  logoUrl?: Maybe<string>;
  explorerURL?: Maybe<string>;
}

/** One of the two tokens of a pool. */
export interface PoolToken {
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  decimals?: Maybe<number>;
  /** Mostly in lower case: compare addresses case-insensitively. */
  address?: Maybe<Address>;
  /** Percent. */
  poolShareInPercentage?: Maybe<number>;
  poolShare?: Maybe<number>;
  /** URL of the logo. */
  logo?: Maybe<string>;
}

/** The statistics of a pool. */
export interface PoolStats {
  /** The period in days. It may differ from the query. */
  rangeInDays?: Maybe<number>;
  /** Decimal string. */
  feesInUSD?: Maybe<string>;
  /** Decimal string. */
  volumeInUSD?: Maybe<string>;
  transactionsCount?: Maybe<number>;
}

/** A pool. Check its liquidity before you invest: a pool may be almost empty. */
export interface LiquidityPool {
  /** Chain id, hyphen and pool address. The letter case may differ from `address`. */
  id?: Maybe<string>;
  provider?: Maybe<PoolProvider>;
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: Address;
  chain?: Maybe<Chain>;
  fee?: Maybe<number>;
  /** Decimal string. */
  totalValueLockedUSD?: Maybe<string>;
  tokens?: Maybe<PoolToken[]>;
  stats?: Maybe<PoolStats>;
}

/** A page of pools. */
export interface LiquidityPools {
  pools: LiquidityPool[];
}
