import { ConfigurationError } from "../errors/data.js";
import { nameOf } from "../errors/thrown.js";
import type { Logger, LogLevel } from "./options.js";

const levels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** A logger with a level. Fields hold only names, numbers and trace ids. */
export interface Log {
  readonly enabled: (level: Exclude<LogLevel, "off">) => boolean;
  readonly write: (
    level: Exclude<LogLevel, "off">,
    message: string,
    fields: Readonly<Record<string, unknown>>,
  ) => void;
}

export function createLog(logger: Logger = console, level: LogLevel = "warn"): Log {
  const allowed = levels.indexOf(level);
  if (allowed < 0) {
    throw new ConfigurationError(
      `logLevel must be one of ${levels.join(", ")}, got ${String(level)}`,
    );
  }
  const reportOnce = createFailureReporter("the logger");
  const enabled: Log["enabled"] = (wanted) => levels.indexOf(wanted) <= allowed;
  return {
    enabled,
    write: (wanted, message, fields) => {
      if (!enabled(wanted)) return;
      callListener(() => logger[wanted](`[bursar] ${message}`, fields), reportOnce);
    },
  };
}

/**
 * Calls a function of the caller's. A failure, now or later, goes to `onFailure` and changes
 * nothing else: a broken log must not break a call that moves money, nor end the process.
 */
export function callListener(listener: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const outcome = listener();
    // Not `instanceof`: a function of another realm returns a promise of that realm.
    if (typeof (outcome as PromiseLike<unknown> | undefined)?.then === "function") {
      Promise.resolve(outcome).then(undefined, onFailure);
    }
  } catch (error) {
    onFailure(error);
  }
}

const ignore = () => {};

/** Reports the first failure of a listener to the console: there is no other place for it. */
export function createFailureReporter(what: string): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    const fallback: Logger = console;
    // The console may be replaced by one that throws: then nothing is left to report to.
    callListener(() => fallback.error(`[bursar] ${what} failed`, { error: nameOf(error) }), ignore);
  };
}
