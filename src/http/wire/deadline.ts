import { AbortedError, TimeoutError } from "../../errors/connection.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import { type Limits, runWithin } from "../../shared/time/run-within.js";
import { Cancellation } from "./cancellation.js";

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
 * Runs a task until it settles, the time is up, or the caller aborts. The task is cancelled when it
 * must stop, and also when it fails, so that everything it started stops too. No timer and no
 * listener remains afterwards.
 */
export function withDeadline<T>(
  operation: string,
  deadline: Deadline,
  task: (cancellation: Cancellation) => T | Promise<T>,
): Promise<T> {
  const { signal } = deadline;
  const cancellation = new Cancellation();
  const limits: Limits<T> = {
    signal,
    onAbort(reason) {
      throw createAbortedError(operation, reason, false);
    },
    timeout: getTimeLeft(deadline),
    onTimeout() {
      throw createTimeoutError(operation, deadline);
    },
    // Stop the task first, so that it has cleaned up before the caller's promise rejects.
    beforeReject: () => cancellation.cancel(),
  };
  return runWithin(limits, () => task(cancellation));
}

/** In milliseconds. */
function getTimeLeft({ timeout, since }: Deadline): number {
  return since === undefined ? timeout : Math.max(0, timeout - (getSteadyTime() - since));
}

/** The same limit for a task inside of another one, whose signal it gets. */
export function withSignal({ timeout, scope, since }: Deadline, signal: AbortSignal): Deadline {
  return { signal, timeout, scope, since };
}

/** One timer is enough for the attempts of a call and the call itself: that of the sooner limit. */
export function pickSooner(first: Deadline, second: Deadline): Deadline {
  return getTimeLeft(second) < getTimeLeft(first) ? second : first;
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
