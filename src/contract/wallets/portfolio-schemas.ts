import * as z from "zod/mini";
import { Flag, listOf, Num, oneOf, Text } from "../shared/primitives.js";
import {
  defaulted,
  maybe,
  openWord,
  optional,
  record,
  request,
  type Schema,
} from "../shared/schema.js";
import { Chain } from "../shared/schemas.js";
import type * as t from "./types.js";

/** E10: what a portfolio is asked with. */
export const PortfolioQuery = request<t.PortfolioQuery>(() => ({
  includeTokens: optional(Flag),
  includeNFTs: optional(Flag),
  includePnL: optional(Flag),
  includeLendingPositions: optional(Flag),
  timerange: defaulted(oneOf("1d", "7d", "1m", "1a", "all"), "1d"),
}));

const TokenPnl = record<t.TokenPnl>(() => ({
  profitAbsUsd: maybe(Text),
  roi: maybe(Text),
  inflowUsd: maybe(Text),
  outflowUsd: maybe(Text),
  averageBuyPriceUsd: maybe(Text),
  timerange: maybe(openWord<t.Timerange>()),
}));

/** One token balance. */
export const TokenBalance = record<t.TokenBalance>(() => ({
  address: Text,
  name: maybe(Text),
  symbol: maybe(Text),
  marketDataId: maybe(Text),
  decimals: maybe(Num),
  logo: maybe(Text),
  chain: maybe(Chain),
  balance: Text,
  balanceFormatted: maybe(Text),
  balanceUsd: maybe(Text),
  priceUsd: maybe(Text),
  pnl: maybe(TokenPnl),
}));

const NftCollection = record<t.NftCollection>(() => ({
  name: maybe(Text),
  symbol: maybe(Text),
  logo: maybe(Text),
}));

/** One NFT. */
export const Nft = record<t.Nft>(() => ({
  address: Text,
  collection: maybe(NftCollection),
  tokenId: Text,
  name: maybe(Text),
  description: maybe(Text),
  image: maybe(Text),
  amount: maybe(Text),
  chain: maybe(Chain),
}));

/** Profit and loss of a wallet. */
export const WalletPnl = record<t.WalletPnl>(() => ({
  timerange: maybe(openWord<t.Timerange>()),
  total: maybe(
    record<t.WalletPnlTotal>(() => ({
      totalUsd: maybe(z.union([z.string(), z.number()]) as unknown as Schema<string | number>),
    })),
  ),
}));

const LendingPositionToken = record<t.LendingPositionToken>(() => ({
  address: maybe(Text),
  name: maybe(Text),
  symbol: maybe(Text),
  decimals: maybe(Num),
  amount: maybe(Text),
}));

/** One lending position. */
export const LendingPosition = record<t.LendingPosition>(() => ({
  positionType: maybe(Text),
  protocolGroupName: maybe(Text),
  token: maybe(LendingPositionToken),
  contractName: maybe(Text),
  contractSymbol: maybe(Text),
  valueUsd: maybe(Text),
  chain: maybe(Chain),
}));

/** E10: the answer. */
export const Portfolio = record<t.Portfolio>(() => ({
  tokens: maybe(listOf(TokenBalance)),
  nfts: maybe(listOf(Nft)),
  portfolio: maybe(listOf(TokenBalance)),
  pnl: maybe(WalletPnl),
  lendingPositions: maybe(listOf(LendingPosition)),
}));
