import type { Endpoint } from "../contract/endpoint.js";
import {
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  ComputeUnitsExhaustedError,
  ForbiddenError,
  NotFoundError,
  QuoteExpiredError,
  RateLimitError,
  ServerError,
  type ServiceIssue,
  TokensNotAuthorizedError,
  WalletNotRegisteredError,
} from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import { type AnswerDetails, EmptyBodyError, NotJsonError, RedirectError } from "../errors/data.js";
import type { Incoming } from "./exchange.js";
import { parseRetryAfter } from "./retry.js";
import { scrub, scrubJson } from "./scrub.js";

/** How much of a body that cannot be parsed an error keeps. */
const longestExcerpt = 2_000;
/** A longer body is no error envelope. An error keeps an excerpt of it. */
const longestBody = 100_000;

export function traceIdOf(response: Response, key: string | undefined): string | undefined {
  return headerOf(response, "trace-id", key);
}

function headerOf(response: Response, name: string, key: string | undefined): string | undefined {
  const value = response.headers.get(name);
  return value === null ? undefined : scrub(value, key).slice(0, longestExcerpt);
}

/** The one place where an answer becomes parsed JSON, nothing (an empty body where none is due), or a typed error. */
export function readAnswer(
  endpoint: Endpoint,
  wantsBody: boolean,
  { response, text }: Incoming,
  key: string | undefined,
): { json: unknown } | { error: BursarError } {
  const details: AnswerDetails = {
    operation: endpoint.name,
    effect: endpoint.effect,
    status: response.status,
    traceId: traceIdOf(response, key),
  };
  // Some runtimes follow redirects whatever they are told.
  if (response.redirected || response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    return { error: new RedirectError({ ...details, location: originOf(response, key) }) };
  }
  if (!response.ok) return { error: toApiError(details, response, text, key) };
  if (text.trim() === "") return wantsBody ? { error: new EmptyBodyError(details) } : { json: undefined };
  const json = parseJson(text);
  if (json !== notJson) return { json };
  const contentType = headerOf(response, "content-type", key);
  // Where no JSON is due any text will do, but not JSON that was cut, and not a page: that is somebody in between, and not the service.
  if (!wantsBody && !/\b(?:html|json)\b/i.test(contentType ?? "") && !/^\s*(?:[[{]|<(?:!doctype|html))/i.test(text)) return { json: text };
  return { error: new NotJsonError({ ...details, contentType, excerpt: scrub(text, key).slice(0, longestExcerpt) }) };
}

const notJson = Symbol("not JSON");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}

function originOf(response: Response, key: string | undefined): string | undefined {
  const location = headerOf(response, "location", key);
  try {
    return location ? new URL(location, response.url || undefined).origin : undefined;
  } catch {
    return undefined;
  }
}

function toApiError(answer: AnswerDetails, response: Response, text: string, key: string | undefined): ApiError<string> {
  const json = scrubJson(parseJson(text), key);
  const whole = json !== notJson && text.length <= longestBody;
  const body: unknown = whole ? json : scrub(text, key).slice(0, longestExcerpt);
  const fields = (typeof json === "object" && json !== null ? json : {}) as Record<string, unknown>;
  const details: ApiErrorDetails = {
    operation: answer.operation,
    effect: answer.effect,
    // The status comes from HTTP: `statusCode` is missing from most answers.
    status: response.status,
    id: textOf(fields.id),
    serviceMessage: textOf(fields.message),
    traceId: answer.traceId,
    bodyTraceId: textOf(fields.traceId),
    issues: whole ? issuesOf(fields.errors ?? fields.issues) : [],
    retryAfter: parseRetryAfter(response.headers.get("retry-after")),
    body,
  };
  return new (errorClassFor(details))({ ...details, hint: hintOf(details, key) });
}

/** What the catalogue of ids cannot say. */
function hintOf({ id, status }: ApiErrorDetails, key: string | undefined): string | undefined {
  if (status === 403 && key === undefined && (id === "HTTP_EXCEPTION" || id === undefined))
    return "No API key was sent: pass apiKey, set BURSAR_API_KEY, or look at your proxy.";
  if (id !== undefined) return undefined;
  if (status === 429) return "Send fewer requests.";
  return status >= 500 ? "The service may be down. Try again later." : undefined;
}

const classesById: Readonly<Record<string, new (details: ApiErrorDetails) => ApiError<string>>> = {
  UNAVAILABLE_COMPUTE_UNITS: ComputeUnitsExhaustedError,
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: WalletNotRegisteredError,
  NOT_AUTHORIZED_TOKENS: TokensNotAuthorizedError,
  FIAT_QUOTE_EXPIRED: QuoteExpiredError,
  UNAUTHORIZED_EXCEPTION: AuthenticationError,
};

/** The service's own words for a refused key. Other refusals may name the key in passing. */
const blamesKey =
  /(?:invalid|missing|malformed|unknown|wrong|no)\s+(?:x-)?api.?key|api.?key\s+(?:is\s+)?(?:not\s+valid|invalid|missing|malformed|unknown|wrong|required)/i;

function errorClassFor({ status, id, serviceMessage }: ApiErrorDetails): new (details: ApiErrorDetails) => ApiError<string> {
  const known = id !== undefined && Object.hasOwn(classesById, id) ? classesById[id] : undefined;
  if (known) return known;
  // The same id means that the operation has expired only with 400.
  if (id === "EXECUTE_USER_OP" && status === 400) return QuoteExpiredError;
  if (status === 401 || (status === 403 && (id === undefined || id === "HTTP_EXCEPTION") && blamesKey.test(serviceMessage ?? "")))
    return AuthenticationError;
  if (status === 403) return ForbiddenError;
  if (status === 404) return NotFoundError;
  if (status === 429) return RateLimitError;
  if (status >= 500) return ServerError;
  return ApiError;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, longestExcerpt) : undefined;
}

function issuesOf(value: unknown): ServiceIssue[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((issue) => typeof issue === "object" && issue !== null)
    .map((issue: Record<string, unknown>) => ({
      ...issue,
      path: Array.isArray(issue.path) ? issue.path.filter((part) => typeof part === "string" || typeof part === "number") : [],
      code: textOf(issue.code),
      message: textOf(issue.message),
      expected: textOf(issue.expected),
      received: textOf(issue.received),
      options: Array.isArray(issue.options) ? issue.options : undefined,
    }));
}
