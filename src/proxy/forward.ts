import type { Endpoint } from "../contract/shared/endpoint.js";
import { ApiError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../errors/connection.js";
import { EmptyBodyError, RedirectError, UnreadableResponseError } from "../errors/data.js";
import type { BuiltRequest } from "../http/request/build-request.js";
import { toOutcomeError } from "../http/response/final-error.js";
import { assertSuccess, getLookup, readResponse } from "../http/response/read-response.js";
import { resolveApiKey } from "../http/wire/api-key.js";
import { withDeadline } from "../http/wire/deadline.js";
import { fetchResponse, type ReceivedResponse, readHeader } from "../http/wire/fetch-response.js";
import { createRedactor } from "../http/wire/redact.js";
import { Refusal } from "./proxy-error.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";
import type { ProxyConfig } from "./resolve-options.js";
import type { Answer } from "./service-response.js";

/** What is known of a request to the proxy while it is handled. */
export interface Progress {
  endpoint: Endpoint | undefined;
  /** Whether the service may have received something. */
  mayHaveArrived: boolean;
}

type Upstream = Pick<ProxyConfig<never>, "baseUrl" | "apiKey" | "fetch">;

/** Sends a request to the service once, and passes its response on. */
export async function forward(
  config: Upstream,
  endpoint: Endpoint,
  request: BuiltRequest,
  limits: { readonly signal: AbortSignal; readonly timeout: number },
  progress: Progress,
): Promise<Answer> {
  const deadline = { ...limits, scope: "attempt" } as const;
  try {
    const received = await withDeadline(endpoint.name, deadline, async (signal) => {
      const key = await resolveApiKey(config.apiKey);
      if (signal.aborted) throw signal.reason;
      progress.mayHaveArrived = true;
      return sendWithKey(config, endpoint, request, key, signal);
    });
    return await passOn(endpoint, received);
  } catch (error) {
    if (error instanceof ConnectionError && error.phase === "connect") {
      progress.mayHaveArrived = false;
    }
    throw toRefusal(endpoint, request, progress, error);
  }
}

function sendWithKey(
  { baseUrl, fetch }: Upstream,
  { name, method, effect }: Endpoint,
  { path, headers, body }: BuiltRequest,
  key: string | undefined,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const upstream = new Request(baseUrl + path, {
    method,
    headers: {
      accept: "application/json",
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "x-api-key": key }),
    },
    // The key must not follow a redirect to another origin.
    redirect: "manual",
  });
  const redact = createRedactor(key);
  const isWrite = effect === "write";
  const sending = { operation: name, body, isWrite, signal, hasKey: key !== undefined, redact };
  return fetchResponse(upstream, sending, fetch);
}

/** The service's own response: status and body, and only the headers that are for the page. */
async function passOn(endpoint: Endpoint, received: ReceivedResponse): Promise<Answer> {
  try {
    assertSuccess(endpoint, received);
    await readResponse(endpoint, received, { validation: "off" });
  } catch (error) {
    // An error response is the service's own, and the page's client judges an empty body itself.
    if (!(error instanceof ApiError || error instanceof EmptyBodyError)) throw error;
  }
  const { response, text, traceId, redact } = received;
  const headers: Record<string, string> = {};
  // A browser must never run it, regardless of the type that the service states.
  if (text !== "") {
    headers["content-type"] = isJson(response) ? "application/json" : "text/plain; charset=utf-8";
  }
  if (traceId !== undefined) headers["trace-id"] = traceId;
  const retryAfter = readHeader(received, "retry-after");
  if (retryAfter !== undefined && /^[\w ,:.-]{1,64}$/.test(retryAfter)) {
    headers["retry-after"] = retryAfter;
  }
  const body = text === "" ? undefined : redact.text(text);
  return { status: response.status, headers, body, traceId };
}

function isJson(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

/** By the client's own rules: whether a write was sent and its response lost. */
function toRefusal(
  endpoint: Endpoint,
  request: BuiltRequest,
  { mayHaveArrived }: Progress,
  error: unknown,
): Refusal {
  const isSentWrite = mayHaveArrived && endpoint.effect === "write";
  // The server may have aborted it while the page still waits: what was sent may have happened.
  const isAborted = error instanceof AbortedError && isSentWrite;
  const unknownOutcome =
    error instanceof BursarError
      ? isAborted ||
        toOutcomeError(endpoint, request, mayHaveArrived, error) instanceof OutcomeUnknownError
      : isSentWrite;
  const id = isAborted ? "PROXY_ANSWER_LOST" : refusalId(error, mayHaveArrived);
  if (!unknownOutcome) return new Refusal(id, { cause: error });
  const lookup = getLookup(endpoint);
  const message = `the response was lost, so it is not known whether this happened. Before trying again: ${lookup}`;
  return new Refusal(id, { cause: error, unknownOutcome, message });
}

function refusalId(error: unknown, mayHaveArrived: boolean): ProxyErrorId {
  if (error instanceof AbortedError) return "PROXY_ABORTED";
  if (!mayHaveArrived) {
    return error instanceof ConnectionError ? "PROXY_UNREACHABLE" : "PROXY_FAILED";
  }
  if (error instanceof TimeoutError) return "PROXY_TIMEOUT";
  if (error instanceof RedirectError) return "PROXY_REDIRECTED";
  if (error instanceof UnreadableResponseError) return "PROXY_UNREADABLE_ANSWER";
  return "PROXY_ANSWER_LOST";
}
