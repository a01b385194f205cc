import { eitherOf, Flag, listOf, Num, oneOf, Text } from "../shared/primitives.js";
import {
  defaulted,
  type ExactSchema,
  maybe,
  openWord,
  optional,
  record,
  request,
} from "../shared/schema.js";
import { Chain } from "../shared/schemas.js";
import type * as t from "./types.js";

/** E10: the query. */
export const PortfolioQuery: ExactSchema<t.PortfolioQuery> = request(() => ({
  includeTokens: optional(Flag),
  includeNFTs: optional(Flag),
  includePnL: optional(Flag),
  includeLendingPositions: optional(Flag),
  timerange: defaulted(oneOf("1d", "7d", "1m", "1a", "all"), "1d"),
}));

const TokenPnl: ExactSchema<t.TokenPnl> = record(() => ({
  profitAbsUsd: maybe(Text),
  roi: maybe(Text),
  inflowUsd: maybe(Text),
  outflowUsd: maybe(Text),
  averageBuyPriceUsd: maybe(Text),
  timerange: maybe(openWord<t.Timerange>()),
}));

/** A token balance. */
export const TokenBalance: ExactSchema<t.TokenBalance> = record(() => ({
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

const NftCollection: ExactSchema<t.NftCollection> = record(() => ({
  name: maybe(Text),
  symbol: maybe(Text),
  logo: maybe(Text),
}));

/** An NFT. */
export const Nft: ExactSchema<t.Nft> = record(() => ({
  address: Text,
  collection: maybe(NftCollection),
  tokenId: Text,
  name: maybe(Text),
  description: maybe(Text),
  image: maybe(Text),
  amount: maybe(Text),
  chain: maybe(Chain),
}));

const WalletPnlTotal: ExactSchema<t.WalletPnlTotal> = record(() => ({
  totalUsd: maybe(eitherOf(Text, Num)),
}));

/** The profit and loss of a wallet. */
export const WalletPnl: ExactSchema<t.WalletPnl> = record(() => ({
  timerange: maybe(openWord<t.Timerange>()),
  total: maybe(WalletPnlTotal),
}));

const LendingPositionToken: ExactSchema<t.LendingPositionToken> = record(() => ({
  address: maybe(Text),
  name: maybe(Text),
  symbol: maybe(Text),
  decimals: maybe(Num),
  amount: maybe(Text),
}));

/** A lending position. */
export const LendingPosition: ExactSchema<t.LendingPosition> = record(() => ({
  positionType: maybe(Text),
  protocolGroupName: maybe(Text),
  token: maybe(LendingPositionToken),
  contractName: maybe(Text),
  contractSymbol: maybe(Text),
  valueUsd: maybe(Text),
  chain: maybe(Chain),
}));

/** E10: the response. */
export const Portfolio: ExactSchema<t.Portfolio> = record(() => ({
  tokens: maybe(listOf(TokenBalance)),
  nfts: maybe(listOf(Nft)),
  portfolio: maybe(listOf(TokenBalance)),
  pnl: maybe(WalletPnl),
  lendingPositions: maybe(listOf(LendingPosition)),
}));
