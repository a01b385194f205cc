import * as z from "zod/mini";
import type { Address } from "../../shared/patterns.js";
import { EvmChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import {
  Decimal,
  EvmAddress,
  Flag,
  Id,
  integerFrom,
  listOf,
  Num,
  numberFrom,
  oneOf,
  Text,
} from "../shared/primitives.js";
import {
  defaulted,
  type ExactSchema,
  exact,
  maybe,
  openWord,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import { Chain, checkAddressOfChain, GasFeePaymentMethod, TokenText } from "../shared/schemas.js";
import type * as t from "./pool-types.js";
import { rangeFields, rangeRule } from "./schemas.js";

/** A list in a query. Callers may pass a readonly array. */
function queryList<T>(item: ExactSchema<T>): ExactSchema<readonly T[]> {
  return exact<readonly T[]>(z.array(item));
}

/** The number of pools per page. */
export const poolPageSizes: PageSizes = { default: 10, max: 50 };

/** E9: the query. */
export const ListPoolsQuery: ExactSchema<t.ListPoolsQuery> = request(() => ({
  take: defaulted(integerFrom(1, poolPageSizes.max), poolPageSizes.default),
  offset: defaulted(integerFrom(0, Number.MAX_SAFE_INTEGER), 0),
  chainIds: optional(queryList(EvmChainId)),
  tokensAddresses: optional(queryList(EvmAddress)),
  // Sent if omitted, because the documentation contradicts itself about the default.
  filterWhitelist: typedAs<boolean | null | undefined, "optional">(
    z._default(z.nullable(Flag), true),
  ),
  rangeInDays: defaulted(integerFrom(1, 365), 30),
  ids: optional(queryList(Id)),
}));

const PoolProvider: ExactSchema<t.PoolProvider> = record(() => ({
  name: Text,
  logoUrl: Text,
  explorerURL: Text,
}));

const PoolToken: ExactSchema<t.PoolToken> = record(() => ({
  name: Text,
  symbol: Text,
  decimals: Num,
  address: TokenText,
  poolShareInPercentage: Num,
  poolShare: Num,
  logo: Text,
}));

const PoolStats: ExactSchema<t.PoolStats> = record(() => ({
  rangeInDays: Num,
  feesInUSD: Decimal,
  volumeInUSD: Decimal,
  transactionsCount: Num,
}));

/** A pool. */
export const LiquidityPool: ExactSchema<t.LiquidityPool> = record(
  () => ({
    id: maybe(Text),
    provider: PoolProvider,
    address: typedAs<Address>(Id),
    chain: Chain,
    fee: Num,
    totalValueLockedUSD: Decimal,
    tokens: listOf(PoolToken),
    stats: PoolStats,
  }),
  { essential: { fields: ["address"] }, rule: checkAddressOfChain },
);

/** The response with one pool. */
export const LiquidityPoolResponse: ExactSchema<t.LiquidityPoolResponse> = record(
  () => ({ pool: LiquidityPool }),
  { essential: { fields: ["pool"] } },
);

/** The query of the history of a pool. */
export const PoolHistoryQuery: ExactSchema<t.PoolHistoryQuery> = request(() => ({
  rangeInDays: integerFrom(1, Number.MAX_SAFE_INTEGER),
  groupByInterval: oneOf("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
}));

const PoolPeriod: ExactSchema<t.PoolPeriod> = record(() => ({
  timestamp: Num,
  volumeInUSD: Decimal,
  feesInUSD: Decimal,
  closeInUSD: Decimal,
  highInUSD: Decimal,
  lowInUSD: Decimal,
  totalValueLockedInUSD: Decimal,
  token0PriceInToken1: Decimal,
  token1PriceInToken0: Decimal,
}));

const PoolStatistics: ExactSchema<t.PoolStatistics> = record(
  () => ({
    rangeInDays: Num,
    groupByInterval: openWord<t.PoolInterval>(),
    poolId: Text,
    items: listOf(PoolPeriod),
  }),
  { essential: { fields: ["items"] } },
);

/** The response with the history of a pool. */
export const PoolHistory: ExactSchema<t.PoolHistory> = record(
  () => ({ statistics: PoolStatistics }),
  { essential: { fields: ["statistics"] } },
);

/** The query of the amounts of a position. */
export const LiquidityAmountsQuery: ExactSchema<t.LiquidityAmountsQuery> = request(
  () => ({
    chainId: EvmChainId,
    token0: EvmAddress,
    token1: EvmAddress,
    poolFeePercent: numberFrom(0.01, 100),
    token0MaxAmount: Decimal,
    token1MaxAmount: Decimal,
    ...rangeFields(),
    payGasFeeToken: EvmAddress,
    gasFeePaymentMethod: GasFeePaymentMethod,
  }),
  rangeRule,
);

const PositionAmounts: ExactSchema<t.PositionAmounts> = record(
  () => ({ token0Amount: Decimal, token1Amount: Decimal }),
  { essential: { fields: ["token0Amount", "token1Amount"] } },
);

const AmountsByMaximum: ExactSchema<t.LiquidityAmounts["amounts"]> = record(
  () => ({ token0MaxAmount: maybe(PositionAmounts), token1MaxAmount: maybe(PositionAmounts) }),
  { essential: { fields: [], ifPresent: ["token0MaxAmount", "token1MaxAmount"] } },
);

/** The amounts of a position. */
export const LiquidityAmounts: ExactSchema<t.LiquidityAmounts> = record(
  () => ({ poolPrice: Decimal, amounts: AmountsByMaximum }),
  { essential: { fields: ["amounts"] } },
);

/** E9: the response. */
export const LiquidityPools: ExactSchema<t.LiquidityPools> = record(
  () => ({
    pools: listOf(LiquidityPool),
  }),
  { essential: { fields: ["pools"], anyFormIn: ["pools"] } },
);
