import type { Outcome } from "../contract/shared/outcome.js";
import { toPlain } from "../shared/to-plain.js";
import { explainStack } from "./explain-stack.js";

/** The kind of an error, for `switch`. Several classes may share a kind. */
export type ErrorKind =
  | "api"
  | "connection"
  | "timeout"
  | "aborted"
  | "outcome_unknown"
  | "request_validation"
  | "response_validation"
  | "response_mismatch"
  | "unreadable_response"
  | "pagination"
  | "configuration"
  | "upload"
  | "signing"
  | "journal"
  | "intent_conflict"
  | "webhook";

/** Below `homepage` of package.json. */
const docs = "https://github.com/bursar/bursar/blob/main/docs/";

// `Symbol.for` is shared by the process, so that `instanceof` works across copies of the package.
const lineage: unique symbol = Symbol.for("bursar.error.lineage");

/** The common options of all errors. */
export interface BursarErrorOptions {
  /** The call that failed, such as `swap.quote`. */
  operation?: string | undefined;
  /** What to do next. */
  hint?: string | undefined;
  /** The cause, without secrets. */
  cause?: unknown;
  /** Whether what the call was to bring about has happened. @defaultValue `"none"` */
  outcome?: Outcome | undefined;
}

/**
 * The base class of all errors of this package. It never contains the API key or a header.
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
  /** The name of the class, which minifiers do not change. Every subclass sets its own. */
  static readonly errorName: string = "BursarError";
  declare readonly kind: ErrorKind;
  /** The call that failed, such as `swap.quote`. */
  declare readonly operation: string | undefined;
  /** What to do next. */
  declare readonly hint: string | undefined;
  /**
   * Whether what the call was to bring about has happened. `none`: certainly not, and always for
   * reads and quotes. `unknown`: perhaps. `done`: accepted, but the response cannot be used.
   */
  declare readonly outcome: Outcome;

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
    this.outcome = options.outcome ?? "none";
    explainStack(this);
  }

  /** True for instances from any copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A subclass outside the package has no own `errorName` and must not use the inherited one.
    if (!Object.hasOwn(this, "errorName")) return super[Symbol.hasInstance](value);
    if (typeof value !== "object" || value === null) return false;
    try {
      const names = (value as { [lineage]?: string[] })[lineage];
      return Array.isArray(names) && names.includes(this.errorName);
    } catch {
      // A proxy may throw.
      return false;
    }
  }

  /** The documentation of this error: its cause, and what to do. */
  get docsUrl(): string {
    return `${docs}errors.md#${this.name.toLowerCase()}`;
  }

  /** The name and the message, and in the next line the hint. */
  override toString(): string {
    return `${super.toString()}${this.hint === undefined ? "" : `\n${this.hint}`}`;
  }

  /** The error as plain data for a log: all own fields, the message, the URL and the cause. */
  toJSON(): Record<string, unknown> {
    const own: Record<string, unknown> = { name: this.name, message: this.message };
    for (const [field, value] of Object.entries(this)) own[field] = toPlainValue(value);
    own.docsUrl = this.docsUrl;
    if (this.cause !== undefined) own.cause = toPlainValue(this.cause);
    return own;
  }
}

function toPlainValue(value: unknown): unknown {
  if (value instanceof BursarError) return value.toJSON();
  try {
    return toPlain(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
