import { isBursarError } from "../errors/any-bursar-error.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import {
  assertJournal,
  type IntentEntry,
  isSameEntry,
  isUpdated,
  type Journal,
  readEntry,
  toCheck,
  toUnsent,
  toUpdate,
  withStatus,
} from "./journal.js";
import { type LookingClient, lookUpEntry, readSettleAfter } from "./look-up-entry.js";

/** How `recover` looks. */
export interface RecoverOptions {
  /** As in `once`. @defaultValue `60000` */
  settleAfter?: number | undefined;
  signal?: AbortSignal | undefined;
}

const optionFields: Fields<RecoverOptions> = { settleAfter: "value", signal: "signal" };

/**
 * Looks up every open entry of a journal, stores what became of it, and yields the entry. **It
 * never signs or sends.** Call it when a server starts, and from time to time. An entry that stays
 * `signed` may still be executed, or could not be looked up: `reason` says which. `check` is for a
 * person. `failed` without a `transactionId` was never executed: call `once` with the intent again.
 *
 * @throws ConfigurationError for an invalid option or entry, or an entry of another version.
 * @example
 * ```ts
 * import { createMemoryJournal, recover } from "bursar/intents";
 *
 * const journal = createMemoryJournal(); // the journal of once
 * for await (const { intent, state, reason } of recover(client, journal))
 *   if (state === "check") console.error(intent, reason);
 * ```
 */
export async function* recover(
  client: LookingClient,
  journal: Journal,
  options?: RecoverOptions,
): AsyncGenerator<IntentEntry, void, undefined> {
  const subject = "recover";
  const { settleAfter, signal } = readOptions(subject, options, optionFields);
  const settings = { settleAfter: readSettleAfter(subject, settleAfter), signal };
  assertJournal(subject, journal);
  for await (const given of journal.open()) {
    const entry = readEntry(subject, given);
    const known = await lookUp(entry);
    if (isSameEntry(known, entry)) yield known;
    // Otherwise another call has changed it, and goes on with it.
    else if (isUpdated(subject, await journal.update(...toUpdate(known, entry.revision))))
      yield { ...known, revision: entry.revision + 1 };
  }

  async function lookUp(entry: IntentEntry): Promise<IntentEntry> {
    try {
      const { kind, record } = await lookUpEntry(client, entry, settings);
      if (record) return withStatus(entry, record);
      if (entry.state === "check") return entry;
      if (kind === "not_executed") return toUnsent(entry);
      if (kind === "unknown") return toCheck(entry);
      return { ...entry, reason: `It may be executed until ${entry.expiresAt}. Look again later.` };
    } catch (error) {
      // One entry that cannot be looked up must not hide the others.
      if (!isBursarError(error) || signal?.aborted) throw error;
      return { ...entry, reason: error.message };
    }
  }
}
