import { AbortedError } from "../../errors/connection.js";

type MaybeSignal = AbortSignal | null | undefined;

/** Nothing was sent to the service: a signature that a wallet still returns is dropped. */
export function createAbortedError(subject: string, signal: MaybeSignal): AbortedError {
  const reason: unknown = signal?.reason;
  return new AbortedError(`${subject}: the caller aborted`, { reason, sent: false });
}

export function assertNotAborted(subject: string, signal: MaybeSignal): void {
  if (signal?.aborted) throw createAbortedError(subject, signal);
}

/** If the caller aborts, `work` goes on until its next `assertNotAborted`. */
export function untilAborted<T>(
  subject: string,
  signal: MaybeSignal,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    assertNotAborted(subject, signal);
    const stop = () => signal?.removeEventListener("abort", abort);
    const abort = () => {
      stop();
      reject(createAbortedError(subject, signal));
    };
    signal?.addEventListener("abort", abort);
    work().finally(stop).then(resolve, reject);
  });
}
