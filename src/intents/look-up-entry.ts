import { finalTransactionStatuses } from "../contract/final-statuses.js";
import { expiryGrace, readExpiry } from "../contract/shared/expiry.js";
import { createServiceClock, type ServiceClock } from "../contract/shared/service-clock.js";
import { isRecordOf, readHash } from "../contract/wallets/history-miss.js";
import type {
  HistoryQuery,
  Transaction,
  TransactionType,
} from "../contract/wallets/history-records.js";
import { ConfigurationError } from "../errors/data.js";
import { getMoment } from "../shared/steady-time.js";
import type { IntentEntry } from "./journal.js";

/** @throws ConfigurationError for anything else than milliseconds. */
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

/** Of a client, whose calls go to one service. */
const clocks = new WeakMap<LookingClient, ServiceClock>();

function getClock(client: LookingClient): ServiceClock {
  const clock = clocks.get(client) ?? createServiceClock();
  clocks.set(client, clock);
  return clock;
}

/**
 * Looks for an entry: by its hash, then by the metadata of the intent. A record proves that it was
 * sent. A miss proves nothing before the expiry and `settleAfter`, by the clock of the service and
 * by that of this machine.
 */
export async function lookUpEntry(
  client: LookingClient,
  entry: IntentEntry,
  { settleAfter, signal }: { settleAfter: number; signal?: AbortSignal | undefined },
): Promise<LookupResult> {
  const { walletAddress, userOperationHash, intent, expiresAt, transactionId } = entry;
  const byMetadata: HistoryQuery = { metadataKey, metadataValue: intent };
  const queries = userOperationHash ? [{ userOperationHash }, byMetadata] : [byMetadata];
  const clock = getClock(client);
  let time = Date.now();
  let failed: Transaction | undefined;
  let isUnclear = false;
  for (const query of queries) {
    const sentAt = getMoment();
    const call = client.wallets.history(walletAddress, { ...query, take }, { signal });
    const { data, response } = await call.withResponse();
    const matches = data.items.map((record) => matchRecord(record, entry, query));
    const find = (match: Match): Transaction | undefined => data.items[matches.indexOf(match)];
    const record = find("executed") ?? find("pending");
    if (record) return { kind: "found", record };
    failed ??= find("failed");
    // With an ignored filter, the record can be on another page.
    isUnclear ||= data.items.length >= take || Boolean(data.cursor) || matches.includes("unclear");
    // NaN without a header that can be trusted: no comparison with it is true.
    time = Math.min(time, clock.observe(response.headers.get("date"), sentAt));
  }
  if (failed && !isUnclear) return { kind: "found", record: failed };
  if (!userOperationHash) return { kind: isUnclear ? "unknown" : "not_executed" };
  const expiry = readExpiry(expiresAt);
  if (typeof expiry !== "number") return { kind: "unknown" };
  if (!(time >= expiry + settleAfter)) return { kind: "may_execute" };
  // A record that was seen before proves that it was sent.
  return { kind: isUnclear || transactionId ? "unknown" : "not_executed" };
}

/**
 * What a record says about an entry. `other` is of another operation. `unclear` can be of this one,
 * or contradicts it.
 */
type Match = "executed" | "pending" | "failed" | "other" | "unclear";

/** What happens without an operation of the wallet's owner. */
const incomingTypes: ReadonlySet<unknown> = new Set<TransactionType>([
  "CRYPTO_DEPOSIT",
  "LENDING_LIQUIDATION",
]);

/** A record can be any JSON if the response drifts. */
function matchRecord(
  record: Partial<Transaction> | null,
  { userOperationHash: hash, intent, chainId }: IntentEntry,
  query: HistoryQuery,
): Match {
  const { metadata, status = "", type, chain } = Object(record) as Partial<Transaction>;
  const found = readHash(record);
  const name = metadata?.[metadataKey];
  const isFinal = finalTransactionStatuses.has(status);
  const isOwn = isRecordOf(record, hash);
  // The service puts no hash into some records while they are processed.
  const isUnnamed = found === undefined && !isFinal && name === undefined;
  const isNamed = name === intent || (query.userOperationHash !== undefined && isUnnamed);
  if (incomingTypes.has(type)) return isOwn ? "unclear" : "other";
  if (!isOwn && !isNamed)
    return found !== undefined || typeof name === "string" ? "other" : "unclear";
  const id: unknown = Object(chain).id;
  if (typeof id === "number" && id !== chainId && !isOwn) return "unclear";
  if (status !== "FAILED") return isFinal ? "executed" : "pending";
  // The failure of another attempt says nothing about this one.
  return isOwn || hash === undefined ? "failed" : "other";
}
