import type { Effect } from "../contract/shared/endpoint.js";
import { type ErrorId, errorFacts } from "../contract/shared/error-catalogue.js";
import type { Open } from "../contract/shared/schema.js";
import { BursarError } from "./base.js";
import { printValue } from "./to-plain.js";

/** One field that the service refused. */
export interface ServiceIssue {
  path: (string | number)[];
  code?: string | undefined;
  message?: string | undefined;
  expected?: string | undefined;
  received?: string | undefined;
  /** The legal words, where the service names them. */
  options?: unknown[] | undefined;
}

/** What an answer of the service tells about its failure. */
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
}

/** The service answered with an error. Branch on `id`, never on the status alone: 403 has several meanings. */
export class ApiError<Id extends string = Open<ErrorId>> extends BursarError {
  static override readonly errorName: string = "ApiError";
  declare readonly kind: "api";
  declare readonly operation: string;
  /** The HTTP status. */
  declare readonly status: number;
  /** The service's error id, exactly as sent; undefined where the answer held none (a gateway's page, for one). */
  declare readonly id: Id | undefined;
  /** The service's own message. May be empty. */
  declare readonly serviceMessage: string;
  /** The `trace-id` header, or the body's trace id where the header is missing: quote it to support. */
  declare readonly traceId: string | undefined;
  /** The trace id in the body. It differs from the header's. */
  declare readonly bodyTraceId: string | undefined;
  /** The fields that the service refused. */
  declare readonly issues: readonly ServiceIssue[];
  /** What the call does to the world. After a failed `write`, look before you send it again. */
  declare readonly effect: Effect;
  /** How long the service asks to wait, in milliseconds. */
  declare readonly retryAfter: number | undefined;
  /** The body as it came: parsed JSON, or the start of a text. */
  declare readonly body: unknown;

  constructor(details: ApiErrorDetails) {
    const facts = errorFacts(details.id);
    const hint = details.hint ?? facts?.hint;
    super("api", describe(details, facts?.meaning, hint), { operation: details.operation, hint });
    this.status = details.status;
    this.id = details.id as Id | undefined;
    this.serviceMessage = details.serviceMessage ?? "";
    this.traceId = details.traceId ?? details.bodyTraceId;
    this.bodyTraceId = details.bodyTraceId;
    this.issues = details.issues ?? [];
    this.effect = details.effect;
    this.retryAfter = details.retryAfter;
    this.body = details.body;
  }
}

function describe(
  details: ApiErrorDetails,
  meaning: string | undefined,
  hint: string | undefined,
): string {
  const what = details.serviceMessage || meaning || "no message";
  const issues = (details.issues ?? [])
    .map((issue) => `\n  ${issue.path.join(".") || "(request)"}: ${issueText(issue)}`)
    .join("");
  const trace = details.traceId ?? details.bodyTraceId;
  return `${details.operation}: the service answered ${details.status}${details.id ? ` ${details.id}` : ""}: ${what}${issues}${trace ? ` (trace ${trace})` : ""}${hint ? `\n${hint}` : ""}`;
}

function issueText(issue: ServiceIssue): string {
  const options = issue.options?.length
    ? ` (one of ${issue.options.map(printValue).join(", ")})`
    : "";
  return `${issue.message ?? issue.code ?? "refused"}${options}`;
}

/** The API key was refused, or none was sent. */
export class AuthenticationError extends ApiError {
  static override readonly errorName: string = "AuthenticationError";
}

/** The service forbids the call for another reason than the key: a feature that is not enabled, or somebody else's record. */
export class ForbiddenError extends ApiError {
  static override readonly errorName: string = "ForbiddenError";
}

/** The project has used up its compute units. Sending again does not help. */
export class ComputeUnitsExhaustedError extends ApiError<"UNAVAILABLE_COMPUTE_UNITS"> {
  static override readonly errorName: string = "ComputeUnitsExhaustedError";
}

/** The wallet is not registered with this project. `client.wallets.ensure` registers it when needed. */
export class WalletNotRegisteredError extends ApiError<"ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT"> {
  static override readonly errorName: string = "WalletNotRegisteredError";
}

/** A token is not supported, or not whitelisted in the project. */
export class TokensNotAuthorizedError extends ApiError<"NOT_AUTHORIZED_TOKENS"> {
  static override readonly errorName: string = "TokensNotAuthorizedError";
  /** The token addresses that the service's message names. Empty when the message is. */
  declare readonly tokens: readonly string[];

  constructor(details: ApiErrorDetails) {
    super(details);
    // The body holds the whole message, however long.
    const whole = (details.body as { message?: unknown } | undefined)?.message;
    const text = typeof whole === "string" ? whole : this.serviceMessage;
    this.tokens = [...new Set(text.match(/0x[a-fA-F0-9]{40}/g) ?? [])];
  }
}

/** The quote, or the operation made from it, has expired: take a new one. */
export class QuoteExpiredError extends ApiError<"FIAT_QUOTE_EXPIRED" | "EXECUTE_USER_OP"> {
  static override readonly errorName: string = "QuoteExpiredError";
}

/** What was asked for does not exist. */
export class NotFoundError extends ApiError {
  static override readonly errorName: string = "NotFoundError";
}

/** Too many requests, or one more than is allowed in a time. `retryAfter` says how long to wait, where the service does. */
export class RateLimitError extends ApiError {
  static override readonly errorName: string = "RateLimitError";
}

/** The service failed. After a write, look before you send it again. */
export class ServerError extends ApiError {
  static override readonly errorName: string = "ServerError";
}

/**
 * Tells whether an error is an answer of the service, and, given an id, whether it is that one.
 *
 * @example
 * ```ts
 * import { isApiError } from "bursar";
 *
 * try {
 *   await client.fiat.createDeposit({ quoteId });
 * } catch (error) {
 *   if (isApiError(error, "FIAT_QUOTE_EXPIRED")) console.log("take a new quote");
 *   else throw error;
 * }
 * ```
 */
export function isApiError(value: unknown): value is ApiError;
export function isApiError<Id extends ErrorId>(
  value: unknown,
  id: Id,
): value is ApiError<Id> & { readonly id: Id };
export function isApiError(
  value: unknown,
  id: string,
): value is ApiError<string> & { readonly id: string };
export function isApiError(value: unknown, id?: string): boolean {
  return value instanceof ApiError && (id === undefined || (value as ApiError).id === id);
}
