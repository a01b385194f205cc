import { WaitTimeoutError } from "../errors/connection.js";
import { ConfigurationError } from "../errors/data.js";
import { evmAddressPattern } from "../shared/patterns.js";
import { operationFields } from "../signing/operation/operation-options.js";
import { type Fields, readOptions } from "../signing/shared/read-options.js";
import { type RunClient, run, runFields } from "../tasks/run.js";
import type { RunOperationOptions } from "../tasks/run-operation.js";
import type { RunRecord } from "../tasks/run-record.js";
import { assertNodes, type Settled, settleRun } from "../tasks/settle.js";
import { isUnsent } from "../tasks/submission-errors.js";
import {
  adviseToRepeat,
  assertChanged,
  assertJournal,
  assertSameTarget,
  type IntentEntry,
  isSameEntry,
  isSettled,
  isUpdated,
  type Journal,
  readEntry,
  type Target,
  toBegun,
  toCheck,
  toUpdate,
  withStatus,
} from "./journal.js";
import { type LookingClient, lookUpEntry, metadataKey, readSettleAfter } from "./look-up-entry.js";
import { type Prepared, signPrepared } from "./sign-prepared.js";

/** The methods that `once` calls. A client of `createClient` has them. */
export type IntentClient = RunClient & LookingClient;

/** What is done once, by whom, and where it is written down. */
export interface OnceOptions extends Omit<RunOperationOptions, "onStage" | "resume"> {
  /** Your own id of the payment, stored with your order: at most 256 characters. */
  intent: string;
  journal: Journal;
  /**
   * How long after its expiry an operation that is not found counts as not executed, in
   * milliseconds.
   *
   * @defaultValue `60000`
   */
  settleAfter?: number | undefined;
}

/** The entry of an intent, and what a look at its operation found. */
export interface OnceResult extends IntentEntry, Settled {}

/** A function: bundlers keep an unused table with spreads. */
const listOptionFields = (): Fields<OnceOptions> => {
  const { onStage: _onStage, resume: _resume, ...fields } = runFields;
  return {
    ...operationFields,
    ...fields,
    walletAddress: "value!",
    chainId: "value!",
    intent: "value!",
    journal: "any!",
    settleAfter: "value",
  };
};

/** Another call has changed the entry. */
const changedByOther = Symbol("changed by another call");

/**
 * Pays at most once per intent, also if the process is killed at any moment, and also if several
 * processes call it at once. `prepare` makes the call whose response is signed, as in
 * `runOperation`. Pass the metadata that it gets in its request. For a swap, return the quote with
 * the request.
 *
 * The journal has the intent before anything is signed, and the hash before anything is sent. An
 * earlier entry is settled first: it is looked for in the history of the wallet. It is attempted
 * again only if nothing was sent, or when it can no longer be executed. Resolves to the entry when
 * its state is `done`, `failed` on the chain, or `check`, for a person. **Check the `state`.** A
 * settled intent is never attempted again.
 *
 * @throws {UnsafeToSignError} with every problem. Nothing was signed.
 * @throws {WaitTimeoutError} if it cannot be settled in time. Call it again later.
 * @throws {ConfigurationError} for an invalid option, or an entry of another version. Nothing was
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
  const { intent, journal, settleAfter, signer, signal, wait, settle, ...signOptions } =
    readOptions(subject, options, listOptionFields());
  const { walletAddress, chainId } = signOptions;
  const target = { walletAddress, chainId };
  assertIntent(subject, intent);
  assertTarget(subject, target);
  assertJournal(subject, journal);
  assertNodes(subject, settle);
  const settings = { settleAfter: readSettleAfter(subject, settleAfter), signal };
  const steps = {
    subject,
    ...target,
    async prepare() {
      const prepared = await prepare({ [metadataKey]: intent });
      return () => signPrepared(subject, prepared, { intent, signer, signal, ...signOptions });
    },
    wait: client.wallets.waitForTransaction.bind(client.wallets),
  };

  let entry = toBegun({ intent, revision: 1, ...target });
  const change = async (next: IntentEntry): Promise<IntentEntry> => {
    const [changed, from] = toUpdate(next, entry.revision);
    if (!isUpdated(subject, await journal.update({ ...changed }, from))) throw changedByOther;
    entry = changed;
    return entry;
  };
  let executeError: unknown;
  let hasPaid = false;
  const sender: RunClient = {
    wallets: client.wallets,
    operations: {
      async execute(signed, callOptions) {
        try {
          return await client.operations.execute(signed, callOptions);
        } catch (error) {
          executeError = error;
          throw error;
        }
      },
    },
  };
  /** Prepares, signs, sends and waits. With `resume`, it only waits. */
  const runEntry = async (resume?: RunRecord): Promise<IntentEntry> => {
    const onStage = async (record: RunRecord) => {
      const { userOperationHash, expiresAt, statement, transactionId, status } = record;
      if (record.stage === "signed")
        await change({ ...entry, state: "signed", userOperationHash, expiresAt, statement });
      hasPaid ||= record.stage === "final";
      if (record.stage === "final")
        await change(withStatus(entry, { id: transactionId as string, status: status as string }));
    };
    await run(sender, steps, { onStage, resume, signal, wait });
    return entry;
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
    if (entry.state === "failed" && !entry.transactionId) return change(toBegun(entry));
    if (isSettled(entry)) return entry;
    const { kind, record } = await lookUpEntry(client, entry, settings);
    if (record) {
      const known = withStatus(entry, record);
      if (!isSameEntry(known, entry)) await change(known);
      if (entry.state !== "signed") return entry;
      if (timeout) throw timeout;
      return waitFor("submitted");
    }
    if (entry.state === "begun" || entry.state === "check") return entry;
    if (kind === "not_executed") return change(toBegun(entry));
    if (!timeout) return waitFor("signed");
    if (kind === "unknown") return change(toCheck(entry));
    throw timeout;
  };

  const look = async (): Promise<OnceResult> => {
    if (!settle || !entry.transactionId) return entry;
    // Only the call that paid stops the policy: a later one would stop it again.
    const policy = hasPaid ? signOptions.policy : undefined;
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
      const begun = toBegun({ intent, revision: 1, ...target });
      const earlier = await journal.begin({ ...begun });
      entry = earlier ? readEntry(subject, earlier) : begun;
      assertSameTarget(subject, entry, begun);
      assertChanged(subject, entry, overtaken);
      if (earlier) await resolveEarlier();
      if (entry.state === "begun") await attempt();
      return await look();
    } catch (error) {
      // The signature is discarded. The entry of the other call becomes the earlier entry.
      if (error !== changedByOther) throw adviseToRepeat(error, entry);
    }
  }
}

function toRecord(entry: IntentEntry, stage: "signed" | "submitted"): RunRecord {
  const { walletAddress, chainId, userOperationHash, expiresAt, statement } = entry;
  return { version: 1, stage, walletAddress, chainId, userOperationHash, expiresAt, statement };
}

function assertIntent(subject: string, intent: unknown): void {
  if (
    typeof intent === "string" &&
    intent.trim() === intent &&
    /^[^\p{Cc}\p{Cs}]{1,256}$/u.test(intent)
  )
    return;
  throw new ConfigurationError(`${subject}: intent: expected a text of 1 to 256 characters`, {
    hint: "Pass your own id of the payment, such as the id of the order.",
  });
}

function assertTarget(subject: string, { walletAddress, chainId }: Target): void {
  const reject = (expected: string): never => {
    throw new ConfigurationError(`${subject}: ${expected}`);
  };
  if (!evmAddressPattern.test(walletAddress)) reject("walletAddress: expected an EVM address");
  if (!Number.isSafeInteger(chainId)) reject("chainId: expected the id of a chain");
}
