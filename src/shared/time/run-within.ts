import { onAbort as listen } from "./abort-listener.js";

/**
 * What ends a task early. `onAbort` and `onTimeout` return the result that the call then resolves
 * to, or throw the error that it rejects with.
 */
export interface Limits<T> {
  readonly signal?: AbortSignal | null | undefined;
  /** Default: throws the reason of the signal. */
  readonly onAbort?: ((reason: unknown) => T) | undefined;
  /** In milliseconds. Without it, there is no time limit. */
  readonly timeout?: number | undefined;
  readonly onTimeout?: (() => T) | undefined;
  /** Called before the call rejects, for any reason. */
  readonly beforeReject?: (() => void) | undefined;
}

/**
 * Runs a task until it settles, the time is up, or the signal is aborted. If the signal is already
 * aborted, the task does not start. No timer and no listener remains afterwards.
 */
export function runWithin<T>(limits: Limits<T>, task: () => T | PromiseLike<T>): Promise<T> {
  const { signal, onAbort = throwReason, timeout, onTimeout, beforeReject } = limits;
  // One promise, and no `async`: every call of the client passes here several times.
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return resolve(onAbort(signal.reason));
    const end = (getResult: () => T) => {
      clearTimeout(timer);
      stopListening?.();
      try {
        resolve(getResult());
      } catch (error) {
        beforeReject?.();
        reject(error);
      }
    };
    const fail = (error: unknown) => end(() => throwReason(error));
    // Before the timer starts: this throws if the caller passed anything else than a signal.
    const stopListening = signal && listen(signal, () => end(() => onAbort(signal.reason)));
    const timer = onTimeout && setTimeout(() => end(onTimeout), timeout);
    try {
      Promise.resolve(task()).then((value) => end(() => value), fail);
    } catch (error) {
      fail(error);
    }
  });
}

function throwReason(reason: unknown): never {
  throw reason;
}

/** Waits. Rejects with the reason of the signal as soon as it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const limits = { signal, timeout: milliseconds, onTimeout: () => {} };
  return runWithin(limits, () => new Promise(() => {}));
}
