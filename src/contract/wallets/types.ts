import type { Address, Hex } from "../../shared/patterns.js";
import type { ChainId, EvmChainId } from "../shared/chains/chain-ids.js";
import type { CurrencyAmounts } from "../shared/currencies.js";
import type { Metadata } from "../shared/primitives.js";
import type { Maybe, Open } from "../shared/schema.js";
import type { Chain, Deployment, ExplorerLink, Token } from "../shared/types.js";
import type { UnverifiedTransactionType } from "../shared/unverified-words.js";

/** A smart wallet of the project. */
export interface SmartWallet {
  metadata?: Maybe<Metadata>;
  walletAddress: Address;
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount: Address;
  factory: Address;
  implementation: Address;
  eip7702: boolean;
  /** One entry per chain. Read `deployed` of each entry: a list is always truthy. */
  deployed: Deployment[];
  /** A string, a number in older responses, or null for EIP-7702 wallets. */
  salt?: Maybe<string | number>;
  /** ISO 8601. Null if the wallet is not registered with the project. */
  registeredAt?: Maybe<string>;
  /** ISO 8601. */
  lastTransactionAt?: Maybe<string>;
}

/** The response with one wallet. */
export interface WalletResponse {
  wallet: SmartWallet;
}

/** The wallets of the project. */
export interface WalletList {
  wallets: SmartWallet[];
}

/** Identifies a wallet by its owner, its factory and its salt. */
export interface WalletIdentity {
  /** The account that owns the wallet and signs for it. */
  externallyOwnedAccount: Address;
  /** A factory contract that the service supports. */
  factory: Address;
  /** Allows several wallets per owner. Not allowed with `eip7702: true`. @defaultValue `0` */
  salt?: string | number | bigint | null | undefined;
  /** Whether the owner's account becomes the wallet (EIP-7702). @defaultValue `false` */
  eip7702?: boolean | null | undefined;
}

/** The request of `client.wallets.register`. */
export interface RegisterWalletRequest extends WalletIdentity {
  /** Stored with the wallet. Values are strings. */
  metadata?: Metadata | null | undefined;
}

/** The request of `client.wallets.deposit`: a transfer from an external account to the wallet. */
export interface DepositRequest {
  /** Decimal string, in whole tokens. */
  amount: string;
  /** One of the nine EVM chains. */
  chainId: EvmChainId;
  /** The token address; `nativeToken` for the chain's native coin. */
  token: Address;
  /** The external account that sends the transfer. */
  fromAddress: Address;
}

/** A transfer that the external account must send. Nothing has been sent yet. */
export interface DepositTransfer {
  from: Address;
  /** The token contract if the token is an ERC-20 token. */
  to: Address;
  /**
   * `"0"` for an ERC-20 token: any other value would be lost to the token contract.
   * @unverified wei or whole native coins
   */
  value: string;
  data: Hex;
  /** Decimal string, in whole native coins, not in wei. */
  estimateGasCost: string;
}

/** The response with one transfer. */
export interface DepositResponse {
  transfer: DepositTransfer;
}

/** A transaction type. The service has more types than the known ones. */
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
  | UnverifiedTransactionType
>;

/** The final statuses. @unverified `PARTIALLY_COMPLETED` for limit orders */
export type FinalTransactionStatus = "COMPLETED" | "FAILED" | "PARTIALLY_COMPLETED";

/** A transaction status. `COMPLETED`, `FAILED` and `PARTIALLY_COMPLETED` are final. */
export type TransactionStatus = Open<FinalTransactionStatus | "PROCESSING" | "ON_BRIDGE">;

/** A received amount, and its value in other currencies. */
export interface ReceivedAmount {
  token?: Maybe<Token>;
  /** Decimal string. @unverified whole tokens or smallest units */
  amount: string;
  amountIn?: Maybe<CurrencyAmounts>;
  cryptoCurrency: Token;
}

/** A transaction in a wallet's history. Unknown fields are kept. */
export interface Transaction {
  metadata?: Maybe<Metadata>;
  /** The service's id. Several operations may share one transaction hash. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  updatedAt: string;
  /** ISO 8601. Null or absent while processing. */
  executedAt?: Maybe<string>;
  status: TransactionStatus;
  /** An object with the hash and a link to an explorer. */
  transactionHash?: Maybe<ExplorerLink>;
  chain: Chain;
  type: TransactionType;
  userOperationHash?: Maybe<Hex>;
  receivedBy?: Maybe<string>;
  receivedFromAddress?: Maybe<string>;
  receivedCryptoCurrency?: Maybe<Token>;
  receivedAmount?: Maybe<ReceivedAmount>;
}

/** A transaction whose status no longer changes. It may have failed: check `status`. */
export interface FinalTransaction extends Transaction {
  status: FinalTransactionStatus;
}

/** The query of `client.wallets.history`. */
export interface HistoryQuery {
  /** Page size: 1 to 100. @defaultValue `100` */
  take?: number | null | undefined;
  /** The id of the last transaction of the previous page. */
  lastId?: string | null | undefined;
  type?: TransactionType | readonly TransactionType[] | null | undefined;
  status?: TransactionStatus | readonly TransactionStatus[] | null | undefined;
  userOperationHash?: Hex | null | undefined;
  transactionHash?: Hex | null | undefined;
  /** The chains involved, including Bitcoin (0). */
  chains?: ChainId | readonly ChainId[] | null | undefined;
  /** @deprecated Use `chains`. The source chain of a cross-chain transaction. */
  chainInId?: ChainId | null | undefined;
  /** @deprecated Use `chains`. The destination chain of a cross-chain transaction. */
  chainOutId?: ChainId | null | undefined;
  /** The latest creation time: a `Date`, or ISO 8601 with seconds and a zone. */
  createdAtLatest?: string | Date | null | undefined;
  /** The earliest creation time: a `Date`, or ISO 8601 with seconds and a zone. */
  createdAtOldest?: string | Date | null | undefined;
  /** Requires `metadataValue`. */
  metadataKey?: string | null | undefined;
  /** Requires `metadataKey`. */
  metadataValue?: string | null | undefined;
  /**
   * A liquidity position: the same value as `tokenId` and `nftId` of liquidity calls. The service
   * combines it with `metadataKey: "positionId"` by OR: set both to list one position across
   * rebalances.
   */
  nftNumber?: string | null | undefined;
}

/** A page of transactions. */
export interface HistoryPage {
  /** Null, absent or empty on the last page. */
  nextLastId?: Maybe<string>;
  transactions: Transaction[];
}

/** The response with one transaction. */
export interface TransactionResponse {
  transaction: Transaction;
}

/** The person of a tax export, for the external tax provider. */
export interface TaxIndividual {
  /** @unverified other words than `individual` */
  type: Open<"individual">;
  individualId: string;
}

/** The request of `client.wallets.requestTaxExport`. */
export interface TaxExportRequest {
  /** The address that receives the report. */
  email: string;
  individual: TaxIndividual;
  /** The branding of the e-mail. Sent unchecked. @unverified fields not documented */
  emailCustomization?: Record<string, unknown> | null | undefined;
}

/** The request of `client.wallets.scheduleTaxExport`. */
export interface TaxExportScheduleRequest extends TaxExportRequest {
  /** When the export is sent. @unverified other words than `MONTHLY_START` */
  recurrencePreset: Open<"MONTHLY_START">;
  /** The IANA name of the time zone of the month. @defaultValue `"America/Sao_Paulo"` */
  timezone?: string | null | undefined;
}
