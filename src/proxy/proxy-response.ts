import type { Endpoint } from "../contract/shared/endpoint.js";
import { createResponse } from "../node/response-chunks.js";
import type { ProxyError } from "./proxy-error.js";
import { proxyErrors } from "./proxy-error-catalogue.js";
import type { ProxyErrorBody } from "./types.js";

/** A response of the service or of the proxy, not yet converted to a `Response`. */
export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | readonly Uint8Array[] | undefined;
  readonly traceId: string | undefined;
}

/** Added to every response: it is private to one user, it is data, and it must not be embedded. */
const securityHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  vary: "origin, sec-fetch-site, cookie, authorization",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
};

/** Statuses of responses without a body. */
const bodiless = new Set([204, 205, 304]);

export function toResponse(
  { status, headers, body }: ProxyResponse,
  cors: Readonly<Record<string, string>>,
): Response {
  const init = { status, headers: { ...headers, ...securityHeaders, ...cors } };
  if (bodiless.has(status)) return new Response(null, init);
  return typeof body === "object" ? createResponse(body, init) : new Response(body, init);
}

const framingHeaders = [
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-connection",
];

/** Adds the security headers to a `Response` that `authorize` returned. */
export function secureResponse(
  response: Response,
  cors: Readonly<Record<string, string>>,
): Response {
  const headers = new Headers(response.headers);
  // `authorize` may have fetched it from another server. These headers describe that connection.
  for (const name of framingHeaders) headers.delete(name);
  // `fetch` has already decompressed the body.
  if (response.url) headers.delete("content-encoding");
  for (const [name, value] of Object.entries({ ...securityHeaders, ...cors }))
    headers.set(name, value);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}

/** An error response in the format of the service, so that the client throws its typed errors. */
export function createErrorResponse(
  error: ProxyError,
  traceId: string,
  endpoint: Endpoint | undefined,
): ProxyResponse {
  const { id, details } = error;
  const { status, meaning } = proxyErrors[id];
  const { message = meaning, issues, unknownOutcome } = details;
  const body: ProxyErrorBody = {
    statusCode: status,
    // With an id the client would report a definite failure.
    ...(!unknownOutcome && { id }),
    message: endpoint ? `${endpoint.name}: ${message}` : message,
    ...(issues && { issues }),
    traceId,
  };
  const headers = { "content-type": "application/json", "trace-id": traceId, ...details.headers };
  return { status, headers, body: JSON.stringify(body), traceId };
}
