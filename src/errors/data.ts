import type { Effect } from "../contract/shared/endpoint.js";
import { BursarError, type BursarErrorOptions } from "./base.js";
import { decideOutcome } from "./outcome.js";

/** A validation issue of a request or a response. */
export interface Issue {
  /**
   * The path, such as `fees[0].amount`. In a request it begins with `params`, `query` or `body`.
   * Empty for the whole response.
   */
  path: string;
  /** The expected value. */
  expected: string;
  /** The received value, or its type. */
  received: string;
  /** The kind of issue, such as `invalid_type`. */
  code: string;
  /** The issue in one line. */
  message: string;
}

/** A message lists only the first issues: there may be thousands. */
const maxListed = 50;

function formatIssues(
  issues: readonly Issue[],
  lines: readonly string[] = issues.map(({ message }) => `\n  ${message}`),
): string {
  const more = lines.length - maxListed;
  return lines.slice(0, maxListed).join("") + (more > 0 ? `\n  … and ${more} more` : "");
}

/** The request is invalid and was not sent. `issues` lists every problem with its path. */
export class RequestValidationError extends BursarError {
  static override readonly errorName: string = "RequestValidationError";
  declare readonly kind: "request_validation";
  declare readonly issues: readonly Issue[];

  /** `lines` are those of the message. Default: one per issue. */
  constructor(operation: string, issues: Issue[], lines?: readonly string[]) {
    super(
      "request_validation",
      `${operation}: not sent, ${issues.length === 1 ? "1 problem" : `${issues.length} problems`}:${formatIssues(issues, lines)}`,
      {
        operation,
        hint: "Nothing was sent. Correct what the issues name.",
      },
    );
    this.issues = issues;
  }
}

/** The details of a response that cannot be used. */
export interface ResponseDetails {
  operation: string;
  effect: Effect;
  status: number;
  traceId?: string | undefined;
  /** For a write: what to look up before a retry. */
  lookup?: string | undefined;
  /** Whether the response repeats what identifies the request, such as the hash. */
  isRepeated?: boolean | undefined;
}

/** The response does not match the schema. `data` is the response as received. */
export class ResponseValidationError extends BursarError {
  static override readonly errorName: string = "ResponseValidationError";
  declare readonly kind: "response_validation";
  declare readonly operation: string;
  declare readonly issues: readonly Issue[];
  /** The response as received. */
  declare readonly data: unknown;
  declare readonly status: number;
  declare readonly traceId: string | undefined;
  declare readonly effect: Effect;
  /** For a write: what to look up to find its outcome. */
  declare readonly lookup: string | undefined;

  constructor(details: ResponseDetails, issues: Issue[], data: unknown, lines?: readonly string[]) {
    const outcome = decideOutcome(details.effect, details);
    const hint = {
      none: 'This version does not know this form of the response. validation: "off" returns it as received.',
      unknown: `Before trying again: ${details.lookup}.`,
      done: `The service accepted this call: do not send it again. To see what it did: ${details.lookup}.`,
    }[outcome];
    super(
      "response_validation",
      `${details.operation}: the response does not match the schema:${formatIssues(issues, lines)}`,
      {
        operation: details.operation,
        hint,
        outcome,
      },
    );
    this.issues = issues;
    this.data = data;
    this.lookup = details.lookup;
    this.status = details.status;
    this.traceId = details.traceId;
    this.effect = details.effect;
  }
}

/**
 * The response is about another call: it repeats other values than those of the request. For a
 * write, it is the `cause` of an `OutcomeUnknownError`, because it says nothing about the write.
 */
export class ResponseMismatchError extends BursarError {
  static override readonly errorName: string = "ResponseMismatchError";
  declare readonly kind: "response_mismatch";
  declare readonly operation: string;
  /** The fields that differ, with the requested and the received value. */
  declare readonly issues: readonly Issue[];
  declare readonly status: number;
  declare readonly traceId: string | undefined;
  declare readonly effect: Effect;

  constructor(details: ResponseDetails, issues: Issue[]) {
    super(
      "response_mismatch",
      `${details.operation}: the response is about another request:${formatIssues(issues)}`,
      {
        operation: details.operation,
        hint: "Do not use it, and report the trace id: something between you and the service may mix up responses.",
        // Without evidence: the response belongs to another call.
        outcome: decideOutcome(details.effect),
      },
    );
    this.issues = issues;
    this.status = details.status;
    this.traceId = details.traceId;
    this.effect = details.effect;
  }
}

/** The response cannot be read. For a write, it is the `cause` of an `OutcomeUnknownError`. */
export class UnreadableResponseError extends BursarError {
  static override readonly errorName: string = "UnreadableResponseError";
  declare readonly kind: "unreadable_response";
  declare readonly operation: string;
  declare readonly status: number;
  declare readonly traceId: string | undefined;
  declare readonly effect: Effect;

  constructor(message: string, details: ResponseDetails & Pick<BursarErrorOptions, "hint">) {
    super("unreadable_response", `${details.operation}: ${message}`, {
      operation: details.operation,
      hint: details.hint,
      // Even if it repeats something: an intermediary may have sent it.
      outcome: decideOutcome(details.effect),
    });
    this.status = details.status;
    this.traceId = details.traceId;
    this.effect = details.effect;
  }
}

/** The status is 2xx, but the body is not JSON: probably the page of an intermediary. */
export class NotJsonError extends UnreadableResponseError {
  static override readonly errorName: string = "NotJsonError";
  declare readonly contentType: string | undefined;
  /** The start of the body. */
  declare readonly excerpt: string;

  constructor(details: ResponseDetails & { contentType?: string | undefined; excerpt: string }) {
    super(
      `expected JSON, got ${details.contentType ?? "no content type"} beginning ${JSON.stringify(details.excerpt.slice(0, 60))}`,
      {
        ...details,
        hint: "The response may come from an intermediary instead of the service. Check baseUrl and proxies.",
      },
    );
    this.contentType = details.contentType;
    this.excerpt = details.excerpt;
  }
}

/** The status is 2xx, but the body is empty. */
export class EmptyBodyError extends UnreadableResponseError {
  static override readonly errorName: string = "EmptyBodyError";
  constructor(details: ResponseDetails) {
    super(`status ${details.status} with an empty body, expected JSON`, {
      ...details,
      hint: "Report the trace id to the service.",
    });
  }
}

/** The response is a redirect. It is not followed, because the request contains the API key. */
export class RedirectError extends UnreadableResponseError {
  static override readonly errorName: string = "RedirectError";
  /** The target origin, if known. */
  declare readonly location: string | undefined;

  constructor(details: ResponseDetails & { location?: string | undefined }) {
    super(
      `redirected${details.status ? ` with ${details.status}` : ""}${details.location ? ` to ${details.location}` : ""}; redirects are not followed`,
      {
        ...details,
        hint: "A redirect would receive the API key. Set baseUrl to the final address.",
      },
    );
    this.location = details.location;
  }
}

/** A cursor was repeated, or the paging arguments are invalid. */
export class PaginationError extends BursarError {
  static override readonly errorName: string = "PaginationError";
  declare readonly kind: "pagination";
  /** The cursor of the failed page. */
  declare readonly cursor: unknown;

  constructor(message: string, options: BursarErrorOptions & { cursor?: unknown }) {
    super("pagination", message, options);
    this.cursor = options.cursor;
  }
}

/** The configuration is invalid or unsafe. */
export class ConfigurationError extends BursarError {
  static override readonly errorName: string = "ConfigurationError";
  declare readonly kind: "configuration";

  constructor(message: string, options: BursarErrorOptions = {}) {
    super("configuration", message, options);
  }
}

/** The upload of a document failed. */
export class UploadError extends BursarError {
  static override readonly errorName: string = "UploadError";
  declare readonly kind: "upload";
  /** The HTTP status of the storage. Undefined if there was no response. */
  declare readonly status: number | undefined;
  /** The error code of the storage, such as `EntityTooLarge` or `ExpiredToken`. */
  declare readonly code: string | undefined;

  constructor(
    message: string,
    options: BursarErrorOptions & { status?: number | undefined; code?: string | undefined },
  ) {
    super("upload", message, { outcome: decideOutcome("write", options), ...options });
    this.status = options.status;
    this.code = options.code;
  }
}
