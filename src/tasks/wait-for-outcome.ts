import { expiryGrace, readExpiry } from "../contract/shared/expiry.js";
import type { FinalTransaction, Transaction } from "../contract/wallets/history-records.js";
import type { Progress } from "../http/features/wait.js";
import type { Hex } from "../shared/patterns.js";
import type { RunRecord } from "./run-record.js";

/** How to wait for the final status. Times are milliseconds. */
export interface RunWaitOptions {
  /**
   * @defaultValue as `client.wallets.waitForTransaction`; for what may not have been submitted,
   * about a minute after its expiry
   */
  timeout?: number | undefined;
  interval?: number | undefined;
  maxInterval?: number | undefined;
  onProgress?: ((progress: Progress<Transaction>) => void) | undefined;
}

/** Waits for the record of an operation, like `client.wallets.waitForTransaction`. */
export type WaitForOperation = (
  walletAddress: string,
  subject: {
    readonly userOperationHash: Hex;
    readonly walletAddress: string;
    readonly expiresAt?: string | undefined;
  },
  options: RunWaitOptions & { signal?: AbortSignal | undefined },
) => PromiseLike<FinalTransaction>;

/** More than a wait keeps for its last response, so that its last look is not too early. */
const lastLookTime = 5_000;
const minTime = 5_000;

/**
 * Finds out by looking what became of an operation that was signed. It sends nothing. An operation
 * that may not have been submitted is waited for only until it can no longer be executed.
 */
export function waitForOutcome(
  wait: WaitForOperation,
  { stage, walletAddress, userOperationHash, expiresAt }: RunRecord,
  options: RunWaitOptions & { signal?: AbortSignal | undefined },
): PromiseLike<FinalTransaction> {
  const expiry = readExpiry(expiresAt);
  const longest =
    stage === "signed" && typeof expiry === "number"
      ? Math.max(minTime, expiry + expiryGrace + lastLookTime - Date.now())
      : undefined;
  const subject = { userOperationHash: userOperationHash as Hex, walletAddress, expiresAt };
  return wait(walletAddress, subject, { ...options, timeout: options.timeout ?? longest });
}
