import type { Open } from "../contract/records/schema.js";
import type { Effect } from "../contract/shared/endpoint.js";
import type { ErrorFacts, ErrorId } from "../contract/shared/error-catalogue.js";
import { printValue } from "../shared/to-plain.js";
import { BursarError } from "./base.js";
import { decideOutcome } from "./outcome.js";

/** A field that the service rejected. */
export interface ServiceIssue {
  /** The path, such as `fees[0].amount`. Empty for the whole request. */
  path: string;
  code?: string | undefined;
  message?: string | undefined;
  expected?: string | undefined;
  received?: string | undefined;
  /** The allowed words, if the service lists them. */
  options?: unknown[] | undefined;
}

/** The details of an error response. */
export interface ApiErrorDetails {
  operation: string;
  effect: Effect;
  status: number;
  id?: string | undefined;
  serviceMessage?: string | undefined;
  traceId?: string | undefined;
  bodyTraceId?: string | undefined;
  issues?: ServiceIssue[] | undefined;
  retryAfter?: number | undefined;
  body?: unknown;
  hint?: string | undefined;
  /** What is known of the id: `errorFacts(id)`. Given, so that signing bundles no catalogue. */
  facts?: ErrorFacts | undefined;
}

/** The service returned an error. Branch on `id`, not on `status`: 403 has several meanings. */
export class ApiError<Id extends string = Open<ErrorId>> extends BursarError {
  static override readonly errorName: string = "ApiError";
  declare readonly kind: "api";
  declare readonly operation: string;
  /** The HTTP status. */
  declare readonly status: number;
  /** The service's error id. Undefined if the response has none, such as a gateway's page. */
  declare readonly id: Id | undefined;
  /** The service's message. May be empty. */
  declare readonly serviceMessage: string;
  /** The `trace-id` header, or the trace id in the body. Include it in a support request. */
  declare readonly traceId: string | undefined;
  /** The trace id in the body. It differs from the header. */
  declare readonly bodyTraceId: string | undefined;
  /** The fields that the service rejected. */
  declare readonly issues: readonly ServiceIssue[];
  /** Before you repeat a failed `write`, look up whether it took effect. */
  declare readonly effect: Effect;
  /** The delay that the service requests before a retry, in milliseconds. */
  declare readonly retryAfter: number | undefined;
  /** The response body: parsed JSON, or the start of the text. */
  declare readonly body: unknown;
  /** What is known of `id`. Undefined for an unknown id. */
  declare readonly facts: ErrorFacts | undefined;

  constructor(details: ApiErrorDetails) {
    const hint = details.hint ?? details.facts?.hint;
    const { operation, effect } = details;
    const outcome = decideOutcome(effect, details);
    super("api", formatMessage(details), { operation, hint, outcome });
    this.status = details.status;
    this.id = details.id as Id | undefined;
    this.serviceMessage = details.serviceMessage ?? "";
    this.traceId = details.traceId ?? details.bodyTraceId;
    this.bodyTraceId = details.bodyTraceId;
    this.issues = details.issues ?? [];
    this.effect = details.effect;
    this.retryAfter = details.retryAfter;
    this.body = details.body;
    // Not enumerable, so not in JSON.
    Object.defineProperty(this, "facts", { value: details.facts });
  }

  override get docsUrl(): string {
    const url = super.docsUrl;
    return this.facts
      ? url.replace(/errors\.md#.*/, `error-ids.md#${this.id?.toLowerCase()}`)
      : url;
  }
}

function formatMessage(details: ApiErrorDetails): string {
  const { operation, id, serviceMessage = "" } = details;
  // The proxy of this package begins its messages with the operation.
  const own = serviceMessage.startsWith(`${operation}: `) ? operation.length + 2 : 0;
  const source = own > 0 || id?.startsWith("PROXY_") ? "proxy" : "service";
  const what = serviceMessage.slice(own) || details.facts?.meaning || "no message";
  const issues = (details.issues ?? [])
    .map((issue) => `\n  ${issue.path || "(request)"}: ${formatIssue(issue)}`)
    .join("");
  const trace = details.traceId ?? details.bodyTraceId;
  return `${operation}: the ${source} responded with ${details.status}${id ? ` ${id}` : ""}: ${what}${issues}${trace ? ` (trace ${trace})` : ""}`;
}

function formatIssue(issue: ServiceIssue): string {
  const options = issue.options?.length
    ? ` (one of ${issue.options.map(printValue).join(", ")})`
    : "";
  return `${issue.message ?? issue.code ?? "rejected"}${options}`;
}

/** The API key was rejected, or none was sent. */
export class AuthenticationError extends ApiError {
  static override readonly errorName: string = "AuthenticationError";
}

/** The service forbids the call: a feature is not enabled, or the record is of another project. */
export class ForbiddenError extends ApiError {
  static override readonly errorName: string = "ForbiddenError";
}

/** The project has used up its compute units. A retry does not help. */
export class ComputeUnitsExhaustedError extends ApiError<"UNAVAILABLE_COMPUTE_UNITS"> {
  static override readonly errorName: string = "ComputeUnitsExhaustedError";
}

/** The wallet is not registered with the project. `client.wallets.ensure` registers it. */
export class WalletNotRegisteredError extends ApiError<"ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"> {
  static override readonly errorName: string = "WalletNotRegisteredError";
}

/** A token is not supported, or not on the project's whitelist. */
export class TokensNotAuthorizedError extends ApiError<"NOT_AUTHORIZED_TOKENS"> {
  static override readonly errorName: string = "TokensNotAuthorizedError";
  /** The token addresses in the service's message. Empty if the message is empty. */
  declare readonly tokens: readonly string[];

  constructor(details: ApiErrorDetails) {
    super(details);
    // `serviceMessage` may be shortened.
    const whole = (details.body as { message?: unknown } | undefined)?.message;
    const text = typeof whole === "string" ? whole : this.serviceMessage;
    this.tokens = [...new Set(text.match(/0x[a-fA-F0-9]{40}/g) ?? [])];
  }
}

/**
 * The quote or its operation has expired. Request a new quote if `outcome` is `none`. Otherwise,
 * look for the operation first. An `EXECUTE_USER_OP` with status 400 is one only if the service's
 * message says so, or if the operation was executed with an `expiresAt` that has passed: otherwise
 * it is a plain `ApiError`.
 */
export class QuoteExpiredError extends ApiError<"FIAT_QUOTE_EXPIRED" | "EXECUTE_USER_OP"> {
  static override readonly errorName: string = "QuoteExpiredError";
}

/** The requested resource does not exist. */
export class NotFoundError extends ApiError {
  static override readonly errorName: string = "NotFoundError";
}

/** Too many requests. `retryAfter` is the delay before a retry, if the service sends one. */
export class RateLimitError extends ApiError {
  static override readonly errorName: string = "RateLimitError";
}

/** The service failed. Before you repeat a write, look up whether it took effect. */
export class ServerError extends ApiError {
  static override readonly errorName: string = "ServerError";
}
