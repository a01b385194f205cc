import { AbortedError, TimeoutError } from "../../errors/connection.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import { onAbort } from "./abort-listener.js";

/** The conditions that end a task early. */
export interface Deadline {
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  readonly scope: Exclude<TimeoutError["scope"], "wait">;
  /** The start of the time limit, as `getSteadyTime()`. Default: now. */
  readonly since?: number | undefined;
  /** What is missing after a timeout, for the message. Default: no complete response. */
  readonly missing?: string | undefined;
}

/**
 * Runs a task until it settles, the time is up, or the caller aborts. The task's signal is aborted
 * when the task must stop, and also when it fails, so that everything it started stops too. No
 * timer and no listener remains afterwards.
 */
export function withDeadline<T>(
  operation: string,
  deadline: Deadline,
  task: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const { signal: outer, timeout, since } = deadline;
  // One promise, and no `async`: every call passes here twice.
  return new Promise<T>((resolve, reject) => {
    if (outer?.aborted) return reject(createAbortedError(operation, outer.reason, false));
    const controller = new AbortController();
    const cleanUp = () => {
      clearTimeout(timer);
      stopListening?.();
    };
    // Stop the task first, so that it has cleaned up before the caller's promise rejects.
    const fail = (error: unknown) => {
      cleanUp();
      controller.abort();
      reject(error);
    };
    const left = since === undefined ? timeout : Math.max(0, timeout - (getSteadyTime() - since));
    const onCallerAbort = () => fail(createAbortedError(operation, outer?.reason, false));
    // Before the timer starts: this throws if the caller passed anything else than a signal.
    const stopListening = outer && onAbort(outer, onCallerAbort);
    const timer = setTimeout(() => fail(createTimeoutError(operation, deadline)), left);
    const succeed = (value: T) => {
      cleanUp();
      resolve(value);
    };
    try {
      Promise.resolve(task(controller.signal)).then(succeed, fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** `lookup` is what to check after an aborted write. Without it, nothing has to be looked up. */
export function createAbortedError(
  operation: string,
  reason: unknown,
  sent: boolean,
  lookup?: string,
): AbortedError {
  const when = sent ? " after the request was sent" : "";
  const outcome = lookup === undefined ? "" : ", so the service may have executed it";
  return new AbortedError(`${operation}: the caller aborted${when}${outcome}`, {
    operation,
    reason,
    sent,
    hint: lookup === undefined ? undefined : `Before trying again: ${lookup}.`,
    outcome: lookup === undefined ? "none" : "unknown",
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

/** Settles like the task, or rejects as soon as the signal is aborted. */
export function rejectOnAbort<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    task.finally(onAbort(signal, stop)).then(resolve, reject);
  });
}

/** Waits. Rejects as soon as the signal is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw signal.reason;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return rejectOnAbort(signal, elapsed).finally(() => clearTimeout(timer));
}
