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
} from "../../errors/api.js";
import type { ResponseDetails } from "../../errors/data.js";
import type { ReceivedResponse } from "../wire/fetch-response.js";
import { parseRetryAfter } from "./retry-after.js";

/** How much of a text an error keeps. */
const maxTextLength = 2_000;
/** A longer body is no error envelope. An error keeps only its start. */
const maxBodyLength = 100_000;

/** Maps an error response to its class. Every field of the body may be missing or malformed. */
export function toApiError(answer: ResponseDetails, received: ReceivedResponse): ApiError<string> {
  const { response, text, redact } = received;
  const isWhole = text.length <= maxBodyLength;
  const json = parseJson(text);
  const isKept = isWhole && json !== undefined;
  const textOf = (value: unknown) =>
    typeof value === "string" && value !== ""
      ? redact.text(value).slice(0, maxTextLength)
      : undefined;
  const body = isKept ? redact.json(json) : redact.text(text).slice(0, maxTextLength);
  const source = isKept ? body : json;
  const fields = (typeof source === "object" && source !== null ? source : {}) as Fields;
  const details: ApiErrorDetails = {
    operation: answer.operation,
    effect: answer.effect,
    // The HTTP status: `statusCode` is missing from most error bodies.
    status: response.status,
    id: textOf(fields.id),
    serviceMessage: textOf(fields.message),
    traceId: answer.traceId,
    bodyTraceId: textOf(fields.traceId),
    issues: isWhole ? toServiceIssues(fields.errors ?? fields.issues, textOf) : [],
    retryAfter: parseRetryAfter(response.headers.get("retry-after")),
    body,
  };
  return new (selectErrorClass(details))({ ...details, hint: createHint(details, received) });
}

type Fields = Readonly<Record<string, unknown>>;

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Hints that the catalogue of ids does not have. */
function createHint(
  { id, status }: ApiErrorDetails,
  { hasKey }: ReceivedResponse,
): string | undefined {
  if (status === 403 && !hasKey && (id === "HTTP_EXCEPTION" || id === undefined)) {
    return "No API key was sent: pass apiKey, set BURSAR_API_KEY, or check your proxy.";
  }
  if (id !== undefined) return undefined;
  if (status === 429) return "Send fewer requests.";
  return status >= 500 ? "The service may be down. Try again later." : undefined;
}

type ApiErrorClass = new (details: ApiErrorDetails) => ApiError<string>;

const classesById: Readonly<Record<string, ApiErrorClass>> = {
  UNAVAILABLE_COMPUTE_UNITS: ComputeUnitsExhaustedError,
  ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT: WalletNotRegisteredError,
  NOT_AUTHORIZED_TOKENS: TokensNotAuthorizedError,
  FIAT_QUOTE_EXPIRED: QuoteExpiredError,
  UNAUTHORIZED_EXCEPTION: AuthenticationError,
};

/** The service's own wording for a rejected key. Other 403 messages may mention the key too. */
const keyRejection =
  /(?:invalid|missing|malformed|unknown|wrong|no)\s+(?:x-)?api.?key|api.?key\s+(?:is\s+)?(?:not\s+valid|invalid|missing|malformed|unknown|wrong|required)/i;

function selectErrorClass({ status, id, serviceMessage }: ApiErrorDetails): ApiErrorClass {
  const known = id !== undefined && Object.hasOwn(classesById, id) ? classesById[id] : undefined;
  if (known) return known;
  // This id means "expired" only together with 400.
  if (id === "EXECUTE_USER_OP" && status === 400) return QuoteExpiredError;
  if (status === 401) return AuthenticationError;
  if (status === 403) {
    const isGeneral = id === undefined || id === "HTTP_EXCEPTION";
    return isGeneral && keyRejection.test(serviceMessage ?? "")
      ? AuthenticationError
      : ForbiddenError;
  }
  if (status === 404) return NotFoundError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : ApiError;
}

function toServiceIssues(
  value: unknown,
  textOf: (value: unknown) => string | undefined,
): ServiceIssue[] {
  if (!Array.isArray(value)) return [];
  const objects = value.filter((issue) => typeof issue === "object" && issue !== null);
  return objects.map((issue: Record<string, unknown>) => ({
    ...issue,
    path: Array.isArray(issue.path)
      ? issue.path.filter((part) => typeof part === "string" || typeof part === "number")
      : [],
    code: textOf(issue.code),
    message: textOf(issue.message),
    expected: textOf(issue.expected),
    received: textOf(issue.received),
    options: Array.isArray(issue.options) ? issue.options : undefined,
  }));
}
