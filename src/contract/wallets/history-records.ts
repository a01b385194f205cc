import { isValid } from "../records/check.js";
import {
  defaulted,
  eitherOf,
  essential,
  type FieldsOf,
  integerFrom,
  listOf,
  maybe,
  type ObjectSchema,
  type Open,
  oneOrMore,
  type Rule,
  type Schema,
} from "../records/schema.js";
import { ChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import {
  DateTime,
  Decimal,
  Hash,
  Id,
  isWithinMetadataSize,
  Metadata,
  metadataSizeExpected,
  StoredMetadata,
  Text,
} from "../shared/primitives.js";
import { Chain, CurrencyAmounts, ExplorerLink, Token } from "../shared/records.js";

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
>;

/** The final statuses. @unverified `PARTIALLY_COMPLETED` for limit orders */
export type FinalTransactionStatus = "COMPLETED" | "FAILED" | "PARTIALLY_COMPLETED";

/** A transaction status. `COMPLETED`, `FAILED` and `PARTIALLY_COMPLETED` are final. */
export type TransactionStatus = Open<FinalTransactionStatus | "PROCESSING" | "ON_BRIDGE">;

export const TransactionType: Schema<TransactionType> = { kind: "text" };
const TypeFilter: Schema<TransactionType> = { kind: "text", isFilled: true };
export const TransactionStatus: Schema<TransactionStatus> = { kind: "text" };
const StatusFilter: Schema<TransactionStatus> = { kind: "text", isFilled: true };

const receivedAmountFields = () => ({
  token: maybe(Token),
  /** Decimal string. @unverified whole tokens or smallest units */
  amount: Decimal,
  /** The value by currency: decimal strings. */
  amountIn: maybe(CurrencyAmounts),
  cryptoCurrency: Token,
});
/** A received amount, and its value in other currencies. */
export interface ReceivedAmount extends FieldsOf<typeof receivedAmountFields> {}
export const ReceivedAmount: ObjectSchema<ReceivedAmount> = {
  kind: "record",
  fields: receivedAmountFields,
};

const transactionFields = () => ({
  /** The strings that the project stored with the transaction. */
  metadata: maybe(StoredMetadata),
  /** The service's id. Several operations may share one transaction hash. */
  id: essential(Id),
  /** ISO 8601. */
  createdAt: Text,
  /** ISO 8601. */
  updatedAt: Text,
  /** ISO 8601. Null or absent while processing. */
  executedAt: maybe(Text),
  status: TransactionStatus,
  /** An object with the hash and a link to an explorer. */
  transactionHash: maybe(ExplorerLink),
  chain: Chain,
  type: TransactionType,
  /** The hash of the user operation. */
  userOperationHash: maybe(Hash),
  /** The address that received the amount. */
  receivedBy: maybe(Text),
  /** The address that sent the amount. */
  receivedFromAddress: maybe(Text),
  receivedCryptoCurrency: maybe(Token),
  receivedAmount: maybe(ReceivedAmount),
});
/** A transaction in a wallet's history. Unknown fields are kept. */
export interface Transaction extends FieldsOf<typeof transactionFields> {}
export const Transaction: ObjectSchema<Transaction> = { kind: "record", fields: transactionFields };

const historyRules: Rule<HistoryQuery> = (query, report) => {
  if (query.metadataKey !== undefined && query.metadataValue === undefined)
    report(["metadataValue"], "a value, because metadataKey is given", "own");
  if (query.metadataValue !== undefined && query.metadataKey === undefined)
    report(["metadataKey"], "a key, because metadataValue is given", "own");
  const { createdAtOldest: oldest, createdAtLatest: latest } = query;
  // Valid dates are text here. Anything else has an issue of its own.
  if (typeof oldest === "string" && typeof latest === "string") {
    if (Date.parse(oldest) > Date.parse(latest))
      report(["createdAtOldest"], "a date no later than createdAtLatest", "own");
  }
};

/** The number of transactions per page. */
export const historyPageSizes: PageSizes = { default: 100, max: 100 };

const historyQueryFields = () => ({
  /** Page size: 1 to 100. @defaultValue `100` */
  take: defaulted(integerFrom(1, historyPageSizes.max), historyPageSizes.default),
  /** The id of the last transaction of the previous page. */
  lastId: maybe(Id),
  /** Only transactions of these types. */
  type: maybe(oneOrMore(TypeFilter)),
  /** Only transactions with these statuses. */
  status: maybe(oneOrMore(StatusFilter)),
  /** Only the transaction of this user operation. */
  userOperationHash: maybe(Hash),
  /** Only the records with this hash on the chain. */
  transactionHash: maybe(Hash),
  /** The chains involved, including Bitcoin (0). */
  chains: maybe(oneOrMore(ChainId)),
  /** @deprecated Use `chains`. The source chain of a cross-chain transaction. */
  chainInId: maybe(ChainId, { isDeprecated: true }),
  /** @deprecated Use `chains`. The destination chain of a cross-chain transaction. */
  chainOutId: maybe(ChainId, { isDeprecated: true }),
  /** The latest creation time: a `Date`, or ISO 8601 with seconds and a zone. */
  createdAtLatest: maybe(DateTime),
  /** The earliest creation time: a `Date`, or ISO 8601 with seconds and a zone. */
  createdAtOldest: maybe(DateTime),
  /** Requires `metadataValue`. */
  metadataKey: maybe(Id),
  /** Requires `metadataKey`. */
  metadataValue: maybe(Text),
  /**
   * A liquidity position: the same value as `tokenId` and `nftId` of liquidity calls. The service
   * combines it with `metadataKey: "positionId"` by OR: set both to list one position across
   * rebalances.
   */
  nftNumber: maybe(Id),
});
/** The query of `client.wallets.history`. */
export interface HistoryQuery extends FieldsOf<typeof historyQueryFields> {}
export const HistoryQuery: ObjectSchema<HistoryQuery> = {
  kind: "request",
  fields: historyQueryFields,
  rule: historyRules,
};

const historyPageFields = () => ({
  /** Null, absent or empty on the last page. */
  // A malformed cursor would end a listing too early.
  nextLastId: essential(maybe(Text), "if present"),
  transactions: essential(listOf(Transaction), "items of any form"),
});
/** A page of transactions. */
export interface HistoryPage extends FieldsOf<typeof historyPageFields> {}
export const HistoryPage: ObjectSchema<HistoryPage> = { kind: "record", fields: historyPageFields };

/** The metadata as JSON text, which some deployments require. */
const MetadataText: Schema<string> = {
  kind: "text",
  rules: [{ passes: isMetadataText, expected: `a map of strings, ${metadataSizeExpected}` }],
};

function isMetadataText(text: string): boolean {
  try {
    return isWithinMetadataSize(text) && isValid(Metadata, JSON.parse(text));
  } catch {
    return false;
  }
}

const transactionMetadataRequestFields = () => ({
  /** The new metadata. Some deployments require it as JSON text. */
  metadata: eitherOf(Metadata, MetadataText),
});
/** The new metadata of a transaction. */
export const TransactionMetadataRequest: ObjectSchema<{ metadata: Metadata | string }> = {
  kind: "request",
  fields: transactionMetadataRequestFields,
};

const transactionResponseFields = () => ({ transaction: essential(Transaction) });
/** The response with one transaction. */
export interface TransactionResponse extends FieldsOf<typeof transactionResponseFields> {}
export const TransactionResponse: ObjectSchema<TransactionResponse> = {
  kind: "record",
  fields: transactionResponseFields,
};

/** A transaction whose status no longer changes. It may have failed: check `status`. */
export interface FinalTransaction extends Transaction {
  status: FinalTransactionStatus;
}
