import { ConfigurationError } from "../../errors/data.js";
import { callListener } from "../../shared/call-listener.js";
import { quoteValue } from "../../shared/hide-secrets.js";
import { nameOf } from "../../shared/thrown.js";
import type { Logger, LogLevel } from "./options.js";

const levels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

type Level = Exclude<LogLevel, "off">;

/** A logger with a level. Fields contain only names, numbers and trace ids. */
export interface Log {
  readonly enabled: (level: Level) => boolean;
  readonly write: (
    level: Level,
    message: string,
    fields: Readonly<Record<string, unknown>>,
  ) => void;
}

export function createLog(logger: Logger = console, level: LogLevel = "warn"): Log {
  const allowed = levels.indexOf(level);
  if (allowed < 0) {
    throw new ConfigurationError(
      `logLevel must be one of ${levels.join(", ")}, got ${quoteValue(level)}`,
    );
  }
  const reportOnce = createFailureReporter("the logger");
  const enabledLevels = new Set<LogLevel>(levels.slice(1, allowed + 1));
  const enabled: Log["enabled"] = (wanted) => enabledLevels.has(wanted);
  return {
    enabled,
    write: (wanted, message, fields) => {
      if (!enabled(wanted)) return;
      const text = `[bursar] ${message}`;
      callListener(() => {
        const line = takesFieldsFirst(logger) ? [fields, text] : [text, fields];
        return logger[wanted](...(line as Line));
      }, reportOnce);
    },
  };
}

type Line = Parameters<Logger["error"]>;

/** pino and bunyan drop fields after the message. winston and the console have a method `log`. */
function takesFieldsFirst(logger: object): boolean {
  return "child" in logger && "fatal" in logger && !("log" in logger);
}

const ignore = () => {};

/** Creates a function that reports only the first failure of a listener, to the console. */
export function createFailureReporter(what: string): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (isReported) return;
    isReported = true;
    const fallback: Logger = console;
    // A replaced console may throw too. The failure is then ignored.
    callListener(() => fallback.error(`[bursar] ${what} failed`, { error: nameOf(error) }), ignore);
  };
}
