import { AbortedError } from "../../errors/connection.js";
import { type Limits, runWithin } from "../../shared/time/run-within.js";

type MaybeSignal = AbortSignal | null | undefined;

/** Nothing was sent to the service: a signature that a wallet still returns is dropped. */
export function createAbortedError(subject: string, signal: MaybeSignal): AbortedError {
  const reason: unknown = signal?.reason;
  return new AbortedError(`${subject}: the caller aborted`, { reason, sent: false });
}

export function assertNotAborted(subject: string, signal: MaybeSignal): void {
  if (signal?.aborted) throw createAbortedError(subject, signal);
}

/** How long a node may take, in milliseconds. */
export const nodeTimeout = 20_000;

/**
 * If the caller aborts, or the time is over, `work` goes on until its next `assertNotAborted`. A
 * client of viem cannot abort its requests. It ends them by its own timeout.
 */
export function untilAborted<T>(
  subject: string,
  signal: MaybeSignal,
  work: () => Promise<T>,
  limit?: Required<Pick<Limits<T>, "timeout" | "onTimeout">>,
): Promise<T> {
  const onAbort = () => {
    throw createAbortedError(subject, signal);
  };
  return runWithin({ ...limit, signal, onAbort }, work);
}
