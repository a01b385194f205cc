import { assertNotAborted, createAbortedError } from "./abort.js";

/** How long a node may take, in milliseconds. */
export const nodeTimeout = 20_000;

interface TimeLimit<T> {
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Returns the result when the time is over. */
  readonly onTimeout: () => T;
}

/**
 * Settles like `work`, with `onTimeout` when the time is over, or rejects when the caller aborts. A
 * client of viem cannot abort its requests. It ends them by its own timeout.
 */
export async function withinTime<T>(
  subject: string,
  work: Promise<T>,
  { timeout, signal, onTimeout }: TimeLimit<T>,
): Promise<T> {
  // If it loses the race, its failure is of no interest.
  work.catch(() => {});
  assertNotAborted(subject, signal);
  let stop = () => {};
  const stopped = new Promise<T>((resolve, reject) => {
    const abort = () => reject(createAbortedError(subject, signal));
    const timer = setTimeout(() => resolve(onTimeout()), timeout);
    signal?.addEventListener("abort", abort);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  return Promise.race([work, stopped]).finally(stop);
}
