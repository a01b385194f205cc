import { WaitTimeoutError } from "../errors/connection.js";
import { IntentConflictError, JournalError } from "../errors/intents.js";
import type { Hex } from "../shared/patterns.js";
import { assertNotAborted } from "../signing/shared/abort.js";
import {
  type Receipt,
  type RunOutcome,
  writeOutcome,
  writeRefusal,
} from "../signing/skeleton/receipts.js";
import { type RunClient, run } from "../tasks/run.js";
import type { RunRecord } from "../tasks/run-record.js";
import { type Settled, settleRun } from "../tasks/settle.js";
import { isUnsent } from "../tasks/submission-errors.js";
import type { RunWaitOptions } from "../tasks/wait-for-outcome.js";
import {
  adviseToRepeat,
  assertChanged,
  assertSameTarget,
  type IntentEntry,
  isSameEntry,
  isSettled,
  isUpdated,
  readEntry,
  toBegun,
  toCheck,
  toUpdate,
  withStatus,
} from "./journal.js";
import { type LookingClient, lookUpEntry, metadataKey } from "./look-up-entry.js";
import { type OnceOptions, readOnceOptions } from "./once-options.js";
import { digestPrepared, type Prepared, signPrepared } from "./sign-prepared.js";
import { changedByOther, submit } from "./submit.js";

/** The methods that `once` calls. A client of `createClient` has them. */
export type IntentClient = RunClient & LookingClient;

/**
 * The entry of an intent, and what a look at its operation found. Without a `request`, nothing was
 * compared: only the history of the wallet has the intent, perhaps because the journal was lost.
 */
export interface OnceResult extends IntentEntry, Settled {
  /** Why the request was not compared with that of the earlier call: `prepare` has failed. */
  prepareError?: unknown;
  /** Why a receipt of the outcome was not written. It is not thrown: the operation was sent. */
  receiptError?: unknown;
}

/** The service has accepted the operation. */
const accepted = Symbol("accepted");

/**
 * Pays at most once per intent, also if the process is killed at any moment, and also if several
 * processes call it at once. `prepare` makes the call whose response is signed, as in
 * `runOperation`. Pass the metadata that it gets in its request. For a swap, return the quote with
 * the request.
 *
 * It looks for the intent in the history of the wallet before it signs, also the first time. The
 * journal has the intent before anything is signed, and the hash before anything is sent. An
 * earlier attempt is repeated only if nothing was sent, or when it can no longer be executed. If
 * the response of the service is lost, the same signed operation is sent again while the history
 * does not show it. Resolves to the entry when its state is `done`, `failed` with a
 * `transactionId`, or `check`, for a person. With `until: "submitted"`, it also resolves when the
 * state is `signed`. **Check the `state`.** An intent is never attempted again if it is `done`,
 * `check`, or `failed` with a `transactionId`. If it is `failed` without one, nothing was executed,
 * and it is attempted again.
 *
 * `prepare` is called for an earlier intent, too, to compare the requests. If it fails then,
 * nothing is compared, and the result has the `prepareError`.
 *
 * @throws IntentConflictError if the intent was used for another request.
 * @throws UnsafeToSignError with every problem. Nothing was signed.
 * @throws WaitTimeoutError if it cannot be settled in time. Call it again later.
 * @throws ConfigurationError for an invalid option, or an entry of another version. Nothing was
 * signed.
 * @throws the error of the journal. What the journal did not store was not sent.
 * @example
 * ```ts
 * import { createMemoryJournal, once } from "bursar/intents";
 * import { pickExecutable } from "bursar/signing";
 *
 * // externallyOwnedAccount
 * const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" as const;
 * const journal = createMemoryJournal(); // use createFileJournal, or your database
 * const settings = { intent: "order 17", journal, walletAddress, chainId: 137, signer, owner };
 * try {
 *   const { state, reason } = await once(client, settings, async (metadata) => {
 *     const expect = { ...request, metadata };
 *     const { quotes } = await client.swap.quote(expect);
 *     return { quote: pickExecutable(quotes), expect };
 *   });
 *   console.log(state, reason);
 * } catch (error) {
 *   console.error("call it again with the same intent:", error);
 * }
 * ```
 */
export async function once(
  client: IntentClient,
  options: OnceOptions,
  prepare: (metadata: { intent: string }) => PromiseLike<Prepared>,
): Promise<OnceResult> {
  const subject = "once";
  const { intent, journal, settleAfter, until, signer, signal, wait, settle, ...given } =
    readOnceOptions(subject, options);
  const { receipts: append } = given;
  // With the request, also if what was prepared cannot be read.
  const receipts =
    append &&
    ((receipt: Receipt) =>
      append({ ...receipt, intent, ...(receipt.kind === "decision" && request && { request }) }));
  const signOptions = { ...given, receipts };
  const { walletAddress, chainId } = signOptions;
  const target = { walletAddress, chainId };
  const settings = { settleAfter, signal };
  const endsEarly = until === "submitted";
  const steps = {
    subject,
    ...target,
    async prepare() {
      const prepared = await prepareRequest();
      assertSameRequest();
      return () => signPrepared(subject, prepared, { intent, signer, signal, ...signOptions });
    },
    wait: client.wallets.waitForTransaction.bind(client.wallets),
  };

  const begun = toBegun({ intent, revision: 1, ...target });
  let entry = begun;
  let request: Hex | undefined;
  let prepareError: unknown;
  let receiptError: unknown;
  /** The last revision that this call has stored. */
  let storedRevision: number | undefined;
  const change = async (next: IntentEntry): Promise<IntentEntry> => {
    const [changed, from] = toUpdate(next, entry.revision);
    if (!isUpdated(subject, await journal.update({ ...changed }, from))) throw changedByOther;
    entry = changed;
    storedRevision = entry.revision;
    return entry;
  };
  let executeError: unknown;
  const prepareRequest = async (): Promise<Prepared> => {
    const prepared = await prepare({ [metadataKey]: intent });
    request = digestPrepared(prepared, signOptions.expect);
    return prepared;
  };
  const assertSameRequest = () => {
    const { request: stored, state, transactionId } = entry;
    if (!stored || !request || request === stored) return;
    const details = { intent, stored, given: request, state, transactionId };
    throw new IntentConflictError(subject, details);
  };
  /** A call that was stopped meanwhile may have been overtaken. */
  const assertCurrent = async () => {
    const stored = await journal.begin({ ...begun });
    const { revision, state, userOperationHash } = entry;
    if (!stored) {
      // It was inserted as never signed, in place of the one that was lost.
      await journal.update(...toUpdate(entry, begun.revision));
      throw new JournalError(`${subject}: the journal has lost the entry of "${intent}"`, {
        hint: "Call `once` again with the same intent, and find out why it was lost.",
      });
    }
    const isSame = stored.state === state && stored.userOperationHash === userOperationHash;
    if (stored.revision !== revision || !isSame) throw changedByOther;
  };
  const sender: RunClient = {
    wallets: client.wallets,
    operations: {
      async execute(signed) {
        const lookUp = () => lookUpEntry(client, entry, settings);
        try {
          const pause = wait?.interval;
          return await submit(client, signed, { signal, pause, lookUp, assertCurrent });
        } catch (error) {
          executeError = error;
          throw error;
        }
      },
    },
  };
  const write = async (outcome: RunOutcome) => {
    const failure = await writeOutcome(receipts, outcome, signal);
    receiptError ??= failure;
    return failure;
  };
  const noteEnd = async ({ settlement, problems, settlementError }: OnceResult) => {
    const { state, userOperationHash, transactionId, status, reason } = entry;
    if (storedRevision === undefined || !(isSettled(entry) || state === "check")) return;
    const outcome = state === "check" ? "unknown" : "final";
    const known = { ...target, userOperationHash, transactionId, status, reason };
    await write({ call: subject, outcome, ...known, settlement, problems, settlementError });
  };
  /** Prepares, signs, sends and waits. With `resume`, it only waits. */
  const runEntry = async (resume?: RunRecord): Promise<IntentEntry> => {
    const onStage = async (record: RunRecord) => {
      const { userOperationHash, expiresAt, statement, transactionId, status } = record;
      if (record.stage === "signed") {
        const signed = { request, userOperationHash, expiresAt, statement };
        await change({ ...entry, state: "signed", ...signed });
        await assertCurrent();
      }
      if (record.stage === "submitted" && endsEarly) throw accepted;
      if (record.stage === "final")
        await change(withStatus(entry, { id: transactionId as string, status: status as string }));
    };
    // The final outcome is written later, with what was settled.
    const writeOther = async (given: RunOutcome) =>
      given.outcome === "final" ? undefined : write(given);
    let isFound = false;
    const found = new AbortController();
    const abort = () => found.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    const onProgress: RunWaitOptions["onProgress"] = (progress) => {
      wait?.onProgress?.(progress);
      isFound = endsEarly && progress.found;
      if (isFound) found.abort();
    };
    try {
      const waiting = { signal: found.signal, wait: { ...wait, onProgress } };
      await run(sender, steps, { onStage, resume, write: writeOther, ...waiting });
      return entry;
    } catch (error) {
      if (error === accepted) return entry;
      if (isFound) return resolveEarlier();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };
  const attempt = async (): Promise<IntentEntry> => {
    try {
      return await runEntry();
    } catch (error) {
      const isOwn = error === executeError && entry.state === "signed";
      if (isOwn && isUnsent(error)) await change(toBegun(entry));
      throw error;
    }
  };
  /** Waits for what was sent, or may have been sent. */
  const waitFor = async (stage: "signed" | "submitted"): Promise<IntentEntry> => {
    try {
      return await runEntry(toRecord(entry, stage));
    } catch (error) {
      if (error instanceof WaitTimeoutError) return resolveEarlier(error);
      throw error;
    }
  };
  /** Returns the earlier entry in its final state, or as `begun` if it can be sent again. */
  const resolveEarlier = async (timeout?: WaitTimeoutError): Promise<IntentEntry> => {
    // A person can have stored it too early: what has a hash may have been sent.
    if (entry.state === "begun" && entry.userOperationHash) entry = { ...entry, state: "signed" };
    // It was never executed.
    if (entry.state === "failed" && !entry.transactionId) await change(toBegun(entry));
    if (isSettled(entry)) return entry;
    const { kind, record } = await lookUpEntry(client, entry, settings);
    if (record) {
      const known = withStatus(entry, record);
      if (!isSameEntry(known, entry)) await change(known);
      if (entry.state !== "signed" || endsEarly) return entry;
      if (timeout) throw timeout;
      return waitFor("submitted");
    }
    if (entry.state === "check") return entry;
    if (entry.state === "begun") return kind === "unknown" ? change(toCheck(entry)) : entry;
    if (kind === "not_executed") return change(toBegun(entry));
    if (!timeout) return waitFor("signed");
    if (kind === "unknown") return change(toCheck(entry));
    throw timeout;
  };

  /** What was paid must not be reported as a failure because it cannot be prepared again. */
  const compareRequest = async () => {
    const isCompared = entry.request === undefined || request !== undefined;
    prepareError = isCompared ? undefined : await getFailure(prepareRequest());
    assertSameRequest();
  };

  const look = async (): Promise<OnceResult> => {
    if (!settle || !entry.transactionId || entry.state === "signed") return entry;
    // Only the call that settles it stops the policy: a later one would stop it again.
    const policy = storedRevision === entry.revision ? signOptions.policy : undefined;
    try {
      const { record } = await lookUpEntry(client, entry, settings);
      const run = toRecord(entry, "submitted");
      return { ...entry, ...(await settleRun(run, record ?? {}, { settle, policy, signal })) };
    } catch (settlementError) {
      if (signal?.aborted) throw settlementError;
      return { ...entry, settlementError };
    }
  };

  for (let overtaken: number | undefined; ; overtaken = entry.revision) {
    try {
      assertNotAborted(subject, signal);
      const earlier = await journal.begin({ ...begun });
      entry = earlier ? readEntry(subject, earlier) : begun;
      assertSameTarget(subject, entry, begun);
      assertChanged(subject, entry, overtaken);
      await compareRequest();
      await resolveEarlier();
      if (entry.state === "begun") await attempt();
      const result = await look();
      await noteEnd(result);
      return {
        ...result,
        ...(prepareError !== undefined && { prepareError }),
        ...(receiptError !== undefined && { receiptError }),
      };
    } catch (error) {
      if (error instanceof IntentConflictError)
        await writeRefusal(receipts, subject, error, target, signal);
      // The signature is discarded. The entry of the other call becomes the earlier entry.
      if (error !== changedByOther) throw adviseToRepeat(error, entry);
    }
  }
}

const getFailure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error ?? "no reason given",
  );

function toRecord(entry: IntentEntry, stage: "signed" | "submitted"): RunRecord {
  const { walletAddress, chainId, userOperationHash, expiresAt, statement } = entry;
  return { version: 1, stage, walletAddress, chainId, userOperationHash, expiresAt, statement };
}
