import { AbortedError, TimeoutError } from "../../errors/connection.js";
import { onAbort } from "./abort-listener.js";

/** What ends a task early. */
export interface Deadline {
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly scope: TimeoutError["scope"];
  /** When the time began, as `Date.now()`. Default: now. */
  readonly since?: number | undefined;
  /** What did not happen in time, for the message. Default: no complete response. */
  readonly missing?: string | undefined;
}

/**
 * Runs a task until the deadline or the caller's abort. The task gets a signal that is aborted when
 * the task is to stop, and also when it fails, so that nothing it started runs on. No timer and no
 * listener outlives it.
 */
export async function withDeadline<T>(
  operation: string,
  deadline: Deadline,
  task: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const { signal: outer, timeout, since } = deadline;
  if (outer?.aborted) throw abortedError(operation, outer.reason);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      // The task is stopped first, so that it has cleaned up when the caller hears of it.
      const stop = (error: Error) => {
        controller.abort();
        reject(error);
      };
      const left = since === undefined ? timeout : Math.max(0, timeout - (Date.now() - since));
      timer = setTimeout(() => stop(createTimeoutError(operation, deadline)), left);
      stopListening = outer && onAbort(outer, () => stop(abortedError(operation, outer.reason)));
      Promise.resolve(task(controller.signal)).then(resolve, reject);
    });
  } catch (error) {
    controller.abort();
    throw error;
  } finally {
    clearTimeout(timer);
    stopListening?.();
  }
}

function abortedError(operation: string, reason: unknown): AbortedError {
  return new AbortedError(`${operation}: aborted by the caller`, {
    operation,
    reason,
    sent: false,
  });
}

export function createTimeoutError(operation: string, deadline: Deadline): TimeoutError {
  const { timeout, scope, missing = "no complete response" } = deadline;
  const limit = scope === "total" ? "all attempts together" : "one attempt";
  const option = scope === "total" ? "totalTimeout" : "timeout";
  return new TimeoutError(`${operation}: ${missing} within ${timeout} ms (the limit of ${limit})`, {
    operation,
    timeout,
    scope,
    hint: deadline.missing
      ? `Nothing was sent. Raise ${option}.`
      : `Raise ${option}, or request less.`,
  });
}

/** The task's outcome, or a rejection as soon as the signal is aborted, even if the task goes on. */
export function rejectOnAbort<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    task.finally(() => signal.removeEventListener("abort", stop)).then(resolve, reject);
  });
}

/** Waits, unless the signal is aborted first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return void reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
