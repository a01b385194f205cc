import { BursarError } from "../errors/base.js";
import { ConfigurationError } from "../errors/data.js";
import { messageOf } from "../shared/thrown.js";
import { toPrintable } from "./printable.js";

/**
 * An error of this package, of wrong arguments, or of the system, such as of a missing file. Any
 * other one can be thrown after something was sent.
 */
export function toCommandError(thrown: unknown): BursarError {
  if (thrown instanceof BursarError) return thrown;
  const { code, syscall } = Object(thrown) as NodeJS.ErrnoException;
  const isKnown = syscall !== undefined || String(code).startsWith("ERR_PARSE_ARGS");
  const outcome = isKnown ? "none" : "unknown";
  return new ConfigurationError(messageOf(thrown), { cause: thrown, outcome });
}

/** Formats an error for a person. */
export function formatError(command: string, error: BursarError): string {
  const { message, hint, traceId } = error as BursarError & { traceId?: string | undefined };
  const [first = "", ...others] = message.split("\n");
  const trace = traceId === undefined || message.includes(traceId) ? [] : [`trace ${traceId}`];
  const lines = [
    `bursar ${command}: ${first}`,
    // Indented, so that text of the service cannot look like a line of this command.
    ...others.map((line) => `  ${line.trimStart()}`),
    ...(hint === undefined ? [] : [hint]),
    ...trace,
  ];
  return lines.map((line) => `${toPrintable(line)}\n`).join("");
}
