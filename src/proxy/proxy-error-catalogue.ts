/** What is known of one refusal of the proxy's own. */
export interface ProxyErrorFacts {
  readonly status: number;
  readonly meaning: string;
  /** Whether the request may have reached the service. */
  readonly sent: boolean;
}

/* @__NO_SIDE_EFFECTS__ */
function refused(status: number, meaning: string): ProxyErrorFacts {
  return { status, meaning, sent: false };
}

/* @__NO_SIDE_EFFECTS__ */
function lost(status: number, meaning: string): ProxyErrorFacts {
  return { status, meaning, sent: true };
}

/**
 * Every error id that is the proxy's own. All else comes from the service, but for `BAD_REQUEST`, which both use for input that is not what
 * the contract asks for.
 */
export const proxyErrors = {
  BAD_REQUEST: refused(400, "the request is not what the contract asks for"),
  PROXY_UNSAFE_PATH: refused(
    400,
    "the path holds dot segments, encoded slashes, backslashes, or another trick",
  ),
  PROXY_CROSS_SITE: refused(403, "the request comes from a page of another site"),
  PROXY_OPERATION_NOT_ALLOWED: refused(403, "this operation is not on the proxy's allow-list"),
  PROXY_FORBIDDEN: refused(403, "this request is not allowed"),
  PROXY_NOT_FOUND: refused(404, "there is no such operation"),
  PROXY_METHOD_NOT_ALLOWED: refused(405, "this path has no such method"),
  PROXY_BODY_TIMEOUT: refused(408, "the request's body did not arrive in time"),
  PROXY_BODY_TOO_LARGE: refused(413, "the request's body is too large"),
  PROXY_MEDIA_TYPE: refused(415, "a body must be application/json in UTF-8, and not compressed"),
  PROXY_RATE_LIMITED: refused(429, "too many requests"),
  PROXY_ABORTED: refused(499, "whoever asked went away"),
  PROXY_FAILED: refused(500, "the proxy could not make the request"),
  PROXY_UNREACHABLE: refused(502, "the service could not be reached"),
  PROXY_LIMIT_FAILED: refused(503, "the proxy could not tell whether this is too much"),
  PROXY_REDIRECTED: lost(502, "the service answered with a redirect, which is never followed"),
  PROXY_UNREADABLE_ANSWER: lost(502, "what answered is not the service"),
  PROXY_ANSWER_LOST: lost(502, "the service's answer was lost"),
  PROXY_TIMEOUT: lost(504, "the service did not answer in time"),
} as const satisfies Record<string, ProxyErrorFacts>;

/** An error id of the proxy's own. */
export type ProxyErrorId = keyof typeof proxyErrors;
