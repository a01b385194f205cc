import { errorFacts } from "../../contract/shared/error-catalogue.js";
import {
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  ForbiddenError,
  NotFoundError,
  QuoteExpiredError,
  RateLimitError,
  ServerError,
  type ServiceIssue,
} from "../../errors/api.js";
import type { ResponseDetails } from "../../errors/data.js";
import { errorClasses } from "../../errors/error-classes.js";
import { decideOutcome } from "../../errors/outcome.js";
import { deniesExpiry } from "../../shared/denies-expiry.js";
import { formatPath } from "../../shared/format-path.js";
import { maxKeptLength, redactStart } from "../wire/redact.js";
import type { ReceivedResponse } from "../wire/wire.js";
import { tryParseJson } from "./parse-json.js";
import { parseRetryAfter } from "./retry-after.js";

const maxTextLength = 2_000;

/**
 * Maps an error response to its class. Every field of the body may be missing or malformed.
 * `documented` are the ids of the endpoint: another id can be the response to another call.
 */
export function toApiError(
  call: ResponseDetails,
  received: ReceivedResponse,
  documented: readonly string[],
): ApiError<string> {
  const { status, text, redact } = received;
  // A longer body is not an error envelope. The error keeps only its start.
  const isShort = text.length <= maxKeptLength;
  const json = tryParseJson(text);
  const isKept = isShort && json !== undefined;
  const readStart = (value: string) => redactStart(redact, value, maxTextLength);
  const readText = (value: unknown) =>
    typeof value === "string" && value !== "" ? readStart(value) : undefined;
  // The class is that of the unredacted text: a key can be a word of it. A known id is no secret.
  const stated = { status, ...readStated(json) };
  const body = isKept ? redact.json(json) : readStart(text);
  const source = isKept ? body : json;
  const fields = (typeof source === "object" && source !== null ? source : {}) as Fields;
  const known = errorFacts(stated.id);
  const isForeign = known?.outcome === "done" && !documented.includes(stated.id as string);
  const facts = isForeign ? ({ ...known, outcome: "unknown" } as const) : known;
  const details: ApiErrorDetails = {
    operation: call.operation,
    effect: call.effect,
    // Use the HTTP status: most error bodies have no `statusCode`.
    status,
    id: facts ? stated.id : readText(fields.id),
    facts,
    serviceMessage: readText(fields.message),
    traceId: call.traceId,
    bodyTraceId: readText(fields.traceId),
    issues: isShort ? toServiceIssues(fields.errors ?? fields.issues, readText) : [],
    retryAfter: parseRetryAfter(received.getHeader("retry-after")),
    body,
  };
  const { lookup } = call;
  // An id that states an outcome has a hint for it. Other hints are for calls that had no effect.
  const mustLook =
    isForeign || (!facts?.outcome && decideOutcome(call.effect, details) === "unknown");
  const hint =
    mustLook && lookup ? `Before trying again: ${lookup}.` : createHint(stated, received);
  return new (selectErrorClass(stated))({ ...details, hint });
}

type Fields = Readonly<Record<string, unknown>>;

/** What decides about the class of an error, not redacted. */
interface Stated {
  readonly status: number;
  readonly id: string | undefined;
  readonly message: string;
}

function readStated(json: unknown): Pick<Stated, "id" | "message"> {
  const { id, message } = Object(json) as Fields;
  return {
    id: typeof id === "string" && id !== "" ? id : undefined,
    message: typeof message === "string" ? message.slice(0, maxTextLength) : "",
  };
}

/** Hints for errors without a hint in the error catalogue. */
function createHint({ id, status }: Stated, { hasKey }: ReceivedResponse): string | undefined {
  if (status === 403 && !hasKey && (id === "HTTP_EXCEPTION" || id === undefined)) {
    return "No API key was sent. Pass apiKey, set BURSAR_API_KEY, or check your proxy.";
  }
  if (id === "HTTP_EXCEPTION" && status === 403)
    return "Check the API key and that it is one of this baseUrl, then the project's features.";
  if (id === "HTTP_EXCEPTION" && status === 404)
    return "Check baseUrl, which must not contain /api/v1, and the option paths.";
  if (id?.startsWith("PROXY_"))
    return "Your own server sent this, by createProxy. docs/proxy.md explains the ids.";
  if (id !== undefined) return undefined;
  if (status === 429) return "Send fewer requests.";
  return status >= 500 ? "The service may be down. Try again later." : undefined;
}

type ApiErrorClass = new (details: ApiErrorDetails) => ApiError<string>;

const classesById = new Map<string | undefined, ApiErrorClass>(Object.entries(errorClasses));

/** Matches the service's messages for a rejected key. Other 403 messages may mention keys too. */
const keyRejection =
  /(?:invalid|missing|malformed|unknown|wrong|no)\s+(?:x-)?api.?key|api.?key\s+(?:is\s+)?(?:not\s+valid|invalid|missing|malformed|unknown|wrong|required)/i;

/** The same id and status also stand for a wrong signature and a second execution. */
const expiry = /\bexpir(?:ed|y|ation)\b/i;

function selectErrorClass({ status, id, message }: Stated): ApiErrorClass {
  const known = classesById.get(id);
  if (known) return known;
  if (id === "EXECUTE_USER_OP" && status === 400 && expiry.test(message))
    return deniesExpiry(message) ? ApiError : QuoteExpiredError;
  if (status === 401) return AuthenticationError;
  if (status === 403) {
    const isGeneral = id === undefined || id === "HTTP_EXCEPTION";
    return isGeneral && keyRejection.test(message) ? AuthenticationError : ForbiddenError;
  }
  if (status === 404) return NotFoundError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : ApiError;
}

/** The service sends a list of keys, the proxy of this package a text. */
function readPath(path: unknown): string {
  if (!Array.isArray(path)) return typeof path === "string" ? path : "";
  return formatPath(path.filter((key) => typeof key === "string" || typeof key === "number"));
}

function toServiceIssues(
  value: unknown,
  readText: (value: unknown) => string | undefined,
): ServiceIssue[] {
  if (!Array.isArray(value)) return [];
  const objects = value.filter((issue) => typeof issue === "object" && issue !== null);
  return objects.map((issue: Record<string, unknown>) => ({
    ...issue,
    path: readPath(issue.path),
    code: readText(issue.code),
    message: readText(issue.message),
    expected: readText(issue.expected),
    received: readText(issue.received),
    options: Array.isArray(issue.options) ? issue.options : undefined,
  }));
}
