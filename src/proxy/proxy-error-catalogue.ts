/** Facts about one error id of the proxy. */
export interface ProxyErrorFacts {
  readonly status: number;
  readonly meaning: string;
  /** Whether the service may have received the request. */
  readonly sent: boolean;
}

function notSent(status: number, meaning: string): ProxyErrorFacts {
  return { status, meaning, sent: false };
}

function maybeSent(status: number, meaning: string): ProxyErrorFacts {
  return { status, meaning, sent: true };
}

/**
 * Every error id of the proxy. All other ids come from the service. `BAD_REQUEST` may come from
 * both: each uses it for input that does not match the schema.
 */
export const proxyErrors = {
  BAD_REQUEST: notSent(400, "the request does not match the schema"),
  PROXY_UNSAFE_PATH: notSent(
    400,
    "the path has dot segments, encoded slashes or another unsafe form",
  ),
  PROXY_CROSS_SITE: notSent(403, "the request comes from a page of another site"),
  PROXY_OPERATION_NOT_ALLOWED: notSent(403, "the proxy does not allow this operation"),
  PROXY_FORBIDDEN: notSent(403, "the request is not authorized"),
  PROXY_NOT_FOUND: notSent(404, "no operation has this path"),
  PROXY_METHOD_NOT_ALLOWED: notSent(405, "this path does not support this method"),
  PROXY_BODY_TIMEOUT: notSent(408, "the request body did not arrive in time"),
  PROXY_BODY_TOO_LARGE: notSent(413, "the request body is too large"),
  PROXY_MEDIA_TYPE: notSent(415, "a body must be uncompressed application/json in UTF-8"),
  PROXY_RATE_LIMITED: notSent(429, "too many requests"),
  PROXY_ABORTED: notSent(499, "the client disconnected"),
  PROXY_FAILED: notSent(500, "the proxy failed before it sent the request"),
  PROXY_UNREACHABLE: notSent(502, "the proxy could not connect to the service"),
  PROXY_LIMIT_FAILED: notSent(503, "the proxy could not check the rate limit"),
  PROXY_REDIRECTED: maybeSent(502, "the service responded with a redirect, which is not followed"),
  PROXY_UNREADABLE_RESPONSE: maybeSent(502, "the response does not come from the service"),
  PROXY_RESPONSE_LOST: maybeSent(502, "the response of the service was lost"),
  PROXY_TIMEOUT: maybeSent(504, "the service did not respond in time"),
} as const satisfies Record<string, ProxyErrorFacts>;

/** An error id of the proxy. */
export type ProxyErrorId = keyof typeof proxyErrors;
