import {
  defaulted,
  essential,
  type FieldsOf,
  integerFrom,
  listOf,
  maybe,
  numberFrom,
  type ObjectSchema,
  oneOf,
  openWord,
  readonlyListOf,
  sentByDefault,
} from "../records/schema.js";
import { EvmChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import {
  AddressId,
  Decimal,
  EvmAddress,
  Flag,
  Id,
  Num,
  Text,
  TokenText,
  WholeNum,
} from "../shared/primitives.js";
import { Chain, checkAddressOfChain, GasFeePaymentMethod } from "../shared/records.js";
import { rangeFields, rangeRule } from "./records.js";

/** The number of pools per page. */
export const poolPageSizes: PageSizes = { default: 10, max: 50 };

const listPoolsQueryFields = () => ({
  /** Pools per page: 1 to 50. @defaultValue `10` */
  take: defaulted(integerFrom(1, poolPageSizes.max), poolPageSizes.default),
  /** The number of pools to skip. @defaultValue `0` */
  offset: defaulted(integerFrom(0, Number.MAX_SAFE_INTEGER), 0),
  /** Only pools on these EVM chains. */
  chainIds: maybe(readonlyListOf(EvmChainId)),
  /** Only pools with these tokens. */
  tokensAddresses: maybe(readonlyListOf(EvmAddress)),
  /**
   * Whether only pools with whitelisted tokens are listed. Always sent.
   *
   * @unverified default of the service
   * @defaultValue `true`
   */
  // Sent if omitted, because the documentation contradicts itself about the default.
  filterWhitelist: sentByDefault(Flag, true),
  /**
   * The period of the statistics in days: 1 to 365. The service may use 30 instead of a long
   * range: read `stats.rangeInDays`.
   *
   * @defaultValue `30`
   */
  rangeInDays: defaulted(integerFrom(1, 365), 30),
  /** Only the pools with these ids (`LiquidityPool.id`). */
  ids: maybe(readonlyListOf(Id)),
});
/** The query of `client.liquidity.pools`. */
export interface ListPoolsQuery extends FieldsOf<typeof listPoolsQueryFields> {}
export const ListPoolsQuery: ObjectSchema<ListPoolsQuery> = {
  kind: "request",
  fields: listPoolsQueryFields,
};

const poolProviderFields = () => ({
  /** The name of the provider. */
  name: Text,
  /** URL of the logo. */
  logoUrl: Text,
  /** URL of the pool in the provider's explorer. */
  explorerURL: Text,
});
/** The provider of a pool. */
export interface PoolProvider extends FieldsOf<typeof poolProviderFields> {}
export const PoolProvider: ObjectSchema<PoolProvider> = {
  kind: "record",
  fields: poolProviderFields,
};

const poolTokenFields = () => ({
  /** The name of the token. */
  name: Text,
  /** The symbol of the token. */
  symbol: Text,
  /** The decimals of the token. */
  decimals: WholeNum,
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: TokenText,
  /** Percent. */
  poolShareInPercentage: Num,
  /** The token's share of the pool. @unverified unit not documented */
  poolShare: Num,
  /** URL of the logo. */
  logo: Text,
});
/** One of the two tokens of a pool. */
export interface PoolToken extends FieldsOf<typeof poolTokenFields> {}
export const PoolToken: ObjectSchema<PoolToken> = { kind: "record", fields: poolTokenFields };

const poolStatsFields = () => ({
  /** The period in days. It may differ from the query. */
  rangeInDays: WholeNum,
  /** In US dollars: a decimal string. */
  feesInUSD: Decimal,
  /** In US dollars: a decimal string. */
  volumeInUSD: Decimal,
  /** The number of transactions in the period. */
  transactionsCount: WholeNum,
});
/** The statistics of a pool. */
export interface PoolStats extends FieldsOf<typeof poolStatsFields> {}
export const PoolStats: ObjectSchema<PoolStats> = { kind: "record", fields: poolStatsFields };

const liquidityPoolFields = () => ({
  /** Chain id, hyphen and pool address. The letter case may differ from `address`. */
  id: maybe(Text),
  provider: PoolProvider,
  /** Mostly in lower case: compare addresses case-insensitively. */
  address: essential(AddressId),
  chain: Chain,
  /** The fee tier. @unverified unit not documented */
  fee: Num,
  /** In US dollars: a decimal string. */
  totalValueLockedUSD: Decimal,
  tokens: listOf(PoolToken),
  stats: PoolStats,
});
/** A pool. Check its liquidity before you invest: a pool may be almost empty. */
export interface LiquidityPool extends FieldsOf<typeof liquidityPoolFields> {}
export const LiquidityPool: ObjectSchema<LiquidityPool> = {
  kind: "record",
  fields: liquidityPoolFields,
  rule: checkAddressOfChain,
};

const liquidityPoolResponseFields = () => ({ pool: essential(LiquidityPool) });
/** The response with one pool. */
export interface LiquidityPoolResponse extends FieldsOf<typeof liquidityPoolResponseFields> {}
export const LiquidityPoolResponse: ObjectSchema<LiquidityPoolResponse> = {
  kind: "record",
  fields: liquidityPoolResponseFields,
};

const poolHistoryQueryFields = () => ({
  /** The period in days: 1 or more. @unverified maximum */
  rangeInDays: integerFrom(1, Number.MAX_SAFE_INTEGER),
  /** The period of one item. */
  groupByInterval: oneOf("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
});
/** The query of `client.liquidity.poolHistory`. */
export interface PoolHistoryQuery extends FieldsOf<typeof poolHistoryQueryFields> {}
export const PoolHistoryQuery: ObjectSchema<PoolHistoryQuery> = {
  kind: "request",
  fields: poolHistoryQueryFields,
};

const poolPeriodFields = () => ({
  /** Milliseconds since 1970. */
  timestamp: WholeNum,
  /** In US dollars: a decimal string. */
  volumeInUSD: Decimal,
  /** In US dollars: a decimal string. */
  feesInUSD: Decimal,
  /** In US dollars: a decimal string. @unverified which token has this price */
  closeInUSD: Decimal,
  /** In US dollars: a decimal string. */
  highInUSD: Decimal,
  /** In US dollars: a decimal string. */
  lowInUSD: Decimal,
  /** In US dollars: a decimal string. */
  totalValueLockedInUSD: Decimal,
  /** The price of token0 in whole tokens of token1: a decimal string. */
  token0PriceInToken1: Decimal,
  /** The price of token1 in whole tokens of token0: a decimal string. */
  token1PriceInToken0: Decimal,
});
/** The statistics of a pool in one interval. */
export interface PoolPeriod extends FieldsOf<typeof poolPeriodFields> {}
export const PoolPeriod: ObjectSchema<PoolPeriod> = { kind: "record", fields: poolPeriodFields };

const poolStatisticsFields = () => ({
  /** It may differ from the query. */
  rangeInDays: WholeNum,
  /** The period of one item. */
  groupByInterval: openWord<PoolInterval>(),
  /** Chain id, hyphen and pool address. */
  poolId: Text,
  items: essential(listOf(PoolPeriod)),
});
/** The statistics of a pool over time. */
export interface PoolStatistics extends FieldsOf<typeof poolStatisticsFields> {}
export const PoolStatistics: ObjectSchema<PoolStatistics> = {
  kind: "record",
  fields: poolStatisticsFields,
};

const poolHistoryFields = () => ({ statistics: essential(PoolStatistics) });
/** The response with the history of a pool. */
export interface PoolHistory extends FieldsOf<typeof poolHistoryFields> {}
export const PoolHistory: ObjectSchema<PoolHistory> = { kind: "record", fields: poolHistoryFields };

const liquidityAmountsQueryFields = () => ({
  /** One of the nine EVM chains. */
  chainId: EvmChainId,
  /** The first token of the pool. */
  token0: EvmAddress,
  /** The second token of the pool. */
  token1: EvmAddress,
  /** The fee of the pool in percent. */
  poolFeePercent: numberFrom(0.01, 100),
  /** The most of token0 to use: a decimal string in whole tokens. */
  token0MaxAmount: Decimal,
  /** The most of token1 to use: a decimal string in whole tokens. */
  token1MaxAmount: Decimal,
  ...rangeFields(),
  /** An ERC-20 token that pays the gas. */
  payGasFeeToken: EvmAddress,
  /** Whether gas is added to the amounts or deducted from them. */
  gasFeePaymentMethod: GasFeePaymentMethod,
});
/** The query of `client.liquidity.amounts`. */
export interface LiquidityAmountsQuery extends FieldsOf<typeof liquidityAmountsQueryFields> {}
export const LiquidityAmountsQuery: ObjectSchema<LiquidityAmountsQuery> = {
  kind: "request",
  fields: liquidityAmountsQueryFields,
  rule: rangeRule,
};

const positionAmountsFields = () => ({
  /** Decimal string. @unverified whole tokens or smallest units */
  token0Amount: essential(Decimal),
  /** Decimal string. @unverified whole tokens or smallest units */
  token1Amount: essential(Decimal),
});
/** The amounts of a position. */
export interface PositionAmounts extends FieldsOf<typeof positionAmountsFields> {}
export const PositionAmounts: ObjectSchema<PositionAmounts> = {
  kind: "record",
  fields: positionAmountsFields,
};

const amountsByMaximumFields = () => ({
  /** What the position holds if it gets all of `token0MaxAmount`. */
  token0MaxAmount: essential(maybe(PositionAmounts), "if present"),
  /** What the position holds if it gets all of `token1MaxAmount`. */
  token1MaxAmount: essential(maybe(PositionAmounts), "if present"),
});
/** The amounts of a position by the maximum that limits it. */
export interface AmountsByMaximum extends FieldsOf<typeof amountsByMaximumFields> {}
export const AmountsByMaximum: ObjectSchema<AmountsByMaximum> = {
  kind: "record",
  fields: amountsByMaximumFields,
};

const liquidityAmountsFields = () => ({
  /** The current price: token1 per token0. */
  poolPrice: Decimal,
  /** If the range excludes the price, only one of the two. */
  amounts: essential(AmountsByMaximum),
});
/** The response of `client.liquidity.amounts`. */
export interface LiquidityAmounts extends FieldsOf<typeof liquidityAmountsFields> {}
export const LiquidityAmounts: ObjectSchema<LiquidityAmounts> = {
  kind: "record",
  fields: liquidityAmountsFields,
};

const liquidityPoolsFields = () => ({
  pools: essential(listOf(LiquidityPool), "items of any form"),
});
/** A page of pools. */
export interface LiquidityPools extends FieldsOf<typeof liquidityPoolsFields> {}
export const LiquidityPools: ObjectSchema<LiquidityPools> = {
  kind: "record",
  fields: liquidityPoolsFields,
};

/** The period of one item in the history of a pool. */
export type PoolInterval = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
