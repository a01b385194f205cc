import * as z from "zod/mini";
import { ChainId } from "../shared/chains.js";
import type { PageSizes } from "../shared/endpoint.js";
import {
  DateTime,
  Decimal,
  eitherOf,
  Hash,
  Id,
  integerFrom,
  isWithinMetadataSize,
  listOf,
  Metadata,
  metadataSizeExpected,
  oneOrMore,
  Text,
} from "../shared/primitives.js";
import {
  type CrossFieldRule,
  defaulted,
  type ExactSchema,
  exact,
  type Given,
  maybe,
  openWord,
  openWordOf,
  optional,
  record,
  request,
} from "../shared/schema.js";
import { Chain, CurrencyAmounts, ExplorerLink, StoredMetadata, Token } from "../shared/schemas.js";
import type * as t from "./types.js";

const ReceivedAmount: ExactSchema<t.ReceivedAmount> = record(() => ({
  token: maybe(Token),
  amount: Decimal,
  amountIn: maybe(CurrencyAmounts),
  cryptoCurrency: Token,
}));

/** A transaction. */
export const Transaction: ExactSchema<t.Transaction> = record(
  () => ({
    metadata: maybe(StoredMetadata),
    id: Id,
    createdAt: Text,
    updatedAt: Text,
    executedAt: maybe(Text),
    status: openWord<t.TransactionStatus>(),
    transactionHash: maybe(ExplorerLink),
    chain: Chain,
    type: openWord<t.TransactionType>(),
    userOperationHash: maybe(Hash),
    receivedBy: maybe(Text),
    receivedFromAddress: maybe(Text),
    receivedCryptoCurrency: maybe(Token),
    receivedAmount: maybe(ReceivedAmount),
  }),
  { essential: { fields: ["id"] } },
);

const historyRules: CrossFieldRule<Given<t.HistoryQuery>> = (query, _report, reportOwn) => {
  if (query.metadataKey !== undefined && query.metadataValue === undefined)
    reportOwn(["metadataValue"], "a value, because metadataKey is given");
  if (query.metadataValue !== undefined && query.metadataKey === undefined)
    reportOwn(["metadataKey"], "a key, because metadataValue is given");
  const { createdAtOldest: oldest, createdAtLatest: latest } = query;
  // Valid dates are text here. Anything else has an issue of its own.
  if (typeof oldest === "string" && typeof latest === "string") {
    if (Date.parse(oldest) > Date.parse(latest))
      reportOwn(["createdAtOldest"], "a date no later than createdAtLatest");
  }
};

/** The number of transactions per page. */
export const historyPageSizes: PageSizes = { default: 100, max: 100 };

/** E11: the query. */
export const HistoryQuery: ExactSchema<t.HistoryQuery> = request(
  () => ({
    take: defaulted(integerFrom(1, historyPageSizes.max), historyPageSizes.default),
    lastId: optional(Id),
    type: optional(oneOrMore(openWordOf<t.TransactionType>(Id))),
    status: optional(oneOrMore(openWordOf<t.TransactionStatus>(Id))),
    userOperationHash: optional(Hash),
    transactionHash: optional(Hash),
    chains: optional(oneOrMore(ChainId)),
    chainInId: optional(ChainId),
    chainOutId: optional(ChainId),
    createdAtLatest: optional(DateTime),
    createdAtOldest: optional(DateTime),
    metadataKey: optional(Id),
    metadataValue: optional(Text),
    nftNumber: optional(Id),
  }),
  historyRules,
);

/** E11: the response. */
export const HistoryPage: ExactSchema<t.HistoryPage> = record(
  () => ({
    nextLastId: maybe(Text),
    transactions: listOf(Transaction),
  }),
  // A malformed cursor would end a listing too early.
  {
    essential: {
      fields: ["transactions"],
      anyFormIn: ["transactions"],
      ifPresent: ["nextLastId"],
    },
  },
);

/** The metadata as JSON text, which some deployments require. */
const MetadataText = exact(
  z.string().check(
    z.refine((value) => isMetadataText(value), {
      error: `a map of strings, ${metadataSizeExpected}`,
    }),
  ),
);

function isMetadataText(text: string): boolean {
  try {
    return isWithinMetadataSize(text) && Metadata.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** E13: the new metadata. */
export const TransactionMetadataRequest: ExactSchema<{ metadata: Metadata | string }> = request(
  () => ({
    metadata: eitherOf(Metadata, MetadataText),
  }),
);
/** E13: the response. */
export const TransactionResponse: ExactSchema<t.TransactionResponse> = record(
  () => ({
    transaction: Transaction,
  }),
  { essential: { fields: ["transaction"] } },
);
