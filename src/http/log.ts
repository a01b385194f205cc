import { ConfigurationError } from "../errors/data.js";
import type { Logger, LogLevel } from "./options.js";

const levels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** A logger behind a level. Callers hand over only what may be logged: names, numbers and trace ids. */
export interface Log {
  readonly enabled: (level: Exclude<LogLevel, "off">) => boolean;
  readonly write: (level: Exclude<LogLevel, "off">, message: string, fields: Readonly<Record<string, unknown>>) => void;
}

export function createLog(logger: Logger = console, level: LogLevel = "warn"): Log {
  const allowed = levels.indexOf(level);
  if (allowed < 0) throw new ConfigurationError(`logLevel must be one of ${levels.join(", ")}, got ${String(level)}`);
  const enabled: Log["enabled"] = (wanted) => levels.indexOf(wanted) <= allowed;
  return {
    enabled,
    write: (wanted, message, fields) => {
      if (!enabled(wanted)) return;
      try {
        logger[wanted](`[bursar] ${message}`, fields);
      } catch {
        // A broken logger must not break a call that moves money.
      }
    },
  };
}
