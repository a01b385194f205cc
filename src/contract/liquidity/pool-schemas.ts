import * as z from "zod/mini";
import { EvmChainId } from "../shared/chains.js";
import { EvmAddress, Flag, Id, integerFrom, listOf, Num, Text } from "../shared/primitives.js";
import { defaulted, maybe, optional, record, request, type Schema } from "../shared/schema.js";
import { AddressText, Chain } from "../shared/schemas.js";
import type * as t from "./pool-types.js";

/** E9: what pools are listed by. */
export const ListPoolsQuery = request<t.ListPoolsQuery>(() => ({
  take: defaulted(integerFrom(1, 50), 10),
  offset: defaulted(integerFrom(0, Number.MAX_SAFE_INTEGER), 0),
  chainIds: optional(listOf(EvmChainId)),
  tokensAddresses: optional(listOf(EvmAddress)),
  // Sent even when left out: what the service takes by default is documented both ways.
  filterWhitelist: z._default(Flag, true) as unknown as Schema<boolean | undefined>,
  rangeInDays: defaulted(integerFrom(1, 365), 30),
  ids: optional(listOf(Id)),
}));

const PoolProvider = record<t.PoolProvider>(() => ({
  name: maybe(Text),
  logoUrl: maybe(Text),
  explorerURL: maybe(Text),
}));

const PoolToken = record<t.PoolToken>(() => ({
  name: maybe(Text),
  symbol: maybe(Text),
  decimals: maybe(Num),
  address: maybe(AddressText),
  poolShareInPercentage: maybe(Num),
  poolShare: maybe(Num),
  logo: maybe(Text),
}));

const PoolStats = record<t.PoolStats>(() => ({
  rangeInDays: maybe(Num),
  feesInUSD: maybe(Text),
  volumeInUSD: maybe(Text),
  transactionsCount: maybe(Num),
}));

/** One pool. */
export const LiquidityPool = record<t.LiquidityPool>(() => ({
  id: maybe(Text),
  provider: maybe(PoolProvider),
  address: AddressText,
  chain: maybe(Chain),
  fee: maybe(Num),
  totalValueLockedUSD: maybe(Text),
  tokens: maybe(listOf(PoolToken)),
  stats: maybe(PoolStats),
}));

/** E9: the answer. */
export const LiquidityPools = record<t.LiquidityPools>(() => ({ pools: listOf(LiquidityPool) }));
