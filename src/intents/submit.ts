import type { QueuedOperation, SignedOperation } from "../contract/operations/records.js";
import { sleep } from "../shared/time/run-within.js";
import type { RunClient } from "../tasks/run.js";
import { isLost } from "../tasks/submission-errors.js";
import type { LookupResult } from "./look-up-entry.js";

/** How often an operation is submitted again, each time after twice the pause. */
const maxRepeats = 5;
const firstPause = 1_000;

/** Another call has changed the entry. */
export const changedByOther: unique symbol = Symbol("changed by another call");

interface SubmitOptions {
  readonly signal: AbortSignal | undefined;
  readonly pause: number | undefined;
  /** Looks for the operation in the history. */
  readonly lookUp: () => Promise<LookupResult>;
  /** Throws `changedByOther` if it is. */
  readonly assertCurrent: () => Promise<void>;
}

/**
 * Submits a signed operation. If the response is lost, it submits the same one again while the
 * history does not show it: one hash is executed once at most. Rejects with the first error whose
 * outcome is not known, because no later one proves that nothing was sent.
 */
export async function submit(
  { operations }: RunClient,
  signed: SignedOperation,
  { signal, pause = firstPause, lookUp, assertCurrent }: SubmitOptions,
): Promise<QueuedOperation> {
  let lost: unknown;
  for (let repeats = 0; ; repeats++) {
    try {
      return await operations.execute(signed, { signal });
    } catch (error) {
      lost ??= error;
      if (!isLost(error) || repeats === maxRepeats) throw lost;
    }
    try {
      const { kind } = await lookUp();
      if (kind !== "may_execute") throw lost;
      await sleep(pause * 2 ** repeats, signal);
      await assertCurrent();
    } catch (error) {
      // No error of a look or of the journal proves that nothing was sent.
      throw error === changedByOther ? error : lost;
    }
  }
}
