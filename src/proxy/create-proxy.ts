import type { EndpointName } from "../contract/endpoints.js";
import { findRoute, methodsAt } from "../contract/routing/find-route.js";
import { nameOf } from "../errors/thrown.js";
import { callListener, createFailureReporter } from "../http/log.js";
import { decide } from "./authorize.js";
import { rejectRepeated } from "./duplicate-writes.js";
import { forward, type Progress } from "./forward.js";
import { corsHeaders, refuseCrossSite } from "./origin.js";
import { pathUnder } from "./path.js";
import { Refusal } from "./proxy-error.js";
import type { ProxyErrorId } from "./proxy-error-catalogue.js";
import { checkMediaType, readBody } from "./read-body.js";
import { type ProxyConfig, resolveProxy } from "./resolve-options.js";
import { type Answer, answerOf, safeHeaders, toResponse } from "./service-response.js";
import type { BursarProxy, ProxyEvent, ProxyOptions } from "./types.js";
import { checkInput } from "./validate-input.js";

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
  const config = resolveProxy(options);
  const reportFailure = createFailureReporter("onAnswer of the proxy");
  return async (request, context) => {
    const startedAt = Date.now();
    const progress: Progress = { endpoint: undefined, mayHaveArrived: false };
    const cors = corsHeaders(request, config.allowOrigins);
    let refusal: Refusal | undefined;
    let response: Response;
    let traceId: string | undefined;
    try {
      const answer = await handle(config, request, context as Context, progress);
      response = answer instanceof Response ? answer : toResponse(answer, cors);
      if (!(answer instanceof Response)) traceId = answer.traceId;
    } catch (thrown) {
      refusal = thrown instanceof Refusal ? thrown : unexpected(thrown, progress);
      const answer = answerOf(refusal, `proxy-${crypto.randomUUID()}`, progress.endpoint);
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
      const event = eventOf(method, progress, refusal, response.status, traceId, duration);
      callListener(() => onAnswer(event), reportFailure);
    }
    return response;
  };
}

/** From a request to a response, or a `Refusal` that is thrown. */
async function handle<Context>(
  config: ProxyConfig<Context>,
  request: Request,
  context: Context,
  progress: Progress,
): Promise<Answer | Response> {
  refuseCrossSite(request, config.allowOrigins);
  const path = pathUnder(config.prefix, request);
  const { method, headers } = request;
  const route = findRoute(method, path);
  if (!route) return withoutRoute(method, path);
  const { endpoint, params } = route;
  progress.endpoint = endpoint;
  if (!config.allow.has(endpoint.name)) throw new Refusal("PROXY_OPERATION_NOT_ALLOWED");
  checkMediaType(endpoint, headers);
  const body = await readBody(request, config.maxBodyBytes, config.timeout ?? defaultTimeout);
  const { searchParams: search } = new URL(request.url);
  const { request: built, readBack } = checkInput(endpoint, config.templateOf(endpoint), {
    params,
    search,
    headers,
    body,
  });
  const timeout = config.timeout ?? (built.isSlow ? slowTimeout : defaultTimeout);
  const own = await decide(config, request, context, readBack, timeout);
  if (own) return made(own, corsHeaders(request, config.allowOrigins));
  if (endpoint.effect === "write") await rejectRepeated(request, config.once, timeout);
  return forward(config, endpoint, built, { signal: request.signal, timeout }, progress);
}

function withoutRoute(method: string, path: string): Answer {
  const methods = methodsAt(path);
  if (methods.length === 0) throw new Refusal("PROXY_NOT_FOUND");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (method === "OPTIONS")
    return { status: 204, headers: { allow }, body: undefined, traceId: undefined };
  throw new Refusal("PROXY_METHOD_NOT_ALLOWED", { headers: { allow } });
}

const framing = [
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
function made(response: Response, cors: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  // It may have been fetched elsewhere: how it was framed there is not how it is framed here, and both together are read in two ways.
  for (const name of framing) headers.delete(name);
  // What fetch hands over is no longer compressed.
  if (response.url) headers.delete("content-encoding");
  for (const [name, value] of Object.entries({ ...safeHeaders, ...cors })) headers.set(name, value);
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/** An unexpected failure after sending must not look as if nothing had been sent. */
function unexpected(cause: unknown, { mayHaveArrived, endpoint }: Progress): Refusal {
  const unknownOutcome = mayHaveArrived && endpoint?.effect === "write";
  return new Refusal(mayHaveArrived ? "PROXY_ANSWER_LOST" : "PROXY_FAILED", {
    cause,
    unknownOutcome,
  });
}

function eventOf(
  method: string,
  { endpoint, mayHaveArrived }: Progress,
  refusal: Refusal | undefined,
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
    error: refusal?.details.cause === undefined ? undefined : namesOf(refusal.details.cause),
  };
}

/** Only words: a name or a code of another form may quote what was sent. */
function namesOf(cause: unknown): ProxyEvent["error"] {
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
