import { ConfigurationError } from "../../errors/data.js";
import { nameOf } from "../../shared/thrown.js";
import { runWithin } from "../../shared/time/run-within.js";
import type { Schedule, ScheduledAttempt } from "../config/options.js";

/** Makes an attempt when the caller's `schedule` runs it: at most once, and not after the call. */
export function runScheduled<T>(
  schedule: Schedule,
  { operation, attempt, signal }: ScheduledAttempt,
  send: () => Promise<T>,
): Promise<T> {
  const start = (resolve: (value: T) => void, reject: (error: unknown) => void) => {
    let sent: Promise<void> | undefined;
    let hasEnded = false;
    const run = async () => {
      if (hasEnded || signal.aborted) return;
      // Only the call gets the failure of an attempt: a limiter could repeat what it sees fail.
      sent ??= send().then(resolve, reject);
      await sent;
    };
    const end = (what: string, cause?: unknown) => {
      hasEnded = true;
      if (sent) return;
      const message = `${operation}: the schedule function ${what}`;
      const hint = "Nothing was sent. It must call run.";
      reject(new ConfigurationError(message, { operation, cause, hint }));
    };
    Promise.resolve()
      .then(() => schedule(run, { operation, attempt, signal }))
      .then(
        () => end("ended without a run"),
        (cause) => end(`threw ${nameOf(cause)}`, cause),
      );
  };
  return runWithin({ signal }, () => new Promise<T>(start));
}
