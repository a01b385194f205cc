import type { Effect } from "../contract/shared/endpoint.js";
import { BursarError, type BursarErrorOptions } from "./base.js";

/** One thing that is wrong with a request or an answer. */
export interface Issue {
  /** Where: keys and indexes from the top. A request's path begins with `params`, `query` or `body`. */
  path: (string | number)[];
  /** What was expected there. */
  expected: string;
  /** What stood there. */
  received: string;
  /** The kind of problem, such as `invalid_type`. */
  code: string;
  /** All of it in one line. */
  message: string;
}

/** A message lists the first issues only: there may be thousands. `issues` holds all. */
const mostLines = 50;

function lines(issues: readonly Issue[]): string {
  const listed = issues.slice(0, mostLines).map((issue) => `\n  ${issue.message}`);
  const more = issues.length - listed.length;
  return listed.join("") + (more > 0 ? `\n  … and ${more} more` : "");
}

/** The request was not sent, because it cannot be right. Every problem is listed, each with its path. */
export class RequestValidationError extends BursarError {
  static override readonly errorName: string = "RequestValidationError";
  declare readonly kind: "request_validation";
  declare readonly issues: readonly Issue[];

  constructor(operation: string, issues: Issue[]) {
    super(
      "request_validation",
      `${operation}: not sent, ${issues.length === 1 ? "1 problem" : `${issues.length} problems`}:${lines(issues)}`,
      {
        operation,
        hint: "Nothing was sent. Correct what the issues name.",
      },
    );
    this.issues = issues;
  }
}

/** What is known of a response that cannot be used. */
export interface ResponseDetails {
  operation: string;
  effect: Effect;
  status: number;
  traceId?: string | undefined;
  /** For a write: what to look up before it is sent again. */
  lookup?: string | undefined;
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
  /** For a write: what to look up to see what it did. */
  declare readonly lookup: string | undefined;

  constructor(details: ResponseDetails, issues: Issue[], data: unknown) {
    const hint =
      details.effect === "write"
        ? `The service accepted this call: do not send it again. To see what it did: ${details.lookup}.`
        : 'This version does not know this form of the response. validation: "warn" returns it as received.';
    super(
      "response_validation",
      `${details.operation}: the response does not match the schema:${lines(issues)}\n${hint}`,
      {
        operation: details.operation,
        hint,
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

/** The response cannot be read at all. For a write it is the `cause` of an `OutcomeUnknownError`. */
export class UnreadableResponseError extends BursarError {
  static override readonly errorName: string = "UnreadableResponseError";
  declare readonly kind: "unreadable_response";
  declare readonly operation: string;
  declare readonly status: number;
  declare readonly traceId: string | undefined;
  declare readonly effect: Effect;

  constructor(message: string, details: ResponseDetails & Pick<BursarErrorOptions, "hint">) {
    const { hint } = details;
    super("unreadable_response", `${details.operation}: ${message}${hint ? `\n${hint}` : ""}`, {
      operation: details.operation,
      hint,
    });
    this.status = details.status;
    this.traceId = details.traceId;
    this.effect = details.effect;
  }
}

/** The status is a success, but the body is not JSON: most likely the page of an intermediary. */
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
        hint: "An intermediary may have answered instead of the service: check baseUrl and proxies.",
      },
    );
    this.contentType = details.contentType;
    this.excerpt = details.excerpt;
  }
}

/** The status is a success, but the body that should be there is empty. */
export class EmptyBodyError extends UnreadableResponseError {
  static override readonly errorName: string = "EmptyBodyError";
  constructor(details: ResponseDetails) {
    super(`status ${details.status} with an empty body, expected JSON`, {
      ...details,
      hint: "Report the trace id to the service.",
    });
  }
}

/** The response is a redirect. It was not followed, because the API key would have followed it. */
export class RedirectError extends UnreadableResponseError {
  static override readonly errorName: string = "RedirectError";
  /** The origin it points to, where it is known. */
  declare readonly location: string | undefined;

  constructor(details: ResponseDetails & { location?: string | undefined }) {
    super(
      `redirected${details.status ? ` with ${details.status}` : ""}${details.location ? ` to ${details.location}` : ""}; redirects are never followed`,
      {
        ...details,
        hint: "The API key would have followed it. Set baseUrl to the final address.",
      },
    );
    this.location = details.location;
  }
}

/** A listing does not come to an end, or was asked in a way that cannot work. */
export class PaginationError extends BursarError {
  static override readonly errorName: string = "PaginationError";
  declare readonly kind: "pagination";
  /** The cursor at which it was noticed. */
  declare readonly cursor: unknown;

  constructor(message: string, options: BursarErrorOptions & { cursor?: unknown }) {
    super("pagination", message, options);
    this.cursor = options.cursor;
  }
}

/** The client was set up in a way that cannot work, or is not safe. */
export class ConfigurationError extends BursarError {
  static override readonly errorName: string = "ConfigurationError";
  declare readonly kind: "configuration";

  constructor(message: string, options: BursarErrorOptions = {}) {
    super("configuration", message, options);
  }
}

/** A document did not reach its upload target. */
export class UploadError extends BursarError {
  static override readonly errorName: string = "UploadError";
  declare readonly kind: "upload";
  /** The storage's HTTP status; undefined when no answer came. */
  declare readonly status: number | undefined;
  /** The storage's own word, such as `EntityTooLarge` or `ExpiredToken`. */
  declare readonly code: string | undefined;

  constructor(
    message: string,
    options: BursarErrorOptions & { status?: number | undefined; code?: string | undefined },
  ) {
    super("upload", message, options);
    this.status = options.status;
    this.code = options.code;
  }
}
