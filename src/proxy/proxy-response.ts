import type { Endpoint } from "../contract/shared/endpoint.js";
import type { ProxyError } from "./proxy-error.js";
import type { ProxyErrorBody } from "./types.js";

/** An answer, before it becomes a `Response`. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly traceId: string | undefined;
}

/** What every answer carries: it is one user's, it is data, and no page may show it as its own. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  vary: "origin, sec-fetch-site, cookie, authorization",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
};

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304]);

export function toResponse(
  { status, headers, body }: ProxyResponse,
  cors: Readonly<Record<string, string>>,
): Response {
  return new Response(bodiless.has(status) ? null : (body ?? null), {
    status,
    headers: { ...headers, ...securityHeaders, ...cors },
  });
}

/** An answer of the proxy's own, in the form of the service's errors, so that a client's typed errors hold. */
export function createErrorResponse(
  refusal: ProxyError,
  traceId: string,
  endpoint: Endpoint | undefined,
): ProxyResponse {
  const { id, status, message, details } = refusal;
  const { issues, unknownOutcome } = details;
  const body: ProxyErrorBody = {
    statusCode: status,
    // By an id a client would know for sure that it failed.
    ...(!unknownOutcome && { id }),
    message: endpoint ? `${endpoint.name}: ${message}` : message,
    ...(issues && { issues }),
    traceId,
  };
  const headers = { "content-type": "application/json", "trace-id": traceId, ...details.headers };
  return { status, headers, body: JSON.stringify(body), traceId };
}
