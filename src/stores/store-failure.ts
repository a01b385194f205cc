import type { BursarErrorOptions } from "../errors/base.js";
import { ConnectionError } from "../errors/connection.js";
import { ConfigurationError } from "../errors/data.js";
import { messageOf } from "../shared/thrown.js";

const lost = "It is not known whether the change was stored. Look at the log of the database.";

/** What could be a part of a connection string. */
const addresses = /:\/\/|:[^\s:]*@|pass(?:word|wd|phrase)?\s*=|pwd\s*=/i;

/** The message of a driver, without what could be secret. */
const toShown = (thrown: unknown): string => {
  const text = messageOf(thrown);
  return addresses.test(text) ? "its message is not shown, it has an address" : text.slice(0, 200);
};

const codeOf = (thrown: unknown): string | undefined => {
  const { code } = Object(thrown) as { code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : undefined;
};

/**
 * The error of a driver, without it as a cause: drivers keep connection strings in fields. A table
 * or value of another form is an error of the configuration.
 */
export function toStoreError(
  subject: string,
  method: string,
  thrown: unknown,
  { hint = lost, outcome }: Pick<BursarErrorOptions, "hint" | "outcome"> = {},
): ConfigurationError | ConnectionError {
  const code = codeOf(thrown);
  const shown = toShown(thrown);
  const message = `${subject}: ${method} failed${code ? ` with ${code}` : ""}: ${shown}`;
  // Undefined table or column of PostgreSQL and SQLite, and another type of value of Redis.
  const isWrong =
    code === "42P01" || code === "42703" || /no such (table|column)|^WRONGTYPE/.test(shown);
  if (isWrong) return new ConfigurationError(message, { hint, outcome });
  return new ConnectionError(message, { phase: "exchange", code, hint, outcome });
}
