import { endpoint } from "../shared/endpoint.js";
import { Id } from "../shared/primitives.js";
import { matchId } from "../shared/repeated-value.js";
import { type ExactSchema, request } from "../shared/schema.js";
import {
  HistoryPage,
  HistoryQuery,
  historyPageSizes,
  TransactionMetadataRequest,
  TransactionResponse,
} from "./history-schemas.js";
import { AnyWalletPath } from "./schemas.js";

const TransactionPath: ExactSchema<{ transactionId: string }> = request(() => ({
  transactionId: Id,
}));

/** E11. */
export const listHistory = endpoint({
  name: "wallets.history",
  title: "List a wallet's transactions, pending ones included",
  label: "E11",
  method: "GET",
  path: "/api/v1/wallets/{walletAddress}/history",
  params: AnyWalletPath,
  query: HistoryQuery,
  arrays: "repeat",
  response: HistoryPage,
  errors: ["UNAVAILABLE_COMPUTE_UNITS", "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"],
  effect: "read",
  known: "contract",
  paging: {
    style: "cursor",
    items: "transactions",
    param: "lastId",
    next: "nextLastId",
    size: "take",
    sizes: historyPageSizes,
  },
});

/** E13. */
export const updateTransactionMetadata = endpoint({
  name: "wallets.updateTransactionMetadata",
  title: "Update a transaction's metadata",
  label: "E13",
  method: "PATCH",
  path: "/api/v1/wallets/transactions/{transactionId}/metadata",
  params: TransactionPath,
  body: TransactionMetadataRequest,
  response: TransactionResponse,
  errors: ["invalid_metadata", "TRANSACTION_NOT_FOUND"],
  effect: "write",
  known: "contract",
  lookup: "read the transaction's metadata from client.wallets.history",
  same: ({ params }) => ({ "transaction.id": matchId(params.transactionId) }),
});

/** The endpoints of transactions, in the order of the reference. */
export default [listHistory, updateTransactionMetadata] as const;
