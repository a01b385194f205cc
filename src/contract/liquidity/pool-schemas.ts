import * as z from "zod/mini";
import { EvmChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import { EvmAddress, Flag, Id, integerFrom, listOf, Num, Text } from "../shared/primitives.js";
import {
  defaulted,
  type ExactSchema,
  exact,
  maybe,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import { AddressText, Chain } from "../shared/schemas.js";
import type * as t from "./pool-types.js";

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
  filterWhitelist: typedAs<boolean | undefined, "optional">(z._default(Flag, true)),
  rangeInDays: defaulted(integerFrom(1, 365), 30),
  ids: optional(queryList(Id)),
}));

const PoolProvider: ExactSchema<t.PoolProvider> = record(() => ({
  name: maybe(Text),
  logoUrl: maybe(Text),
  explorerURL: maybe(Text),
}));

const PoolToken: ExactSchema<t.PoolToken> = record(() => ({
  name: maybe(Text),
  symbol: maybe(Text),
  decimals: maybe(Num),
  address: maybe(AddressText),
  poolShareInPercentage: maybe(Num),
  poolShare: maybe(Num),
  logo: maybe(Text),
}));

const PoolStats: ExactSchema<t.PoolStats> = record(() => ({
  rangeInDays: maybe(Num),
  feesInUSD: maybe(Text),
  volumeInUSD: maybe(Text),
  transactionsCount: maybe(Num),
}));

/** A pool. */
export const LiquidityPool: ExactSchema<t.LiquidityPool> = record(() => ({
  id: maybe(Text),
  provider: maybe(PoolProvider),
  address: AddressText,
  chain: maybe(Chain),
  fee: maybe(Num),
  totalValueLockedUSD: maybe(Text),
  tokens: maybe(listOf(PoolToken)),
  stats: maybe(PoolStats),
}));

/** E9: the response. */
export const LiquidityPools: ExactSchema<t.LiquidityPools> = record(() => ({
  pools: listOf(LiquidityPool),
}));
