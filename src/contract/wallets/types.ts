import type { ChainId, EvmChainId } from "../shared/chain-ids.js";
import type { CurrencyAmounts } from "../shared/currencies.js";
import type { Address, Hex, Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Chain, Deployment, ExplorerLink, Token } from "../shared/types.js";

/** A smart wallet of the project. */
export interface SmartWallet {
  metadata?: Maybe<Metadata>;
  walletAddress: Address;
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount?: Maybe<Address>;
  factory?: Maybe<Address>;
  implementation?: Maybe<Address>;
  eip7702?: Maybe<boolean>;
  /** One entry a chain: read each entry's `deployed`, never the list's truthiness. */
  deployed?: Maybe<Deployment[]>;
  /** A string, or a number from older answers; null for EIP-7702 wallets. */
  salt?: Maybe<string | number>;
  /** ISO 8601. Null when the wallet is not registered with the project. */
  registeredAt?: Maybe<string>;
  /** ISO 8601. */
  lastTransactionAt?: Maybe<string>;
}

/** An answer that holds one wallet. */
export interface WalletAnswer {
  wallet: SmartWallet;
}

/** Which wallet is meant: its owner, the factory that makes it, and what tells several wallets of one owner apart. */
export interface WalletIdentity {
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount: Address;
  /** The factory contract; must be one that the service supports. */
  factory: Address;
  /** Tells several wallets of one owner apart. Not allowed beside `eip7702: true`. @defaultValue `0` */
  salt?: string | number | bigint | undefined;
  /** The owner's own account becomes the wallet (EIP-7702). @defaultValue `false` */
  eip7702?: boolean | undefined;
}

/** What `client.wallets.register` takes. */
export interface RegisterWalletRequest extends WalletIdentity {
  /** Stored with the wallet. String values only. */
  metadata?: Metadata | undefined;
}

/** What `client.wallets.deposit` takes: a transfer from an ordinary account into a smart wallet. */
export interface DepositRequest {
  /** Decimal string in whole tokens. */
  amount: string;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** Token address; `nativeToken` for the chain's native coin. */
  token: Address;
  /** The ordinary account that will send the transfer. */
  fromAddress: Address;
}

/** A transfer for the external account to send. Nothing has been sent yet. */
export interface DepositTransfer {
  from: Address;
  /** For an ERC-20 this is the token contract. */
  to: Address;
  /** In wei. `"0"` for an ERC-20: a value beside ERC-20 calldata would send coins to the token contract. */
  value: string;
  data: Hex;
  /** Decimal string in whole native coins, not in wei. */
  estimateGasCost?: Maybe<string>;
}

/** An answer that holds one transfer. */
export interface DepositAnswer {
  transfer: DepositTransfer;
}

/** The span over which profit and loss is taken. `1a` is one year. */
export type Timerange = "1d" | "7d" | "1m" | "1a" | "all";

/** What `client.wallets.portfolio` may ask for. */
export interface PortfolioQuery {
  includeTokens?: boolean | undefined;
  includeNFTs?: boolean | undefined;
  includePnL?: boolean | undefined;
  /** Positions of borrowing and debt. */
  includeLendingPositions?: boolean | undefined;
  /** Applies only with `includePnL: true`. @defaultValue `"1d"` */
  timerange?: Timerange | undefined;
}

/** Profit and loss of one token. */
export interface TokenPnl {
  profitAbsUsd?: Maybe<string>;
  roi?: Maybe<string>;
  inflowUsd?: Maybe<string>;
  outflowUsd?: Maybe<string>;
  averageBuyPriceUsd?: Maybe<string>;
  timerange?: Maybe<Open<Timerange>>;
}

/** How much of one token a wallet holds on one chain. */
export interface TokenBalance {
  address: string;
  name?: Maybe<string>;
  /** In lower case in most answers. */
  symbol?: Maybe<string>;
  marketDataId?: Maybe<string>;
  decimals?: Maybe<number>;
  logo?: Maybe<string>;
  chain?: Maybe<Chain>;
  /** In the token's smallest unit. */
  balance: string;
  /** In whole tokens. */
  balanceFormatted?: Maybe<string>;
  /** Worth in US dollars. Spelt `Usd`, not `USD`. */
  balanceUsd?: Maybe<string>;
  priceUsd?: Maybe<string>;
  pnl?: Maybe<TokenPnl>;
}

/** The collection an NFT belongs to. */
export interface NftCollection {
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  logo?: Maybe<string>;
}

/** One NFT of a wallet. */
export interface Nft {
  address: string;
  collection?: Maybe<NftCollection>;
  tokenId: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  image?: Maybe<string>;
  amount?: Maybe<string>;
  chain?: Maybe<Chain>;
}

/** Profit and loss of a whole wallet. */
export interface WalletPnl {
  timerange?: Maybe<Open<Timerange>>;
  total?: Maybe<WalletPnlTotal>;
}

/** The sum of a wallet's profit and loss. */
export interface WalletPnlTotal {
  totalUsd?: Maybe<string | number>;
}

/** The token of a lending position. */
export interface LendingPositionToken {
  address?: Maybe<string>;
  name?: Maybe<string>;
  symbol?: Maybe<string>;
  decimals?: Maybe<number>;
  amount?: Maybe<string>;
}

/** What a wallet has lent or borrowed. */
export interface LendingPosition {
  positionType?: Maybe<string>;
  protocolGroupName?: Maybe<string>;
  token?: Maybe<LendingPositionToken>;
  contractName?: Maybe<string>;
  contractSymbol?: Maybe<string>;
  valueUsd?: Maybe<string>;
  chain?: Maybe<Chain>;
}

/** What a wallet holds. Parts that were not asked for are absent. */
export interface Portfolio {
  tokens?: Maybe<TokenBalance[]>;
  nfts?: Maybe<Nft[]>;
  /** @deprecated A copy of `tokens`. */
  portfolio?: Maybe<TokenBalance[]>;
  pnl?: Maybe<WalletPnl>;
  lendingPositions?: Maybe<LendingPosition[]>;
}

/** The kinds of transactions that are known. The service has others. */
export type TransactionType = Open<
  | "CRYPTO_DEPOSIT"
  | "SWAP"
  | "CROSS_SWAP"
  | "LENDING_SUPPLY"
  | "LENDING_SUPPLY_BORROW"
  | "LENDING_BORROW"
  | "LENDING_WITHDRAW"
  | "LENDING_REPAY"
  | "LENDING_REPAY_WITHDRAW"
  | "LENDING_LIQUIDATION"
>;

/**
 * The statuses that count as final. For `PARTIALLY_COMPLETED` that is inferred, and may not hold for a limit order that fills in several parts.
 */
export type FinalTransactionStatus = "COMPLETED" | "FAILED" | "PARTIALLY_COMPLETED";

/** The statuses that are known. Only three are final: `COMPLETED`, `FAILED` and `PARTIALLY_COMPLETED`. */
export type TransactionStatus = Open<FinalTransactionStatus | "PROCESSING" | "ON_BRIDGE">;

/** An amount that was received, and its worth. */
export interface ReceivedAmount {
  token?: Maybe<Token>;
  amount?: Maybe<string>;
  amountIn?: Maybe<CurrencyAmounts>;
  cryptoCurrency?: Maybe<Token>;
}

/** One transaction of a wallet's history. Types other than received deposits may carry further fields: they are kept. */
export interface Transaction {
  metadata?: Maybe<Metadata>;
  /** The service's own id, not the chain hash: several operations may share one chain transaction. */
  id: string;
  /** ISO 8601. */
  createdAt?: Maybe<string>;
  /** ISO 8601. */
  updatedAt?: Maybe<string>;
  /** ISO 8601. Null or absent while processing. */
  executedAt?: Maybe<string>;
  status: TransactionStatus;
  /** An object with the hash and a link, not a string. */
  transactionHash?: Maybe<ExplorerLink>;
  chain?: Maybe<Chain>;
  type: TransactionType;
  userOperationHash?: Maybe<Hex>;
  receivedBy?: Maybe<string>;
  receivedFromAddress?: Maybe<string>;
  receivedCryptoCurrency?: Maybe<Token>;
  receivedAmount?: Maybe<ReceivedAmount>;
}

/** A transaction whose status does not change any more. Not every end is a success: look at `status`. */
export interface FinalTransaction extends Transaction {
  status: FinalTransactionStatus;
}

/** What `client.wallets.history` may ask for. */
export interface HistoryQuery {
  /** Page size: 1 to 100. @defaultValue `100` */
  take?: number | undefined;
  /** Id of the last transaction of the page before; resumes there. */
  lastId?: string | undefined;
  type?: TransactionType | readonly TransactionType[] | undefined;
  status?: TransactionStatus | readonly TransactionStatus[] | undefined;
  userOperationHash?: Hex | undefined;
  transactionHash?: Hex | undefined;
  /** Chains involved; Bitcoin (0) is allowed. */
  chains?: ChainId | readonly ChainId[] | undefined;
  /** @deprecated Use `chains`. Chain where the transaction started. */
  chainInId?: ChainId | undefined;
  /** @deprecated Use `chains`. End chain of a cross-chain transaction. */
  chainOutId?: ChainId | undefined;
  /** Latest creation: a `Date` or ISO 8601. */
  createdAtLatest?: string | Date | undefined;
  /** Oldest creation: a `Date` or ISO 8601. */
  createdAtOldest?: string | Date | undefined;
  /** Goes together with `metadataValue`. */
  metadataKey?: string | undefined;
  /** Goes together with `metadataKey`. */
  metadataValue?: string | undefined;
  /**
   * Position token id. It is OR-ed with `metadataKey: "positionId"`: give both, and the history follows one liquidity position
   * across rebalances.
   */
  nftNumber?: string | undefined;
}

/** One page of history as the service sends it. */
export interface HistoryPage {
  /** Null, absent or empty at the end. */
  nextLastId?: Maybe<string>;
  transactions: Transaction[];
}

/** An answer that holds one transaction. */
export interface TransactionAnswer {
  transaction: Transaction;
}

/** Whose export it is, for the external tax provider. */
export interface TaxIndividual {
  /** The one known value is `individual`. */
  type: Open<"individual">;
  individualId: string;
}

/** What `client.wallets.requestTaxExport` takes. */
export interface TaxExportRequest {
  /** Where the report is sent. */
  email: string;
  individual: TaxIndividual;
  /** White-label branding of the e-mail. Its fields have not been published, so they pass as they are. */
  emailCustomization?: Record<string, unknown> | undefined;
}
