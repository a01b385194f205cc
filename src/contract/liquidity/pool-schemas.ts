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
  Text,
} from "../shared/primitives.js";
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
import { Chain, checkAddressOfChain, TokenText } from "../shared/schemas.js";
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

/** E9: the response. */
export const LiquidityPools: ExactSchema<t.LiquidityPools> = record(
  () => ({
    pools: listOf(LiquidityPool),
  }),
  { essential: { fields: ["pools"], anyFormIn: ["pools"] } },
);
