import type { EndpointName } from "../contract/endpoints.js";
import { findRoute, methodsAt } from "../contract/routing/find-route.js";
import { createFailureReporter } from "../http/config/log.js";
import { callListener } from "../shared/call-listener.js";
import { nameOf } from "../shared/thrown.js";
import { assertAllowed, checkAccess } from "./check-access.js";
import { forward, mayHaveArrived, type RequestState } from "./forward.js";
import { hideNames } from "./hide-names.js";
import { createCorsHeaders, rejectCrossSite } from "./origin.js";
import { ProxyError } from "./proxy-error.js";
import {
  createErrorResponse,
  type ProxyResponse,
  secureResponse,
  toResponse,
} from "./proxy-response.js";
import { assertMediaType, readRequestBody } from "./read-request-body.js";
import { parseRequestPath } from "./request-path.js";
import { type ProxyConfig, resolveProxyOptions } from "./resolve-options.js";
import type { BursarProxy, ProxyEvent, ProxyOptions } from "./types.js";
import { createInput } from "./validate-input.js";
import { claimShared, claimWriteId } from "./write-ids.js";

const defaultTimeout = 28_000;
const slowTimeout = 85_000;

/**
 * Creates a handler that keeps the API key on your server. It validates each request of a page
 * against the contract, calls `authorize`, adds the key, and returns the response of the service.
 * It forwards only the operations in `allow`. An invalid option throws here. The environment is
 * read at the first request, so that a build needs no key: if the key or the address is missing
 * then, each operation is a `PROXY_FAILED` whose message says what is missing.
 *
 * @example
 * ```ts
 * import { createProxy, walletOf } from "bursar/proxy";
 *
 * const wallet = "0x1111111111111111111111111111111111111111";
 * const sessions = new Map([["session_1", { wallet }]]);
 *
 * const proxy = createProxy({
 *   baseUrl: "https://api.example.com",
 *   apiKey: "your-key",
 *   prefix: "/api/bursar",
 *   allow: ["tokens.list", "wallets.portfolio", "swap.quote"],
 *   authorize: (request, call) => {
 *     const cookie = request.headers.get("cookie") ?? "";
 *     const session = sessions.get(cookie.match(/session=(\w+)/)?.[1] ?? "");
 *     if (!session) return new Response(null, { status: 401 });
 *     return call.operation === "tokens.list" || walletOf(call) === session.wallet;
 *   },
 * });
 *
 * const url = "https://app.example.com/api/bursar/api/v1/crypto/tokens";
 * const response = await proxy(new Request(url));
 * console.log(response.status); // 401
 * ```
 */
export function createProxy<Context = unknown>(
  options: ProxyOptions<Context>,
): BursarProxy<Context> {
  const config = resolveProxyOptions(options);
  const { onResponse } = config;
  const reportFailure = createFailureReporter("onResponse of the proxy");
  return async (request, context) => {
    const startedAt = Date.now();
    const state: RequestState = {};
    const cors = createCorsHeaders(request, config.allowOrigins);
    let error: ProxyError | undefined;
    let response: Response;
    let traceId: string | undefined;
    try {
      const result = await handleRequest(config, request, context as Context, state);
      response = result instanceof Response ? result : toResponse(result, cors);
      if (result instanceof Response) state.outcome = "none";
      else traceId = result.traceId;
    } catch (thrown) {
      error = thrown instanceof ProxyError ? thrown : toUnexpectedError(thrown, state);
      traceId = `proxy-${crypto.randomUUID()}`;
      const result = createErrorResponse(error, traceId, state.endpoint);
      const isHead = request.method === "HEAD";
      response = toResponse(isHead ? { ...result, body: undefined } : result, cors);
    }
    if (onResponse) {
      const result = { status: response.status, traceId, duration: Date.now() - startedAt };
      const event = createEvent(request.method, state, error, result);
      callListener(() => onResponse(event), reportFailure);
    }
    return response;
  };
}

/** Returns a response, or throws a `ProxyError`. */
async function handleRequest<Context>(
  config: ProxyConfig<Context>,
  request: Request,
  context: Context,
  state: RequestState,
): Promise<ProxyResponse | Response> {
  rejectCrossSite(request, config.allowOrigins);
  const path = parseRequestPath(config.prefix, request);
  const { method } = request;
  const route = findRoute(method, path);
  if (!route) return respondWithoutRoute(method, path);
  const { endpoint } = route;
  state.endpoint = endpoint;
  assertAllowed(config, endpoint);
  const received = { request, context };
  if (endpoint.effect !== "write") return checkAndForward(config, received, route, state);
  // Before all that can refuse a repetition, which would say nothing about the first arrival.
  const endClaim = claimWriteId(request, config.writeIds);
  const claim = () => claimShared(request, config.once, config.timeout ?? defaultTimeout);
  try {
    return await checkAndForward(config, { ...received, claim }, route, state);
  } finally {
    endClaim(state.hasStartedToSend === true);
  }
}

interface Received<Context> {
  readonly request: Request;
  readonly context: Context;
  /** Rejects a write that arrived before at another instance. */
  readonly claim?: () => Promise<void>;
}

async function checkAndForward<Context>(
  config: ProxyConfig<Context>,
  { request, context, claim }: Received<Context>,
  { endpoint, params }: NonNullable<ReturnType<typeof findRoute>>,
  state: RequestState,
): Promise<ProxyResponse | Response> {
  const upstream = config.findUpstream();
  const { headers } = request;
  assertMediaType(endpoint, headers);
  const hookTimeout = config.timeout ?? defaultTimeout;
  const body = await readRequestBody(request, config.maxBodyBytes, hookTimeout);
  const { searchParams: search } = new URL(request.url);
  const received = { params, search, headers, body };
  const input = createInput(endpoint, config.templateOf(endpoint), received);
  const { createCall } = input;
  const access = { request, context, createCall, claim, timeout: hookTimeout };
  const response = await checkAccess(config, access);
  if (response) return secureResponse(response, createCorsHeaders(request, config.allowOrigins));
  const outgoing = input.validate();
  const timeout = config.timeout ?? (outgoing.isSlow ? slowTimeout : defaultTimeout);
  const to = { ...upstream, chooseSender: config.chooseSender };
  return forward(to, endpoint, outgoing, { signal: request.signal, timeout }, state);
}

/** Responds to `OPTIONS`. Throws for a path or method that no operation has. */
function respondWithoutRoute(method: string, path: string): ProxyResponse {
  const methods = methodsAt(path);
  if (methods.length === 0) throw new ProxyError("PROXY_NOT_FOUND");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (method === "OPTIONS")
    return { status: 204, headers: { allow }, body: undefined, traceId: undefined };
  throw new ProxyError("PROXY_METHOD_NOT_ALLOWED", { headers: { allow } });
}

/** After an unexpected failure, a write that may have arrived has an unknown outcome. */
function toUnexpectedError(cause: unknown, state: RequestState): ProxyError {
  const isSent = mayHaveArrived(state);
  const unknownOutcome = isSent && state.endpoint?.effect === "write";
  return new ProxyError(isSent ? "PROXY_RESPONSE_LOST" : "PROXY_FAILED", { cause, unknownOutcome });
}

function readOutcome(error: ProxyError | undefined): ProxyEvent["outcome"] {
  if (!error) return "success";
  return error.details.unknownOutcome ? "unknown" : "none";
}

function createEvent(
  method: string,
  state: RequestState,
  error: ProxyError | undefined,
  result: Pick<ProxyEvent, "status" | "traceId" | "duration">,
): ProxyEvent {
  const { endpoint } = state;
  const { cause, issues = [] } = error?.details ?? {};
  return {
    operation: endpoint?.name as EndpointName | undefined,
    method,
    path: endpoint?.path,
    id: error?.id,
    sent: mayHaveArrived(state),
    outcome: state.outcome ?? readOutcome(error),
    ...result,
    issues: issues.map(({ path, code }) => ({ path: hideNames(endpoint ?? {}, path), code })),
    error: cause === undefined ? undefined : summarizeError(cause),
  };
}

/** Keeps single words only: other text may quote what was sent. */
function summarizeError(cause: unknown): ProxyEvent["error"] {
  const isWord = (value: unknown): value is string =>
    typeof value === "string" && /^[\w.-]{1,64}$/.test(value);
  const name = nameOf(cause);
  let code: unknown;
  try {
    code = (cause as { code?: unknown } | null)?.code;
  } catch {} // A getter of the caller's error may throw.
  return { name: isWord(name) ? name : "Error", code: isWord(code) ? code : undefined };
}
