import type { Address } from "../../shared/patterns.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Chain } from "../shared/types.js";
import type { UnverifiedPositionType } from "../shared/unverified-words.js";

/** The period of profit and loss. `1a` is one year. */
export type Timerange = "1d" | "7d" | "1m" | "1a" | "all";

/** The query of `client.wallets.portfolio`. */
export interface PortfolioQuery {
  includeTokens?: boolean | null | undefined;
  includeNFTs?: boolean | null | undefined;
  includePnL?: boolean | null | undefined;
  /** Positions of borrowing and debt. */
  includeLendingPositions?: boolean | null | undefined;
  /** Applies only with `includePnL: true`. @defaultValue `"1d"` */
  timerange?: Timerange | null | undefined;
}

/** The profit and loss of one token. Amounts are decimal strings. */
export interface TokenPnl {
  /** In US dollars. */
  profitAbsUsd: string;
  /** @unverified percent or ratio */
  roi: string;
  /** In US dollars. */
  inflowUsd: string;
  /** In US dollars. */
  outflowUsd: string;
  /** In US dollars. */
  averageBuyPriceUsd: string;
  timerange: Open<Timerange>;
}

/** The balance of one token on one chain. */
export interface TokenBalance {
  /** On Bitcoin it may be another word than an EVM address. */
  address: Address;
  name: string;
  /** Mostly in lower case. */
  symbol: string;
  marketDataId?: Maybe<string>;
  decimals: number;
  logo: string;
  chain: Chain;
  /** Decimal string, in the token's smallest unit. */
  balance: string;
  /** Decimal string, in whole tokens. */
  balanceFormatted: string;
  /** The value in US dollars: a decimal string. */
  balanceUsd: string;
  /** The price of a whole token in US dollars: a decimal string. */
  priceUsd: string;
  pnl?: Maybe<TokenPnl>;
}

/** The collection of an NFT. */
export interface NftCollection {
  name: string;
  symbol: string;
  logo: string;
}

/** One NFT of a wallet. */
export interface Nft {
  address: Address;
  collection: NftCollection;
  /** For a liquidity position: the same value as `tokenId` and `nftId` of liquidity calls. */
  tokenId: string;
  name: string;
  description: string;
  image: string;
  /** How many the wallet holds. @unverified unit not documented */
  amount: string;
  chain: Chain;
}

/** The profit and loss of a wallet. */
export interface WalletPnl {
  timerange: Open<Timerange>;
  total: WalletPnlTotal;
}

/** The total profit and loss of a wallet. */
export interface WalletPnlTotal {
  /** In US dollars. */
  totalUsd: string | number;
}

/** The token of a lending position. */
export interface LendingPositionToken {
  address: Address;
  name: string;
  symbol: string;
  decimals: number;
  /** @unverified whole tokens or smallest units */
  amount: string;
}

/** A supplied or borrowed amount of a wallet. */
export interface LendingPosition {
  positionType: Open<UnverifiedPositionType>;
  protocolGroupName: string;
  token: LendingPositionToken;
  contractName: string;
  contractSymbol: string;
  /** In US dollars: a decimal string. */
  valueUsd: string;
  chain: Chain;
}

/** The assets of a wallet. `pnl` and `lendingPositions` are present if the query includes them. */
export interface Portfolio {
  tokens?: Maybe<TokenBalance[]>;
  nfts?: Maybe<Nft[]>;
  /** @deprecated A copy of `tokens`. */
  portfolio?: Maybe<TokenBalance[]>;
  pnl?: Maybe<WalletPnl>;
  lendingPositions?: Maybe<LendingPosition[]>;
}
