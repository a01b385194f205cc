import type { HistoryQuery, Transaction } from "../../contract/wallets/types.js";
import { findTransaction } from "../operations/settle-operations.js";
import {
  type Handler,
  type Handlers,
  isWalletOf,
  requireWalletOf,
} from "../shared/operation-handler.js";
import { BadRequest, Refusal } from "../shared/service-error.js";
import type { Project, World } from "../world/world.js";
import { historyOf, veteranWallet } from "./veteran-wallet.js";

type Test = (record: Transaction) => boolean;

const list: Handler<"wallets.history"> = ({ world, project, params, query }) => {
  const address = params.walletAddress as string;
  requireWalletOf(world, project, address);
  const records = historyOf(world, address);
  const { take = 100, lastId } = query;
  const tests = testsOf(query);
  const page: Transaction[] = [];
  for (let i = startOf(records, lastId); i >= 0; i--) {
    const record = records[i] as Transaction;
    if (!tests.every((test) => test(record))) continue;
    // Only a further match makes a further page: the last page never points to an empty one.
    if (page.length === take)
      return { body: { nextLastId: page.at(-1)?.id ?? null, transactions: page } };
    page.push(record);
  }
  return { body: { nextLastId: null, transactions: page } };
};

/** Where every record of a history stands. Histories only grow at the end, so that the index is extended and never rebuilt. */
const indexes = new WeakMap<readonly Transaction[], Map<string, number>>();

function startOf(records: readonly Transaction[], lastId: string | undefined): number {
  if (lastId === undefined) return records.length - 1;
  let index = indexes.get(records);
  if (!index) {
    index = new Map();
    indexes.set(records, index);
  }
  for (let i = index.size; i < records.length; i++) index.set((records[i] as Transaction).id, i);
  const last = index.get(lastId);
  if (last === undefined)
    throw new BadRequest([
      { code: "custom", path: ["lastId"], message: "No transaction of this wallet has that id" },
    ]);
  return last - 1;
}

/** One test for every filter that was given. Newest records come first, and all tests must pass. */
function testsOf(query: HistoryQuery): Test[] {
  const tests: Test[] = [];
  const {
    userOperationHash,
    transactionHash,
    chainInId,
    chainOutId,
    createdAtLatest,
    createdAtOldest,
  } = query;
  const types = listed(query.type);
  const statuses = listed(query.status);
  const chains = listed(query.chains);
  if (types) tests.push(({ type }) => types.includes(type));
  if (statuses) tests.push(({ status }) => statuses.includes(status));
  if (userOperationHash) tests.push((record) => same(record.userOperationHash, userOperationHash));
  if (transactionHash) tests.push((record) => same(record.transactionHash?.hash, transactionHash));
  if (chains)
    tests.push((record) =>
      [record.chain?.id, chainOf(record, "chainIn"), chainOf(record, "chainOut")].some((id) =>
        chains.includes(id),
      ),
    );
  if (chainInId !== undefined) tests.push((record) => chainOf(record, "chainIn") === chainInId);
  if (chainOutId !== undefined) tests.push((record) => chainOf(record, "chainOut") === chainOutId);
  if (createdAtLatest !== undefined) {
    const latest = new Date(createdAtLatest).getTime();
    tests.push(({ createdAt }) => Date.parse(createdAt ?? "") <= latest);
  }
  if (createdAtOldest !== undefined) {
    const oldest = new Date(createdAtOldest).getTime();
    tests.push(({ createdAt }) => Date.parse(createdAt ?? "") >= oldest);
  }
  tests.push(...metadataTests(query));
  return tests;
}

/** `nftNumber` beside the metadata key `positionId` follows a position across rebalances: either of the two is enough then. */
function metadataTests({ metadataKey, metadataValue, nftNumber }: HistoryQuery): Test[] {
  const byMetadata: Test | undefined =
    metadataKey === undefined
      ? undefined
      : ({ metadata }) => metadata?.[metadataKey] === metadataValue;
  const byNumber: Test | undefined =
    nftNumber === undefined
      ? undefined
      : (record) =>
          [extra(record, "nftNumber"), extra(record, "previousNftNumber")].includes(nftNumber);
  if (byMetadata && byNumber && metadataKey === "positionId")
    return [(record) => byMetadata(record) || byNumber(record)];
  return [byMetadata, byNumber].filter((test) => test !== undefined);
}

function listed<T>(value: T | readonly T[] | undefined): readonly unknown[] | undefined {
  return value === undefined ? undefined : Array.isArray(value) ? value : [value];
}

function same(text: string | null | undefined, wanted: string): boolean {
  return text?.toLowerCase() === wanted.toLowerCase();
}

/** Where a transaction begins or ends: its own chain, unless the record says otherwise. */
function chainOf(record: Transaction, side: "chainIn" | "chainOut"): unknown {
  const named = extra(record, side);
  if (typeof named === "number") return named;
  return (named as { id?: number } | undefined)?.id ?? record.chain?.id;
}

function extra(record: Transaction, field: string): unknown {
  return (record as unknown as Record<string, unknown>)[field];
}

const updateMetadata: Handler<"wallets.updateTransactionMetadata"> = ({
  world,
  project,
  params,
  body,
}) => {
  const record = recordOf(world, project, params.transactionId as string);
  const { metadata } = body;
  // As wallet metadata is known to behave: keys that are not named stay.
  record.metadata = {
    ...record.metadata,
    ...(typeof metadata === "string" ? JSON.parse(metadata) : metadata),
  };
  return { body: { transaction: record } };
};

/** The record of that id in the history of a wallet of the project. */
function recordOf(world: World, project: Project, id: string): Transaction {
  historyOf(world, veteranWallet);
  const record = findTransaction(world, id);
  const owned = Object.entries(world.history).some(
    ([wallet, records]) =>
      isWalletOf(world, project, wallet) && records.includes(record as Transaction),
  );
  if (!record || !owned) throw new Refusal("TRANSACTION_NOT_FOUND");
  return record;
}

export const historyHandlers: Handlers = {
  "wallets.history": list,
  "wallets.updateTransactionMetadata": updateMetadata,
};
