import { finalTransactionStatuses } from "../contract/final-statuses.js";
import { sameAddress } from "../contract/shared/addresses/same-address.js";
import { readExpiry } from "../contract/shared/expiry.js";
import type { Statement } from "../contract/shared/statement.js";
import { readHash } from "../contract/wallets/history-miss.js";
import type { Transaction } from "../contract/wallets/history-records.js";
import { isBursarError } from "../errors/any-bursar-error.js";
import { assertVersion } from "../errors/assert-version.js";
import type { ErrorKind } from "../errors/base.js";
import { ConfigurationError } from "../errors/data.js";
import { isMissing, isObject } from "../shared/guards.js";
import type { Hex } from "../shared/patterns.js";

const states = ["begun", "signed", "done", "failed", "check"] as const;

/** What is known of an intent. It is plain JSON without a signature or a key. */
export interface IntentEntry {
  /** The form of the entry. An entry without it, or of another version, is rejected. */
  version: 1;
  /** Your own id of what is to happen once, such as the id of an order. */
  intent: string;
  /** Counts the changes of the entry, from 1. `update` compares it. */
  revision: number;
  /**
   * - `begun`: nothing was sent.
   * - `signed`: it may have been sent.
   * - `done`: it was executed.
   * - `failed`: it was not. With a `transactionId`, it failed on the chain.
   * - `check`: a person must look. See `reason`.
   */
  state: (typeof states)[number];
  walletAddress: string;
  chainId: number;
  /** The digest of the request, if it is known. From the first `signed` on. */
  request?: Hex | undefined;
  /** From `signed` on. */
  userOperationHash?: Hex | undefined;
  /** ISO 8601. After it, the operation cannot be executed. */
  expiresAt?: string | undefined;
  /** What it moves, as far as that is stated. From `signed` on. */
  statement?: Statement | undefined;
  /** The `id` in the wallet's history. */
  transactionId?: string | undefined;
  /** The status in the history. */
  status?: string | undefined;
  /** Why it is `failed` or must be checked. */
  reason?: string | undefined;
}

/**
 * Stores entries. Every method must be durable when it resolves. One table with a unique key does:
 * see docs/intents.md.
 */
export interface Journal {
  /**
   * Inserts the entry, unless there is one with its `intent`: returns that one then. Must be
   * atomic, also between processes.
   */
  begin(entry: IntentEntry): Promise<IntentEntry | undefined>;
  /**
   * Replaces the entry with the same `intent` if it still has the revision `from`, and returns
   * whether it did. Must be atomic, also between processes.
   */
  update(entry: IntentEntry, from: number): Promise<boolean>;
  /** All entries that are neither `done` nor `failed`. */
  open(): AsyncIterable<IntentEntry>;
  /** All entries, in an order that does not change. */
  list(filter?: JournalFilter): AsyncIterable<IntentEntry>;
}

/** Which entries `list` yields. */
export interface JournalFilter {
  /** Only those with this state. */
  state?: IntentEntry["state"] | undefined;
  /** Only those after the entry of this intent, to go on with a list that was interrupted. */
  after?: string | undefined;
}

/** Whether nothing is left to do or to look at. */
export const isSettled = ({ state }: Pick<IntentEntry, "state">): boolean =>
  state === "done" || state === "failed";

/**
 * Creates a journal in memory, for tests: it ends with the process.
 *
 * @example
 * ```ts
 * import { createMemoryJournal } from "bursar/intents";
 *
 * const journal = createMemoryJournal();
 * for await (const entry of journal.open()) console.log(entry.intent, entry.state);
 * ```
 */
export function createMemoryJournal(): Journal {
  const entries = new Map<string, IntentEntry>();
  return {
    async begin(entry) {
      const earlier = entries.get(entry.intent);
      if (earlier) return { ...earlier };
      entries.set(entry.intent, { ...entry });
      return undefined;
    },
    async update(entry, from) {
      if (entries.get(entry.intent)?.revision !== from) return false;
      entries.set(entry.intent, { ...entry });
      return true;
    },
    async *open() {
      for (const entry of [...entries.values()]) if (!isSettled(entry)) yield { ...entry };
    },
    async *list(filter) {
      yield* filterEntries([...entries.values()], filter);
    },
  };
}

/** An intent after which nothing was found yields nothing. */
export function* filterEntries(
  entries: readonly IntentEntry[],
  { state, after }: JournalFilter = {},
): Generator<IntentEntry, void, undefined> {
  const start = isMissing(after) ? 0 : entries.findIndex(({ intent }) => intent === after) + 1;
  if (start === 0 && !isMissing(after)) return;
  for (const entry of entries.slice(start))
    if (isMissing(state) || entry.state === state) yield { ...entry };
}

/** Without all methods, something could be sent that is not in the journal. */
export function assertJournal(subject: string, journal: Partial<Journal> | undefined): void {
  const methods = [journal?.begin, journal?.update, journal?.open, journal?.list];
  if (!methods.every((method) => typeof method === "function"))
    throw new ConfigurationError(
      `${subject}: journal: expected an object with begin, update, open and list`,
      { hint: "Pass createFileJournal(path), or a journal on your database." },
    );
}

/** Reads an entry of a journal. Throws if it is none: what it is about may have been sent. */
export function readEntry(subject: string, given: unknown): IntentEntry {
  if (isObject(given)) assertVersion(`${subject}: journal`, "an entry", given, 1, "unknown");
  const entry = given as IntentEntry;
  const isEntry =
    isObject(given) &&
    typeof entry.intent === "string" &&
    Number.isSafeInteger(entry.revision) &&
    states.includes(entry.state) &&
    typeof entry.walletAddress === "string" &&
    (entry.state !== "signed" || typeof entry.userOperationHash === "string");
  if (isEntry) return { ...entry };
  throw new ConfigurationError(`${subject}: journal: expected an entry, got another value`, {
    hint: "Return each entry as it was stored, parsed from JSON.",
    outcome: "unknown",
  });
}

/** The wallet and the chain of an entry. */
export type Target = Pick<IntentEntry, "walletAddress" | "chainId">;

/** Throws if the entry is of another intent, wallet or chain than the call. */
export function assertSameTarget(
  subject: string,
  entry: IntentEntry,
  target: Target & Pick<IntentEntry, "intent">,
): void {
  const { intent, walletAddress, chainId } = entry;
  if (intent !== target.intent)
    throw new ConfigurationError(
      `${subject}: journal: expected the entry of "${target.intent}", got that of "${intent}"`,
      { hint: "Let the unique key of the table compare texts exactly, with their letter case." },
    );
  if (sameAddress(walletAddress, target.walletAddress) && chainId === target.chainId) return;
  throw new ConfigurationError(
    `${subject}: intent: "${intent}" is of ${walletAddress} on chain ${chainId}`,
    { hint: "Use a new intent for each payment." },
  );
}

const rejectUpdate = (subject: string, expected: string): never => {
  throw new ConfigurationError(`${subject}: journal: update: expected ${expected}`, {
    hint: "Let update return whether it has changed the entry, and begin read what it stored.",
  });
};

/** What `update` returns. Of any other value, it is not known whether the entry was stored. */
export function isUpdated(subject: string, given: unknown): boolean {
  return typeof given === "boolean"
    ? given
    : rejectUpdate(subject, `a boolean, got ${typeof given}`);
}

/** Throws if `update` was refused although no other call has changed the entry. */
export function assertChanged(
  subject: string,
  { intent, revision }: IntentEntry,
  overtaken: number | undefined,
): void {
  if (revision === overtaken)
    rejectUpdate(subject, `true, because "${intent}" still has the revision ${revision}`);
}

/** The arguments of `update`, as plain JSON. */
export const toUpdate = (next: IntentEntry, from: number): [entry: IntentEntry, from: number] => [
  JSON.parse(JSON.stringify({ ...next, revision: from + 1 })),
  from,
];

export const isSameEntry = (a: IntentEntry, b: IntentEntry): boolean =>
  a.state === b.state && a.userOperationHash === b.userOperationHash && a.status === b.status;

/** The entry before anything is signed. It keeps the request, which must stay the same. */
export const toBegun = ({
  intent,
  revision,
  walletAddress,
  chainId,
  request,
}: Omit<IntentEntry, "version" | "state">): IntentEntry => ({
  version: 1,
  intent,
  revision,
  state: "begun",
  walletAddress,
  chainId,
  ...(request && { request }),
});

/** The entry of what cannot be executed any more. */
export const toUnsent = (entry: IntentEntry): IntentEntry => ({
  ...entry,
  state: "failed",
  reason: "Nothing was executed: call once again with the same intent.",
});

/** The entry of what is not found although it may have been executed. */
export const toCheck = (entry: IntentEntry): IntentEntry => {
  const { transactionId, userOperationHash, expiresAt } = entry;
  const why = transactionId
    ? "Its record is missing."
    : userOperationHash && typeof readExpiry(expiresAt) !== "number"
      ? "It has no expiry and is not found."
      : "The history does not show whether it was executed.";
  const where = userOperationHash ? "its hash on the chain" : "it in the history of the wallet";
  return { ...entry, state: "check", reason: `${why} Look for ${where}.` };
};

/**
 * An error after the signature leaves the outcome of the payment unknown, also that of a read which
 * only looked for it. A mistake in the options keeps its hint.
 */
export function adviseToRepeat(error: unknown, { state }: IntentEntry): unknown {
  if (state !== "signed" || !isBursarError(error) || isMistake(error)) return error;
  const hint = "Call `once` again with the same intent: it looks before it signs.";
  return Object.assign(error, { outcome: "unknown", hint });
}

const isMistake = ({ kind }: { kind: ErrorKind }) =>
  kind === "configuration" || kind === "intent_conflict" || kind === "journal";

/** The entry with what a record of the history says. Without a final status, it is `signed`. */
export function withStatus(
  entry: IntentEntry,
  record: Partial<Transaction> & { status: string },
): IntentEntry {
  const { id: transactionId, status } = record;
  const hash = (readHash(record) ?? entry.userOperationHash) as Hex | undefined;
  const known = { ...entry, userOperationHash: hash, transactionId, status, reason: undefined };
  const isFinal = finalTransactionStatuses.has(status);
  // A record may have no hash while it is processed.
  if (!isFinal && hash) return { ...known, state: "signed" };
  if (status === "COMPLETED") return { ...known, state: "done" };
  const reason = `Its status is ${status}: see the transaction.`;
  return { ...known, state: status === "FAILED" ? "failed" : "check", reason };
}
