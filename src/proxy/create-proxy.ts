import type { EndpointName } from "../contract/endpoints.js";
import { findRoute, methodsAt } from "../contract/routing/find-route.js";
import { nameOf } from "../errors/thrown.js";
import { callListener, createFailureReporter } from "../http/log.js";
import { checkAccess } from "./check-access.js";
import { rejectDuplicateWrite } from "./duplicate-writes.js";
import { forward, type RequestState } from "./forward.js";
import { createCorsHeaders, rejectCrossSite } from "./origin.js";
import { ProxyError } from "./proxy-error.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";
import {
  createErrorResponse,
  type ProxyResponse,
  securityHeaders,
  toResponse,
} from "./proxy-response.js";
import { assertMediaType, readBody } from "./read-body.js";
import { parseRequestPath } from "./request-path.js";
import { type ProxyConfig, resolveProxyOptions } from "./resolve-options.js";
import type { BursarProxy, ProxyEvent, ProxyOptions } from "./types.js";
import { validateInput } from "./validate-input.js";

const defaultTimeout = 28_000;
const slowTimeout = 85_000;

/**
 * Makes a handler that keeps the API key on the server: it takes a request of a page, checks it against the contract, asks `authorize`, adds the
 * key, and hands back the service's answer. It forwards nothing but the operations in `allow`.
 *
 * @example
 * ```ts
 * import { createProxy, walletOf } from "bursar/proxy";
 *
 * const sessions = new Map([["session_1", { wallet: "0x1111111111111111111111111111111111111111" }]]);
 *
 * const proxy = createProxy({
 *   baseUrl: "https://api.example.com",
 *   apiKey: "your-key",
 *   prefix: "/api/bursar",
 *   allow: ["tokens.list", "wallets.portfolio", "swap.quote"],
 *   authorize: (request, call) => {
 *     const session = sessions.get(request.headers.get("cookie")?.match(/session=(\w+)/)?.[1] ?? "");
 *     if (!session) return new Response(null, { status: 401 });
 *     return call.operation === "tokens.list" || walletOf(call) === session.wallet;
 *   },
 * });
 *
 * const answer = await proxy(new Request("https://app.example.com/api/bursar/api/v1/crypto/tokens"));
 * console.log(answer.status); // 401
 * ```
 */
export function createProxy<Context = unknown>(
  options: ProxyOptions<Context>,
): BursarProxy<Context> {
  const config = resolveProxyOptions(options);
  const reportFailure = createFailureReporter("onAnswer of the proxy");
  return async (request, context) => {
    const startedAt = Date.now();
    const progress: RequestState = { endpoint: undefined, mayHaveArrived: false };
    const cors = createCorsHeaders(request, config.allowOrigins);
    let refusal: ProxyError | undefined;
    let response: Response;
    let traceId: string | undefined;
    try {
      const answer = await handleRequest(config, request, context as Context, progress);
      response = answer instanceof Response ? answer : toResponse(answer, cors);
      if (!(answer instanceof Response)) traceId = answer.traceId;
    } catch (thrown) {
      refusal = thrown instanceof ProxyError ? thrown : toUnexpectedError(thrown, progress);
      const answer = createErrorResponse(
        refusal,
        `proxy-${crypto.randomUUID()}`,
        progress.endpoint,
      );
      traceId = answer.traceId;
      response = toResponse(
        request.method === "HEAD" ? { ...answer, body: undefined } : answer,
        cors,
      );
    }
    const { onAnswer } = config;
    if (onAnswer) {
      const { method } = request;
      const duration = Date.now() - startedAt;
      const event = createEvent(method, progress, refusal, response.status, traceId, duration);
      callListener(() => onAnswer(event), reportFailure);
    }
    return response;
  };
}

/** From a request to a response, or a `Refusal` that is thrown. */
async function handleRequest<Context>(
  config: ProxyConfig<Context>,
  request: Request,
  context: Context,
  progress: RequestState,
): Promise<ProxyResponse | Response> {
  rejectCrossSite(request, config.allowOrigins);
  const path = parseRequestPath(config.prefix, request);
  const { method, headers } = request;
  const route = findRoute(method, path);
  if (!route) return respondWithoutRoute(method, path);
  const { endpoint, params } = route;
  progress.endpoint = endpoint;
  if (!config.allow.has(endpoint.name)) throw new ProxyError("PROXY_OPERATION_NOT_ALLOWED");
  assertMediaType(endpoint, headers);
  const body = await readBody(request, config.maxBodyBytes, config.timeout ?? defaultTimeout);
  const { searchParams: search } = new URL(request.url);
  const { request: built, readBack } = validateInput(endpoint, config.templateOf(endpoint), {
    params,
    search,
    headers,
    body,
  });
  const timeout = config.timeout ?? (built.isSlow ? slowTimeout : defaultTimeout);
  const own = await checkAccess(config, request, context, readBack, timeout);
  if (own) return secureResponse(own, createCorsHeaders(request, config.allowOrigins));
  if (endpoint.effect === "write") await rejectDuplicateWrite(request, config.once, timeout);
  return forward(config, endpoint, built, { signal: request.signal, timeout }, progress);
}

function respondWithoutRoute(method: string, path: string): ProxyResponse {
  const methods = methodsAt(path);
  if (methods.length === 0) throw new ProxyError("PROXY_NOT_FOUND");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (method === "OPTIONS")
    return { status: 204, headers: { allow }, body: undefined, traceId: undefined };
  throw new ProxyError("PROXY_METHOD_NOT_ALLOWED", { headers: { allow } });
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

/** An answer of `authorize`, with the headers that every answer carries. */
function secureResponse(response: Response, cors: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  // It may have been fetched elsewhere: how it was framed there is not how it is framed here, and both together are read in two ways.
  for (const name of framingHeaders) headers.delete(name);
  // What fetch hands over is no longer compressed.
  if (response.url) headers.delete("content-encoding");
  for (const [name, value] of Object.entries({ ...securityHeaders, ...cors }))
    headers.set(name, value);
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/** An unexpected failure after sending must not look as if nothing had been sent. */
function toUnexpectedError(cause: unknown, { mayHaveArrived, endpoint }: RequestState): ProxyError {
  const unknownOutcome = mayHaveArrived && endpoint?.effect === "write";
  return new ProxyError(mayHaveArrived ? "PROXY_ANSWER_LOST" : "PROXY_FAILED", {
    cause,
    unknownOutcome,
  });
}

function createEvent(
  method: string,
  { endpoint, mayHaveArrived }: RequestState,
  refusal: ProxyError | undefined,
  status: number,
  traceId: string | undefined,
  duration: number,
): ProxyEvent {
  const id: ProxyErrorId | undefined = refusal?.id;
  return {
    operation: endpoint?.name as EndpointName | undefined,
    method,
    path: endpoint?.path,
    status,
    id,
    sent: mayHaveArrived,
    traceId,
    duration,
    issues: (refusal?.details.issues ?? []).map(({ path, code }) => ({ path, code })),
    error: refusal?.details.cause === undefined ? undefined : summarizeError(refusal.details.cause),
  };
}

/** Only words: a name or a code of another form may quote what was sent. */
function summarizeError(cause: unknown): ProxyEvent["error"] {
  const isWord = (value: unknown): value is string =>
    typeof value === "string" && /^[\w.-]{1,64}$/.test(value);
  const name = nameOf(cause);
  let code: unknown;
  try {
    code = (cause as { code?: unknown } | null)?.code;
  } catch {
    // A getter that throws.
  }
  return { name: isWord(name) ? name : "Error", code: isWord(code) ? code : undefined };
}
