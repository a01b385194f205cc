import type { Address } from "../../shared/patterns.js";
import {
  Decimal,
  eitherOf,
  Flag,
  Id,
  listOf,
  Num,
  oneOf,
  SignedDecimal,
  Text,
} from "../shared/primitives.js";
import {
  defaulted,
  type ExactSchema,
  maybe,
  openWord,
  optional,
  record,
  request,
  typedAs,
} from "../shared/schema.js";
import { Chain, checkAddressOfChain, TokenText } from "../shared/schemas.js";
import type { UnverifiedPositionType } from "../shared/unverified-words.js";
import type * as t from "./portfolio-types.js";

/** E10: the query. */
export const PortfolioQuery: ExactSchema<t.PortfolioQuery> = request(() => ({
  includeTokens: optional(Flag),
  includeNFTs: optional(Flag),
  includePnL: optional(Flag),
  includeLendingPositions: optional(Flag),
  timerange: defaulted(oneOf("1d", "7d", "1m", "1a", "all"), "1d"),
}));

const TokenPnl: ExactSchema<t.TokenPnl> = record(() => ({
  profitAbsUsd: SignedDecimal,
  roi: SignedDecimal,
  inflowUsd: Decimal,
  outflowUsd: Decimal,
  averageBuyPriceUsd: Decimal,
  timerange: openWord<t.Timerange>(),
}));

/** A token balance. */
export const TokenBalance: ExactSchema<t.TokenBalance> = record(
  () => ({
    address: typedAs<Address>(Id),
    name: Text,
    symbol: Text,
    marketDataId: maybe(Text),
    decimals: Num,
    logo: Text,
    chain: Chain,
    balance: Decimal,
    balanceFormatted: Decimal,
    balanceUsd: Decimal,
    priceUsd: Decimal,
    pnl: maybe(TokenPnl),
  }),
  {
    essential: { fields: ["address"] },
    rule: checkAddressOfChain,
  },
);

const NftCollection: ExactSchema<t.NftCollection> = record(() => ({
  name: Text,
  symbol: Text,
  logo: Text,
}));

/** An NFT. */
export const Nft: ExactSchema<t.Nft> = record(
  () => ({
    address: typedAs<Address>(Id),
    collection: NftCollection,
    tokenId: Text,
    name: Text,
    description: Text,
    image: Text,
    amount: Decimal,
    chain: Chain,
  }),
  { essential: { fields: ["address"] }, rule: checkAddressOfChain },
);

const WalletPnlTotal: ExactSchema<t.WalletPnlTotal> = record(() => ({
  totalUsd: eitherOf(Text, Num),
}));

/** The profit and loss of a wallet. */
export const WalletPnl: ExactSchema<t.WalletPnl> = record(() => ({
  timerange: openWord<t.Timerange>(),
  total: WalletPnlTotal,
}));

const LendingPositionToken: ExactSchema<t.LendingPositionToken> = record(() => ({
  address: TokenText,
  name: Text,
  symbol: Text,
  decimals: Num,
  amount: Decimal,
}));

/** A lending position. */
export const LendingPosition: ExactSchema<t.LendingPosition> = record(() => ({
  positionType: openWord<UnverifiedPositionType>(),
  protocolGroupName: Text,
  token: LendingPositionToken,
  contractName: Text,
  contractSymbol: Text,
  valueUsd: SignedDecimal,
  chain: Chain,
}));

const itemLists = ["tokens", "nfts", "portfolio"] as const;

/** E10: the response. */
export const Portfolio: ExactSchema<t.Portfolio> = record(
  () => ({
    tokens: maybe(listOf(TokenBalance)),
    nfts: maybe(listOf(Nft)),
    portfolio: maybe(listOf(TokenBalance)),
    pnl: maybe(WalletPnl),
    lendingPositions: maybe(listOf(LendingPosition)),
  }),
  { essential: { fields: itemLists, anyFormIn: itemLists } },
);
