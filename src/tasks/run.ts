import type { QueuedOperation, SignedOperation } from "../contract/operations/records.js";
import { readExpiry } from "../contract/shared/expiry.js";
import type { FinalTransaction } from "../contract/wallets/history-records.js";
import { isBursarError } from "../errors/any-bursar-error.js";
import { WaitTimeoutError } from "../errors/connection.js";
import { SigningError } from "../errors/signing.js";
import type { Hex } from "../shared/patterns.js";
import { assertNotAborted } from "../signing/shared/abort.js";
import type { Fields } from "../signing/shared/read-options.js";
import type { Signer } from "../signing/signer/resolve-signer.js";
import { releaseSigned } from "../signing/skeleton/policy.js";
import type { RunOutcome } from "../signing/skeleton/receipts.js";
import { type RunRecord, readRecord } from "./run-record.js";
import {
  assertNodes,
  type PolicyOption,
  type Settled,
  type SettleOptions,
  settleRun,
} from "./settle.js";
import { isLost, isUnsent } from "./submission-errors.js";
import { type RunWaitOptions, type WaitForOperation, waitForOutcome } from "./wait-for-outcome.js";

/** What every run takes, besides what is signed. */
export interface RunOptions extends SettleOptions {
  signer: Signer;
  /**
   * Called with each stage, and awaited before the next step: store the record. If it throws or
   * rejects, the run stops with this error. What was submitted before stays submitted.
   */
  onStage?: ((record: RunRecord) => void | Promise<void>) | undefined;
  /**
   * The last stored record of an interrupted run. From `signed` on, the run only looks and waits,
   * and never signs or sends again, regardless of the request. From `quoted`, it starts anew. **One
   * process at a time may run a record**; `once` of `bursar/intents` needs no lock.
   */
  resume?: RunRecord | undefined;
  /** Aborts the calls, the signing and the wait. What was already sent is not undone. */
  signal?: AbortSignal | undefined;
  /** How to wait for the final status. */
  wait?: RunWaitOptions | undefined;
}

/** A run whose operation has a final status. **Check the `status`**: it may be `FAILED`. */
export interface RunResult extends RunRecord, Settled {
  stage: "final";
  status: string;
  transactionId: string;
  /** The record in the wallet's history. */
  transaction: FinalTransaction;
  /** Why a receipt of the outcome was not written. It is not thrown: the operation was sent. */
  receiptError?: unknown;
}

/** The methods that every run calls. A client of `createClient` has them. */
export interface RunClient {
  operations: {
    execute(
      operation: SignedOperation,
      options?: { signal?: AbortSignal | undefined },
    ): PromiseLike<QueuedOperation>;
  };
  wallets: { waitForTransaction: WaitForOperation };
}

// biome-ignore format: a compact table
export const runFields: Fields<RunOptions> = {
  signer: "any", onStage: "function", resume: "any", signal: "signal", settle: "any",
  wait: { timeout: "value", interval: "value", maxInterval: "value", onProgress: "function" },
};

export interface RunSteps {
  readonly subject: string;
  readonly walletAddress: string;
  readonly chainId: number;
  /** Requests what is signed. Returns how to sign it. */
  prepare(): Promise<() => Promise<SignedOperation | SignedOperation[] | undefined>>;
  readonly wait: WaitForOperation;
}

/** Resolves to the error if that fails. */
type Write = (outcome: RunOutcome) => Promise<unknown>;

/** Prepares, signs, submits and waits, or goes on with a stored record. */
export async function run(
  client: RunClient,
  { subject, walletAddress, chainId, prepare, wait }: RunSteps,
  {
    onStage,
    resume,
    signal,
    wait: waitOptions,
    settle,
    policy,
    write,
  }: Omit<RunOptions, "signer"> & PolicyOption & { write: Write },
): Promise<RunResult> {
  assertNodes(subject, settle, chainId);
  const looking = { settle, policy, signal };
  const identity = { version: 1, walletAddress, chainId } as const;
  const enter = async <Entered extends RunRecord>(record: Entered): Promise<Entered> => {
    // A copy as it will be read again, so that the caller cannot change the run.
    await onStage?.(JSON.parse(JSON.stringify(record)));
    return record;
  };
  let receiptError: unknown;
  const note = async (
    outcome: RunOutcome["outcome"],
    { userOperationHash }: { userOperationHash?: Hex | undefined },
    more?: Partial<RunOutcome>,
  ) => {
    const target = { call: subject, walletAddress, chainId, userOperationHash };
    const failure = await write({ outcome, ...target, ...more });
    receiptError ??= failure;
    return failure;
  };
  const finish = async (record: RunRecord, cause?: unknown): Promise<RunResult> => {
    const transaction = await lookUp(record, cause);
    const { id: transactionId, status } = transaction;
    const final = { ...record, stage: "final", transactionId, status } as const;
    if (record.stage !== "final") await enter(final);
    const settled = await settleRun(final, transaction, looking);
    const isNew = record.stage !== "final" || settled.settlement || settled.settlementError;
    if (isNew) await note("final", final, { transactionId, status, ...settled });
    const result = { ...final, transaction, ...settled };
    return receiptError === undefined ? result : { ...result, receiptError };
  };
  const lookUp = async (record: RunRecord, cause: unknown): Promise<FinalTransaction> => {
    try {
      return await waitForOutcome(wait, record, { ...waitOptions, signal });
    } catch (error) {
      // It arrived after all, and only takes longer: wait as long as for any other.
      const isSubmitted =
        record.stage === "signed" && error instanceof WaitTimeoutError && error.found;
      if (isSubmitted) return lookUp(await enter({ ...record, stage: "submitted" }), cause);
      if (cause !== undefined && isBursarError(error)) error.cause ??= cause;
      throw error;
    }
  };

  const stored =
    resume === undefined || resume === null ? undefined : readRecord(subject, resume, identity);
  if (stored && stored.stage !== "quoted") return finish(stored);

  const sign = await prepare();
  await enter({ ...identity, stage: "quoted" });
  assertNotAborted(subject, signal);
  const signed = await sign();
  if (!signed) {
    const hint = "Nothing is executed: the response has no operation.";
    throw new SigningError(`${subject}: there is nothing to sign`, { hint });
  }
  if (Array.isArray(signed)) {
    const hint = "Nothing was sent: sign them with signOperation, and execute one after another.";
    throw new SigningError(`${subject}: the response has several operations`, { hint });
  }
  const { userOperationHash, statement } = signed;
  const expiry = readExpiry(signed.expiresAt);
  const expiresAt = typeof expiry === "number" ? new Date(expiry).toISOString() : undefined;
  let record: RunRecord | undefined;
  try {
    assertNotAborted(subject, signal);
    record = await enter({ ...identity, stage: "signed", userOperationHash, expiresAt, statement });
    await client.operations.execute(signed, { signal });
  } catch (error) {
    const wasSent = record && !isUnsent(error);
    // What was sent can be executed although the service refused it, so it counts in a policy.
    if (!wasSent) await releaseSigned(signed);
    const cause = await note(wasSent ? "unknown" : "not_sent", signed, { error });
    if (cause !== undefined && isBursarError(error)) error.cause ??= cause;
    if (!record || !isLost(error)) throw error;
    return finish(record, error);
  }
  await note("submitted", record);
  return finish(await enter({ ...record, stage: "submitted" }), receiptError);
}
