import {
  defaulted,
  eitherOf,
  essential,
  type FieldsOf,
  listOf,
  maybe,
  type ObjectSchema,
  oneOf,
  openWord,
} from "../records/schema.js";
import {
  AddressId,
  Decimal,
  Flag,
  Num,
  SignedDecimal,
  Text,
  TokenText,
  WholeNum,
} from "../shared/primitives.js";
import { Chain, checkAddressOfChain } from "../shared/records.js";

const portfolioQueryFields = () => ({
  /** Whether token balances are included. */
  includeTokens: maybe(Flag),
  /** Whether NFTs are included. */
  includeNFTs: maybe(Flag),
  /** Whether profit and loss are included. */
  includePnL: maybe(Flag),
  /** Positions of borrowing and debt. */
  includeLendingPositions: maybe(Flag),
  /** Applies only with `includePnL: true`. @defaultValue `"1d"` */
  timerange: defaulted(oneOf("1d", "7d", "1m", "1a", "all"), "1d"),
});
/** The query of `client.wallets.portfolio`. */
export interface PortfolioQuery extends FieldsOf<typeof portfolioQueryFields> {}
export const PortfolioQuery: ObjectSchema<PortfolioQuery> = {
  kind: "request",
  fields: portfolioQueryFields,
};

const tokenPnlFields = () => ({
  /** In US dollars. */
  profitAbsUsd: SignedDecimal,
  /** The return on the investment. @unverified percent or ratio */
  roi: SignedDecimal,
  /** In US dollars. */
  inflowUsd: Decimal,
  /** In US dollars. */
  outflowUsd: Decimal,
  /** In US dollars. */
  averageBuyPriceUsd: Decimal,
  /** The period, as in the query. */
  timerange: openWord<Timerange>(),
});
/** The profit and loss of one token. Amounts are decimal strings. */
export interface TokenPnl extends FieldsOf<typeof tokenPnlFields> {}
export const TokenPnl: ObjectSchema<TokenPnl> = { kind: "record", fields: tokenPnlFields };

const tokenBalanceFields = () => ({
  /** On Bitcoin it may be another word than an EVM address. */
  address: essential(AddressId),
  /** The name of the token. */
  name: Text,
  /** Mostly in lower case. */
  symbol: Text,
  /** The id of the token at the provider of market data. */
  marketDataId: maybe(Text),
  /** The decimals of the token. */
  decimals: WholeNum,
  /** URL of the logo. */
  logo: Text,
  chain: Chain,
  /** Decimal string, in the token's smallest unit. */
  balance: Decimal,
  /** Decimal string, in whole tokens. */
  balanceFormatted: Decimal,
  /** The value in US dollars: a decimal string. */
  balanceUsd: Decimal,
  /** The price of a whole token in US dollars: a decimal string. */
  priceUsd: Decimal,
  pnl: maybe(TokenPnl),
});
/** The balance of one token on one chain. */
export interface TokenBalance extends FieldsOf<typeof tokenBalanceFields> {}
export const TokenBalance: ObjectSchema<TokenBalance> = {
  kind: "record",
  fields: tokenBalanceFields,
  rule: checkAddressOfChain,
};

const nftCollectionFields = () => ({
  /** The name of the collection. */
  name: Text,
  /** The symbol of the collection. */
  symbol: Text,
  /** URL of the logo. */
  logo: Text,
});
/** The collection of an NFT. */
export interface NftCollection extends FieldsOf<typeof nftCollectionFields> {}
export const NftCollection: ObjectSchema<NftCollection> = {
  kind: "record",
  fields: nftCollectionFields,
};

const nftFields = () => ({
  /** The contract of the NFT. */
  address: essential(AddressId),
  collection: NftCollection,
  /** For a liquidity position: the same value as `tokenId` and `nftId` of liquidity calls. */
  tokenId: Text,
  /** The name of the NFT. */
  name: Text,
  /** The description of the NFT. Its author wrote it. */
  description: Text,
  /** URL of the image. */
  image: Text,
  /** How many the wallet holds. @unverified unit not documented */
  amount: Decimal,
  chain: Chain,
});
/** One NFT of a wallet. */
export interface Nft extends FieldsOf<typeof nftFields> {}
export const Nft: ObjectSchema<Nft> = {
  kind: "record",
  fields: nftFields,
  rule: checkAddressOfChain,
};

const walletPnlTotalFields = () => ({
  /** In US dollars. */
  totalUsd: eitherOf(Text, Num),
});
/** The total profit and loss of a wallet. */
export interface WalletPnlTotal extends FieldsOf<typeof walletPnlTotalFields> {}
export const WalletPnlTotal: ObjectSchema<WalletPnlTotal> = {
  kind: "record",
  fields: walletPnlTotalFields,
};

const walletPnlFields = () => ({
  /** The period, as in the query. */
  timerange: openWord<Timerange>(),
  total: WalletPnlTotal,
});
/** The profit and loss of a wallet. */
export interface WalletPnl extends FieldsOf<typeof walletPnlFields> {}
export const WalletPnl: ObjectSchema<WalletPnl> = { kind: "record", fields: walletPnlFields };

const lendingPositionTokenFields = () => ({
  /** The address of the token. */
  address: TokenText,
  /** The name of the token. */
  name: Text,
  /** The symbol of the token. */
  symbol: Text,
  /** The decimals of the token. */
  decimals: WholeNum,
  /** The amount of the token. @unverified whole tokens or smallest units */
  amount: Decimal,
});
/** The token of a lending position. */
export interface LendingPositionToken extends FieldsOf<typeof lendingPositionTokenFields> {}
export const LendingPositionToken: ObjectSchema<LendingPositionToken> = {
  kind: "record",
  fields: lendingPositionTokenFields,
};

const lendingPositionFields = () => ({
  /** The kind of position. @unverified words not documented */
  positionType: Text,
  /** The lending protocol of the position. */
  protocolGroupName: Text,
  token: LendingPositionToken,
  /** The name of the contract that holds the position. */
  contractName: Text,
  /** The symbol of the contract that holds the position. */
  contractSymbol: Text,
  /** In US dollars: a decimal string. */
  valueUsd: SignedDecimal,
  chain: Chain,
});
/** A supplied or borrowed amount of a wallet. */
export interface LendingPosition extends FieldsOf<typeof lendingPositionFields> {}
export const LendingPosition: ObjectSchema<LendingPosition> = {
  kind: "record",
  fields: lendingPositionFields,
};

const portfolioFields = () => ({
  tokens: essential(maybe(listOf(TokenBalance)), "items of any form"),
  nfts: essential(maybe(listOf(Nft)), "items of any form"),
  /** @deprecated A copy of `tokens`. */
  portfolio: essential(maybe(listOf(TokenBalance), { isDeprecated: true }), "items of any form"),
  pnl: maybe(WalletPnl),
  lendingPositions: maybe(listOf(LendingPosition)),
});
/** The assets of a wallet. `pnl` and `lendingPositions` are present if the query includes them. */
export interface Portfolio extends FieldsOf<typeof portfolioFields> {}
export const Portfolio: ObjectSchema<Portfolio> = { kind: "record", fields: portfolioFields };

/** The period of profit and loss. `1a` is one year. */
export type Timerange = "1d" | "7d" | "1m" | "1a" | "all";
