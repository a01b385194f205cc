import type { Effect } from "../contract/endpoint.js";
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

function lines(issues: readonly Issue[]): string {
  return issues.map((issue) => `\n  ${issue.message}`).join("");
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

/** What is known of an answer that cannot be used. */
export interface AnswerDetails {
  operation: string;
  effect: Effect;
  status: number;
  traceId?: string | undefined;
}

function acceptedHint(effect: Effect): string | undefined {
  return effect === "write" ? "The service accepted this call: do not send it again." : undefined;
}

/** The answer lacks what was promised. `data` is the answer as it came. */
export class ResponseValidationError extends BursarError {
  static override readonly errorName: string = "ResponseValidationError";
  declare readonly kind: "response_validation";
  declare readonly operation: string;
  declare readonly issues: readonly Issue[];
  /** The answer as it came. */
  declare readonly data: unknown;
  declare readonly status: number;
  declare readonly traceId: string | undefined;
  declare readonly effect: Effect;

  constructor(details: AnswerDetails, issues: Issue[], data: unknown) {
    const hint =
      acceptedHint(details.effect) ??
      'The service answered in a form this version does not know. validation: "warn" hands it over all the same.';
    super("response_validation", `${details.operation}: the answer is not of the promised form:${lines(issues)}\n${hint}`, {
      operation: details.operation,
      hint,
    });
    this.issues = issues;
    this.data = data;
    this.status = details.status;
    this.traceId = details.traceId;
    this.effect = details.effect;
  }
}

/** The answer has no form that can be read at all. */
export class UnreadableResponseError extends BursarError {
  static override readonly errorName: string = "UnreadableResponseError";
  declare readonly kind: "unreadable_response";
  declare readonly operation: string;
  declare readonly status: number;
  declare readonly traceId: string | undefined;
  declare readonly effect: Effect;

  constructor(message: string, details: AnswerDetails & Pick<BursarErrorOptions, "hint">) {
    const hint = details.hint ?? acceptedHint(details.effect);
    super("unreadable_response", `${details.operation}: ${message}${hint ? `\n${hint}` : ""}`, { operation: details.operation, hint });
    this.status = details.status;
    this.traceId = details.traceId;
    this.effect = details.effect;
  }
}

/** The answer is a success by its status, and not JSON: a proxy's or portal's page, most likely. */
export class NotJsonError extends UnreadableResponseError {
  static override readonly errorName: string = "NotJsonError";
  declare readonly contentType: string | undefined;
  /** The start of what came instead. */
  declare readonly excerpt: string;

  constructor(details: AnswerDetails & { contentType?: string | undefined; excerpt: string }) {
    super(`expected JSON, got ${details.contentType ?? "no content type"} beginning ${JSON.stringify(details.excerpt.slice(0, 60))}`, {
      ...details,
      hint: "Something between here and the service answered in its place: check baseUrl and proxies.",
    });
    this.contentType = details.contentType;
    this.excerpt = details.excerpt;
  }
}

/** The answer is a success by its status, and empty where a body is due. */
export class EmptyBodyError extends UnreadableResponseError {
  static override readonly errorName: string = "EmptyBodyError";
  constructor(details: AnswerDetails) {
    super(`status ${details.status} with an empty body where one is due`, {
      ...details,
      hint: acceptedHint(details.effect) ?? "Tell the service the trace id.",
    });
  }
}

/** The answer is a redirect. It was not followed, because the API key would have gone along. */
export class RedirectError extends UnreadableResponseError {
  static override readonly errorName: string = "RedirectError";
  /** The origin it points to, where it is known. */
  declare readonly location: string | undefined;

  constructor(details: AnswerDetails & { location?: string | undefined }) {
    super(
      `redirected${details.status ? ` with ${details.status}` : ""}${details.location ? ` to ${details.location}` : ""}; redirects are never followed`,
      {
        ...details,
        hint: "The API key would have gone along. Set baseUrl to the final address.",
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

  constructor(message: string, options: BursarErrorOptions & { status?: number | undefined; code?: string | undefined }) {
    super("upload", message, options);
    this.status = options.status;
    this.code = options.code;
  }
}
