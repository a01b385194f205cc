import type { Effect } from "../contract/shared/endpoint.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

/** What lies beneath a failed connection, free of secrets. */
export interface SystemCause {
  name: string;
  message: string;
  /** Such as `ECONNREFUSED` or `ENOTFOUND`. */
  code?: string | undefined;
}

/** No answer came: refused, not found, reset, or cut while it was read. */
export class ConnectionError extends BursarError {
  static override readonly errorName: string = "ConnectionError";
  declare readonly kind: "connection";
  /** `connect`: the request provably never arrived. `exchange`: it may have. `body`: the answer began and was cut. */
  declare readonly phase: "connect" | "exchange" | "body";
  /** The system's code, such as `ECONNREFUSED`. */
  declare readonly code: string | undefined;

  constructor(
    message: string,
    options: BursarErrorOptions & { phase: ConnectionError["phase"]; code?: string | undefined },
  ) {
    super("connection", message, options);
    this.phase = options.phase;
    this.code = options.code;
  }
}

/** No complete answer came in time. The time covers headers and body. */
export class TimeoutError extends BursarError {
  static override readonly errorName: string = "TimeoutError";
  declare readonly kind: "timeout";
  /** Milliseconds that were waited. */
  declare readonly timeout: number;
  /** Which bound was hit: one attempt's, or that of all attempts together, or that of a wait. */
  declare readonly scope: "attempt" | "total" | "wait";

  constructor(
    message: string,
    options: BursarErrorOptions & { timeout: number; scope: TimeoutError["scope"] },
  ) {
    super("timeout", message, options);
    this.timeout = options.timeout;
    this.scope = options.scope;
  }
}

/** A wait ended before its record reached a final status. What was submitted stays submitted: do not submit it again. */
export class WaitTimeoutError extends TimeoutError {
  static override readonly errorName: string = "WaitTimeoutError";
  /** What was waited for: the hash or id. */
  declare readonly subject: string;
  /** The last status seen; undefined when the record was never seen. */
  declare readonly lastStatus: string | undefined;
  /** Always true: a wait begins only after something was submitted. */
  readonly alreadySubmitted = true as const;
  /** The last transient failure, where the last poll failed. */
  declare readonly lastError: unknown;

  constructor(
    message: string,
    options: BursarErrorOptions & {
      timeout: number;
      subject: string;
      lastStatus?: string | undefined;
      lastError?: unknown;
    },
  ) {
    super(message, { ...options, scope: "wait" });
    this.subject = options.subject;
    this.lastStatus = options.lastStatus;
    this.lastError = options.lastError;
  }
}

/** The caller's signal ended the call. */
export class AbortedError extends BursarError {
  static override readonly errorName: string = "AbortedError";
  declare readonly kind: "aborted";
  /** What the caller gave to `abort()`. */
  declare readonly reason: unknown;
  /** False when nothing had been sent. When true and the call is a `write`, the service may have received it. */
  declare readonly sent: boolean;

  constructor(message: string, options: BursarErrorOptions & { reason: unknown; sent: boolean }) {
    super("aborted", message, options);
    this.reason = options.reason;
    this.sent = options.sent;
  }
}

/**
 * A write was sent and its response was lost: it may have happened, or not. This package never sends it again.
 * `lookup` says where to look before you do; `cause` says how the response was lost.
 */
export class OutcomeUnknownError extends BursarError {
  static override readonly errorName: string = "OutcomeUnknownError";
  declare readonly kind: "outcome_unknown";
  declare readonly operation: string;
  readonly effect: Effect = "write";
  /** What to look up before trying again. */
  declare readonly lookup: string;
  /** What was sent: path parameters and, where it tells the write apart, ids and hashes of the body. */
  declare readonly request: Readonly<Record<string, string>>;

  constructor(
    options: BursarErrorOptions & {
      operation: string;
      lookup: string;
      request: Record<string, string>;
      cause: BursarError;
    },
  ) {
    const about = Object.entries(options.request)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
    super(
      "outcome_unknown",
      `${options.operation}: the response was lost, so it is not known whether this happened${about ? ` (${about})` : ""}. Before trying again: ${options.lookup}.\n${options.cause.message}`,
      {
        ...options,
        hint: `Before trying again: ${options.lookup}.`,
      },
    );
    this.lookup = options.lookup;
    this.request = options.request;
  }
}
