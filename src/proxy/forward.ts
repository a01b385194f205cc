import type { Endpoint } from "../contract/shared/endpoint.js";
import { parseHttpDate } from "../contract/shared/http-date.js";
import type { Outcome } from "../contract/shared/outcome.js";
import { ApiError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import { AbortedError, ConnectionError, TimeoutError } from "../errors/connection.js";
import {
  ConfigurationError,
  EmptyBodyError,
  RedirectError,
  UnreadableResponseError,
} from "../errors/data.js";
import { toOutcomeError } from "../http/attempts/final-error.js";
import type { Config } from "../http/config/config.js";
import { defaultResponseBytes } from "../http/config/known-options.js";
import { resolveApiKey } from "../http/config/resolve-api-key.js";
import type { BuiltRequest } from "../http/request/build-request.js";
import { assertSuccess, getLookup } from "../http/response/assert-success.js";
import { readResponse } from "../http/response/read-response.js";
import type { Cancellation } from "../http/wire/cancellation.js";
import { withDeadline } from "../http/wire/deadline.js";
import { createRedactor } from "../http/wire/redact.js";
import { type ReceivedResponse, readHeader } from "../http/wire/wire.js";
import { includesText } from "./includes-text.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";
import type { ProxyResponse } from "./proxy-response.js";
import type { ProxyConfig } from "./resolve-options.js";

/** The state of a request. The proxy adds to it, and removes nothing. */
export interface RequestState {
  endpoint?: Endpoint;
  hasStartedToSend?: true;
  /** It failed before it had a connection, or what sends is closed or cannot be used. */
  hasSentNothing?: true;
  /** The outcome of an error response of the service. */
  outcome?: Outcome;
}

/** Whether the service may have received the request. Every outcome is derived from this. */
export function mayHaveArrived(state: RequestState): boolean {
  return state.hasStartedToSend === true && !state.hasSentNothing;
}

type Upstream = Pick<Config, "baseUrl" | "apiKey"> & Pick<ProxyConfig<never>, "chooseSender">;

/** Sends a request to the service once, and returns its response. */
export async function forward(
  config: Upstream,
  endpoint: Endpoint,
  request: BuiltRequest,
  limits: { readonly signal: AbortSignal; readonly timeout: number },
  state: RequestState,
): Promise<ProxyResponse> {
  const deadline = { ...limits, scope: "attempt" } as const;
  try {
    const received = await withDeadline(endpoint.name, deadline, async (cancellation) => {
      const key = await resolveApiKey(config.apiKey);
      cancellation.throwIfCancelled();
      state.hasStartedToSend = true;
      return sendWithKey(config, endpoint, request, key, cancellation);
    });
    return toProxyResponse(endpoint, request, received, state);
  } catch (error) {
    const isConnecting = error instanceof ConnectionError && error.phase === "connect";
    if (isConnecting || error instanceof ConfigurationError) state.hasSentNothing = true;
    throw toProxyError(endpoint, request, mayHaveArrived(state), error);
  }
}

function sendWithKey(
  { baseUrl, chooseSender }: Upstream,
  { name, method, effect }: Endpoint,
  { path, headers, body }: BuiltRequest,
  key: string | undefined,
  cancellation: Cancellation,
): Promise<ReceivedResponse> {
  return chooseSender().send({
    operation: name,
    url: baseUrl + path,
    method,
    headers: {
      accept: "application/json",
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "x-api-key": key }),
    },
    body,
    isWrite: effect === "write",
    cancellation,
    maxBytes: defaultResponseBytes,
    hasKey: key !== undefined,
    redact: createRedactor(key),
  });
}

/** Keeps the status, the body, and only the headers that are meant for the page. */
function toProxyResponse(
  endpoint: Endpoint,
  { repeated }: BuiltRequest,
  received: ReceivedResponse,
  state: RequestState,
): ProxyResponse {
  let passedOn: ProxyResponse["body"];
  try {
    assertSuccess(endpoint, received);
    passedOn = findPassedOn(endpoint, repeated, received);
    if (!passedOn) readResponse(endpoint, received, { validation: "off", repeated });
  } catch (error) {
    // The page's client handles error responses and empty bodies itself.
    if (!(error instanceof ApiError || error instanceof EmptyBodyError)) throw error;
    state.outcome = error.outcome;
  }
  const { status, traceId, redact } = received;
  const body = passedOn ?? (received.text === "" ? undefined : redact.text(received.text));
  const headers: Record<string, string> = {};
  // A browser must never render the body as HTML, regardless of the type that the service states.
  if (body !== undefined) {
    headers["content-type"] = isJson(received) ? "application/json" : "text/plain; charset=utf-8";
  }
  if (traceId !== undefined) headers["trace-id"] = traceId;
  const retryAfter = readHeader(received, "retry-after");
  if (retryAfter !== undefined && /^[\w ,:.-]{1,64}$/.test(retryAfter)) {
    headers["retry-after"] = retryAfter;
  }
  // A wait compares it with the expiry. The clock of this server may be another.
  const date = readHeader(received, "date");
  if (!Number.isNaN(parseHttpDate(date))) headers.date = date as string;
  return { status, headers, body, traceId };
}

/**
 * The body of a response that needs no parsing here: nothing in it is compared with the request,
 * it starts like JSON, and it has no key. The client of the page parses and validates it.
 */
function findPassedOn(
  { response, effect }: Endpoint,
  repeated: BuiltRequest["repeated"],
  { chunks, redact }: ReceivedResponse,
): readonly Uint8Array[] | undefined {
  if (!response || effect === "write" || repeated || !chunks) return undefined;
  const first = chunks[0]?.[0];
  if (first !== openingBrace && first !== openingBracket) return undefined;
  return redact.isClean((text) => includesText(chunks, text)) ? chunks : undefined;
}

const [openingBrace, openingBracket] = [123, 91];

function isJson({ getHeader }: ReceivedResponse): boolean {
  const type = getHeader("content-type") ?? "";
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

/** Uses the client's own rules to decide whether the outcome of a write is unknown. */
function toProxyError(
  endpoint: Endpoint,
  request: BuiltRequest,
  isSent: boolean,
  error: unknown,
): ProxyError {
  const isSentWrite = isSent && endpoint.effect === "write";
  // The page may still wait if the server aborted the request, and the write may be executed.
  const isAborted = error instanceof AbortedError && isSentWrite;
  const unknownOutcome =
    error instanceof BursarError
      ? toOutcomeError(endpoint, request, isSent, error).outcome === "unknown"
      : isSentWrite;
  const id = isAborted ? "PROXY_RESPONSE_LOST" : selectErrorId(error, isSent);
  if (!unknownOutcome) return new ProxyError(id, { cause: error });
  const lookup = getLookup(endpoint);
  const message = `it is not known whether this happened. Before trying again: ${lookup}`;
  return new ProxyError(id, { cause: error, unknownOutcome, message });
}

function selectErrorId(error: unknown, isSent: boolean): ProxyErrorId {
  if (error instanceof AbortedError) return "PROXY_ABORTED";
  if (!isSent) return error instanceof ConnectionError ? "PROXY_UNREACHABLE" : "PROXY_FAILED";
  if (error instanceof TimeoutError) return "PROXY_TIMEOUT";
  if (error instanceof RedirectError) return "PROXY_REDIRECTED";
  if (error instanceof UnreadableResponseError) return "PROXY_UNREADABLE_RESPONSE";
  return "PROXY_RESPONSE_LOST";
}
