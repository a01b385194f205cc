import { finalTransactionStatuses } from "../contract/final-statuses.js";
import { expiryGrace, readExpiry } from "../contract/shared/expiry.js";
import { parseHttpDate } from "../contract/shared/http-date.js";
import { isRecordOf, provesMiss } from "../contract/wallets/history-miss.js";
import type { HistoryQuery, Transaction } from "../contract/wallets/history-records.js";
import { ConfigurationError } from "../errors/data.js";
import { isObject } from "../shared/guards.js";
import type { IntentEntry } from "./journal.js";

/** @throws {ConfigurationError} for anything else than milliseconds. */
export function readSettleAfter(subject: string, given: number | null | undefined): number {
  const time = given ?? expiryGrace;
  if (Number.isFinite(time) && time >= 0) return time;
  throw new ConfigurationError(`${subject}: settleAfter: expected milliseconds of 0 or more`);
}

/** The most records of a page. */
const take = 100;

/** The key of the metadata that a request carries. */
export const metadataKey = "intent";

/** The method that reads the history. A client of `createClient` has it. */
export interface LookingClient {
  wallets: {
    history(
      walletAddress: string,
      query: HistoryQuery,
      options?: { signal?: AbortSignal | undefined },
    ): {
      withResponse(): PromiseLike<{
        data: { readonly items: readonly Transaction[]; readonly cursor: unknown };
        response: { readonly headers: { get(name: string): string | null } };
      }>;
    };
  };
}

/**
 * What the history says about an entry.
 *
 * - `found`: it has a record.
 * - `not_executed`: it has no record, and can no longer be executed.
 * - `may_execute`: it has no record, and can still be executed.
 * - `unknown`: the entry has no expiry or had a record before, or the history proves nothing.
 */
export interface LookupResult {
  readonly kind: "found" | "not_executed" | "may_execute" | "unknown";
  readonly record?: Transaction;
}

/**
 * Looks for an entry: by its hash, then by the metadata of the intent. A record proves that it was
 * sent. A miss proves nothing before the expiry and `settleAfter`, by the clock of the service.
 */
export async function lookUpEntry(
  client: LookingClient,
  entry: IntentEntry,
  { settleAfter, signal }: { settleAfter: number; signal?: AbortSignal | undefined },
): Promise<LookupResult> {
  const { walletAddress, userOperationHash, intent, expiresAt, transactionId } = entry;
  const queries: HistoryQuery[] = [
    ...(userOperationHash ? [{ userOperationHash }] : []),
    { metadataKey, metadataValue: intent },
  ];
  let time = Number.POSITIVE_INFINITY;
  let isMiss = true;
  for (const query of queries) {
    const call = client.wallets.history(walletAddress, { ...query, take }, { signal });
    const { data, response } = await call.withResponse();
    const records = data.items.filter(isObject) as unknown as Transaction[];
    const byMetadata = query === queries.at(-1);
    const record = pickRecord(records, entry, byMetadata);
    if (record) return { kind: "found", record };
    const others = byMetadata ? data.items.filter((each) => !isOther(each, intent)) : data.items;
    isMiss &&=
      data.items.length < take &&
      provesMiss({ records: others, cursor: data.cursor, hash: userOperationHash, take });
    // NaN without the header: no comparison with it is true.
    time = Math.min(time, parseHttpDate(response.headers.get("date")));
  }
  if (!userOperationHash) return { kind: isMiss ? "not_executed" : "unknown" };
  const expiry = readExpiry(expiresAt);
  if (typeof expiry !== "number") return { kind: "unknown" };
  if (!(time >= expiry + settleAfter)) return { kind: "may_execute" };
  // A record that was seen before proves that it was sent.
  return { kind: isMiss && !transactionId ? "not_executed" : "unknown" };
}

/** Whether the metadata show that a record is another operation, or an attempt that failed. */
function isOther(record: Partial<Transaction> | null, intent: string): boolean {
  const name = record?.metadata?.[metadataKey];
  return name === intent ? record?.status === "FAILED" : typeof name === "string";
}

/**
 * The record that counts. A filter that the service ignores must match nothing. A failure of
 * another operation with the same intent says nothing about this one.
 */
function pickRecord(
  records: readonly Transaction[],
  { userOperationHash: hash, intent }: IntentEntry,
  byMetadata: boolean,
): Transaction | undefined {
  const isFinal = ({ status }: Transaction) => finalTransactionStatuses.has(status);
  const own = records.find((record) => isRecordOf(record, hash));
  if (own) return own;
  const name = ({ metadata }: Transaction) => metadata?.[metadataKey];
  // A record may have no hash while it is processed.
  if (!byMetadata)
    return records.find(
      (each) => !each.userOperationHash && !isFinal(each) && (name(each) ?? intent) === intent,
    );
  const named = records.filter((each) => name(each) === intent && each.status !== "FAILED");
  return named.find(isFinal) ?? named[0];
}
