import type { Effect } from "../contract/shared/endpoint.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

/** The cause of a failed connection, without secrets. */
export interface SystemCause {
  name: string;
  message: string;
  /** Such as `ECONNREFUSED` or `ENOTFOUND`. */
  code?: string | undefined;
}

/** The connection failed: refused, not found, reset, or closed before the body was complete. */
export class ConnectionError extends BursarError {
  static override readonly errorName: string = "ConnectionError";
  declare readonly kind: "connection";
  /**
   * `connect`: the request did not reach the service. `exchange`: it may have. `body`: the response
   * body was incomplete.
   */
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

/** The response was not complete in time. The time includes headers and body. */
export class TimeoutError extends BursarError {
  static override readonly errorName: string = "TimeoutError";
  declare readonly kind: "timeout";
  /** The limit in milliseconds. */
  declare readonly timeout: number;
  /** The exceeded limit: of one attempt, of all attempts, or of a wait. */
  declare readonly scope: "attempt" | "total" | "wait";
  /** Of a wait: see `WaitTimeoutError`. */
  declare readonly found?: boolean | undefined;
  /** Of a wait: see `WaitTimeoutError`. */
  declare readonly safeToSignAgain?: boolean | undefined;

  constructor(
    message: string,
    options: BursarErrorOptions & { timeout: number; scope: TimeoutError["scope"] },
  ) {
    super("timeout", message, options);
    this.timeout = options.timeout;
    this.scope = options.scope;
  }
}

/**
 * A wait ended before a final status. Do not submit the operation again. Without a record (`found`
 * is false), it may never have arrived: see `safeToSignAgain`.
 */
export class WaitTimeoutError extends TimeoutError {
  static override readonly errorName: string = "WaitTimeoutError";
  /** The hash or id that was waited for. */
  declare readonly subject: string;
  /** The last status. Undefined if the record was never found. */
  declare readonly lastStatus: string | undefined;
  /** Whether the service has shown a record of it since the start of the wait. */
  declare readonly found: boolean;
  /**
   * Whether a new quote can be signed: by the time in the service's responses, the operation was
   * looked for after `safeToSignAgainAt`, and the history shows that there is no record. Decide by
   * this, not by `outcome`, which is `unknown` even then.
   */
  declare readonly safeToSignAgain: boolean;
  /**
   * From when on a new quote can be signed if a last look finds no record: a minute after the
   * operation has expired. Undefined if a record was found, if the history does not show whether
   * there is one, or if the wait was started without `walletAddress` or `expiresAt`.
   */
  declare readonly safeToSignAgainAt: string | undefined;
  /** The error of the last poll, if it failed. */
  declare readonly lastError: unknown;

  constructor(
    message: string,
    options: BursarErrorOptions & {
      timeout: number;
      subject: string;
      found: boolean;
      lastStatus?: string | undefined;
      lastError?: unknown;
      safeToSignAgain?: boolean | undefined;
      safeToSignAgainAt?: string | undefined;
    },
  ) {
    super(message, { ...options, scope: "wait", outcome: "unknown" });
    this.subject = options.subject;
    this.found = options.found;
    this.safeToSignAgain = options.safeToSignAgain ?? false;
    this.safeToSignAgainAt = options.safeToSignAgainAt;
    this.lastStatus = options.lastStatus;
    this.lastError = options.lastError;
  }
}

/** The caller aborted the call. */
export class AbortedError extends BursarError {
  static override readonly errorName: string = "AbortedError";
  declare readonly kind: "aborted";
  /** The argument of `abort()`. */
  declare readonly reason: unknown;
  /** Whether the request was sent. If so, the service may have executed a `write`. */
  declare readonly sent: boolean;

  constructor(message: string, options: BursarErrorOptions & { reason: unknown; sent: boolean }) {
    super("aborted", message, options);
    this.reason = options.reason;
    this.sent = options.sent;
  }
}

/**
 * A write may have taken effect: its response is lost, or does not come from the service. The
 * client does not repeat it. Before you do, look up the outcome as described in `lookup`. `cause`
 * is the underlying error.
 */
export class OutcomeUnknownError extends BursarError {
  static override readonly errorName: string = "OutcomeUnknownError";
  declare readonly kind: "outcome_unknown";
  declare readonly operation: string;
  readonly effect: Effect = "write";
  /** What to look up before a retry. */
  declare readonly lookup: string;
  /** Identifies the write: path parameters, and ids and hashes in the body. */
  declare readonly request: Readonly<Record<string, string>>;
  /** The trace id of the response that cannot be used, if there was one. For support. */
  declare readonly traceId: string | undefined;

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
    const isLost = [ConnectionError, TimeoutError].some((type) => options.cause instanceof type);
    const fact = isLost
      ? "the response was lost, so the outcome is unknown"
      : "the outcome is unknown after the response";
    super(
      "outcome_unknown",
      `${options.operation}: ${fact}${about ? ` (${about})` : ""}\n${options.cause.message}`,
      {
        ...options,
        hint: `Before trying again: ${options.lookup}.`,
        outcome: "unknown",
      },
    );
    this.lookup = options.lookup;
    this.request = options.request;
    this.traceId = (options.cause as { traceId?: string }).traceId;
  }
}
