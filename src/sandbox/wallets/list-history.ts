import type { Given } from "../../contract/records/schema.js";
import type { HistoryQuery, Transaction } from "../../contract/wallets/history-records.js";
import { findTransaction } from "../operations/settle-operations.js";
import { assertProjectWallet, isProjectWallet } from "../shared/find-wallet.js";
import type { OperationHandlers } from "../shared/operation-handler.js";
import { createFieldError, ServiceError } from "../shared/service-error.js";
import type { Project, World } from "../world/world.js";
import { getHistory, isVeteranTransaction, veteranWallet } from "./veteran-wallet.js";

type RecordFilter = (record: Transaction) => boolean;

function findStartIndex(
  records: readonly Transaction[],
  lastId: string | null | undefined,
): number {
  if (lastId == null) return records.length - 1;
  const last = records.findIndex(({ id }) => id === lastId);
  if (last < 0) throw createFieldError(["lastId"], "No transaction of this wallet has that id");
  return last - 1;
}

/** One filter for each query parameter. A record must pass all of them. */
function createFilters(query: Given<HistoryQuery>): RecordFilter[] {
  const filters: RecordFilter[] = [];
  const { userOperationHash, transactionHash, chainInId, chainOutId } = query;
  const { createdAtLatest, createdAtOldest } = query;
  const types = toList(query.type);
  const statuses = toList(query.status);
  const chains = toList(query.chains);
  if (types) filters.push(({ type }) => types.includes(type));
  if (statuses) filters.push(({ status }) => statuses.includes(status));
  if (userOperationHash)
    filters.push((record) => equalsIgnoreCase(record.userOperationHash, userOperationHash));
  if (transactionHash)
    filters.push((record) => equalsIgnoreCase(record.transactionHash?.hash, transactionHash));
  if (chains)
    filters.push((record) => {
      const [chainIn, chainOut] = [getChainId(record, "chainIn"), getChainId(record, "chainOut")];
      return [record.chain?.id, chainIn, chainOut].some((id) => chains.includes(id));
    });
  if (chainInId != null) filters.push((record) => getChainId(record, "chainIn") === chainInId);
  if (chainOutId != null) filters.push((record) => getChainId(record, "chainOut") === chainOutId);
  if (createdAtLatest != null) {
    const latest = new Date(createdAtLatest).getTime();
    filters.push(({ createdAt }) => Date.parse(createdAt ?? "") <= latest);
  }
  if (createdAtOldest != null) {
    const oldest = new Date(createdAtOldest).getTime();
    filters.push(({ createdAt }) => Date.parse(createdAt ?? "") >= oldest);
  }
  filters.push(...createMetadataFilters(query));
  return filters;
}

/**
 * `nftNumber` with the metadata key `positionId` follows a position across rebalances: a record
 * needs to match only one of them.
 */
function createMetadataFilters({
  metadataKey,
  metadataValue,
  nftNumber,
}: Given<HistoryQuery>): RecordFilter[] {
  const byMetadata: RecordFilter = ({ metadata }) =>
    metadata?.[metadataKey ?? ""] === metadataValue;
  const byNumber: RecordFilter = (record) =>
    ["nftNumber", "previousNftNumber"].some((field) => getField(record, field) === nftNumber);
  if (metadataKey === "positionId" && nftNumber != null)
    return [(record) => byMetadata(record) || byNumber(record)];
  return [
    ...(metadataKey == null || metadataValue == null ? [] : [byMetadata]),
    ...(nftNumber == null ? [] : [byNumber]),
  ];
}

function toList<T>(value: T | readonly T[] | null | undefined): readonly unknown[] | undefined {
  return value == null ? undefined : Array.isArray(value) ? value : [value];
}

function equalsIgnoreCase(text: string | null | undefined, wanted: string): boolean {
  return text?.toLowerCase() === wanted.toLowerCase();
}

function getChainId(record: Transaction, side: "chainIn" | "chainOut"): unknown {
  const named = getField(record, side);
  if (typeof named === "number") return named;
  return (named as { id?: number } | undefined)?.id ?? record.chain?.id;
}

function getField(record: Transaction, field: string): unknown {
  return (record as unknown as Record<string, unknown>)[field];
}

function getProjectTransaction(world: World, project: Project, id: string): Transaction {
  // The veteran's records are created on first use.
  if (isVeteranTransaction(id)) getHistory(world, veteranWallet);
  const record = findTransaction(world, id);
  const owned = Object.entries(world.history).some(
    ([wallet, records]) =>
      isProjectWallet(world, project, wallet) && records.includes(record as Transaction),
  );
  if (!record || !owned)
    throw new ServiceError(
      "TRANSACTION_NOT_FOUND",
      "Could not find the transaction by the given parameters",
    );
  return record;
}

export const historyHandlers: OperationHandlers = {
  "wallets.history"({ world, project, params, query }) {
    const address = params.walletAddress as string;
    assertProjectWallet(world, project, address);
    const records = getHistory(world, address);
    const { lastId } = query;
    const take = query.take ?? 100;
    const filters = createFilters(query);
    const page: Transaction[] = [];
    for (let i = findStartIndex(records, lastId); i >= 0; i--) {
      const record = records[i] as Transaction;
      if (!filters.every((matches) => matches(record))) continue;
      // Return a cursor only if another record matches, so that the last page is never empty.
      if (page.length === take)
        return { nextLastId: page[page.length - 1]?.id ?? null, transactions: page };
      page.push(record);
    }
    return { nextLastId: null, transactions: page };
  },
  "wallets.updateTransactionMetadata"({ world, project, params, body }) {
    const record = getProjectTransaction(world, project, params.transactionId as string);
    const { metadata } = body;
    // Keep existing keys that the request does not name, like wallet metadata.
    record.metadata = {
      ...record.metadata,
      ...(typeof metadata === "string" ? JSON.parse(metadata) : metadata),
    };
    return { transaction: record };
  },
};
