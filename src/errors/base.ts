import { toPlain } from "./to-plain.js";

/** The families of errors. `name` is the class; `kind` is what to switch on. */
export type ErrorKind =
  | "api"
  | "connection"
  | "timeout"
  | "aborted"
  | "outcome_unknown"
  | "request_validation"
  | "response_validation"
  | "unreadable_response"
  | "pagination"
  | "configuration"
  | "upload"
  | "signing"
  | "webhook";

// Registered for the whole process, so that guards hold across two copies of the package.
const lineage: unique symbol = Symbol.for("bursar.error.lineage");

/** What every error of this package is made of. */
export interface BursarErrorOptions {
  /** The call that failed, such as `swap.quote`. */
  operation?: string | undefined;
  /** What to do next. */
  hint?: string | undefined;
  /** What caused it, free of secrets. */
  cause?: unknown;
}

/**
 * The root of every error that this package throws. It never holds the API key, a header or a request object.
 *
 * @example
 * ```ts
 * import { isBursarError } from "bursar";
 *
 * try {
 *   await client.tokens.list().firstPage();
 * } catch (error) {
 *   if (isBursarError(error)) console.error(error.kind, error.message, error.hint);
 *   else throw error;
 * }
 * ```
 */
export class BursarError extends Error {
  /** The class's own name, safe from minifiers. Subclasses set theirs. */
  static readonly errorName: string = "BursarError";
  declare readonly kind: ErrorKind;
  /** The call that failed, such as `swap.quote`. */
  declare readonly operation: string | undefined;
  /** What to do next. */
  declare readonly hint: string | undefined;

  constructor(kind: ErrorKind, message: string, options: BursarErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const names: string[] = [];
    for (
      let type = new.target as typeof BursarError;
      type?.errorName;
      type = Object.getPrototypeOf(type)
    )
      names.push(type.errorName);
    Object.defineProperty(this, lineage, { value: names });
    Object.defineProperty(this, "name", { value: names[0], configurable: true, writable: true });
    this.kind = kind;
    this.operation = options.operation;
    this.hint = options.hint;
  }

  /** True for instances of this class made by any copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A class that a user derives states no name of its own: its ancestor's must not stand for it.
    if (!Object.hasOwn(this, "errorName")) return super[Symbol.hasInstance](value);
    if (typeof value !== "object" || value === null) return false;
    try {
      const names = (value as { [lineage]?: string[] })[lineage];
      return Array.isArray(names) && names.includes(this.errorName);
    } catch {
      // A proxy that throws when it is read.
      return false;
    }
  }

  /** The error as plain data, fit for a log: every own field, the message and the cause's message. */
  toJSON(): Record<string, unknown> {
    const own: Record<string, unknown> = { name: this.name, message: this.message };
    for (const [field, value] of Object.entries(this)) own[field] = plain(value);
    if (this.cause !== undefined) own.cause = plain(this.cause);
    return own;
  }
}

function plain(value: unknown): unknown {
  if (value instanceof BursarError) return value.toJSON();
  try {
    return toPlain(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/**
 * Tells whether a value is an error of this package, whichever copy of it made the error.
 *
 * @example
 * ```ts
 * import { isBursarError } from "bursar";
 *
 * console.log(isBursarError(new Error("no"))); // false
 * ```
 */
export function isBursarError(value: unknown): value is BursarError {
  return value instanceof BursarError;
}
