import type { EvmChainId } from "../shared/chain-ids.js";
import type { Address } from "../shared/primitives.js";
import type { Maybe } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";

/** What `client.liquidity.pools` takes. */
export interface ListPoolsQuery {
  /** Pools a page: 1 to 50. @defaultValue `10` */
  take?: number | undefined;
  /** How many pools to skip. @defaultValue `0` */
  offset?: number | undefined;
  /** Only pools on these of the nine EVM chains. */
  chainIds?: readonly EvmChainId[] | undefined;
  /** Only pools with these tokens. */
  tokensAddresses?: readonly Address[] | undefined;
  /**
   * `false`: pools are listed regardless of the project's whitelist. Always sent, because the service's own default is not settled.
   *
   * @defaultValue `true`
   */
  filterWhitelist?: boolean | undefined;
  /**
   * Days that the statistics cover: 1 to 365. Read `stats.rangeInDays` back: a long range was seen to be answered with 30 days.
   *
   * @defaultValue `30`
   */
  rangeInDays?: number | undefined;
  /** Only the pools with these ids (`LiquidityPool.id`). */
  ids?: readonly string[] | undefined;
}

/** Who runs a pool. */
export interface PoolProvider {
  name?: Maybe<string>;
  logoUrl?: Maybe<string>;
  explorerURL?: Maybe<string>;
}

/** One of the two tokens of a pool, with its share of it. */
export interface PoolToken {
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  decimals?: Maybe<number>;
  /** Lower case in most answers: compare addresses without regard to case. */
  address?: Maybe<Address>;
  /** Percent. */
  poolShareInPercentage?: Maybe<number>;
  poolShare?: Maybe<number>;
  /** URL of the logo. */
  logo?: Maybe<string>;
}

/** What happened in a pool within a number of days. */
export interface PoolStats {
  /** Days covered. May differ from what was asked for: read it before you show the figures. */
  rangeInDays?: Maybe<number>;
  /** Decimal string. */
  feesInUSD?: Maybe<string>;
  /** Decimal string. */
  volumeInUSD?: Maybe<string>;
  transactionsCount?: Maybe<number>;
}

/** A pool. It may be in a broken state, with nearly no liquidity for one: judge it by these figures before money goes in. */
export interface LiquidityPool {
  /** Chain id and pool address, joined by a hyphen; its letter case may differ from that of `address`. Goes into `ids` of the query. */
  id?: Maybe<string>;
  provider?: Maybe<PoolProvider>;
  /** Lower case in most answers: compare addresses without regard to case. */
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
