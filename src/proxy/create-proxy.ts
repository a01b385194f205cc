import type { Endpoint } from "../contract/endpoint.js";
import type { EndpointName } from "../contract/endpoints.js";
import { findRoute, methodsAt } from "../http/routes.js";
import { type Answer, answerOf, safeHeaders, toResponse } from "./answer.js";
import { checkMediaType, readBody } from "./body.js";
import { type ProxyConfig, resolveProxy } from "./config.js";
import { decide } from "./decide.js";
import type { ProxyErrorId } from "./errors.js";
import { checkInput } from "./input.js";
import { refuseSentAgain } from "./once.js";
import { corsHeaders, refuseCrossSite } from "./origin.js";
import { pathUnder } from "./path.js";
import { Refusal } from "./refusal.js";
import { type Journey, send } from "./send.js";
import type { BursarProxy, ProxyEvent, ProxyOptions } from "./types.js";

const defaultTimeout = 28_000;
const slowTimeout = 85_000;

/** What is learnt of one request on its way. */
interface Trail extends Journey {
  endpoint: Endpoint | undefined;
}

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
export function createProxy<Context = unknown>(options: ProxyOptions<Context>): BursarProxy<Context> {
  const config = resolveProxy(options);
  return async (request, context) => {
    const begun = Date.now();
    const trail: Trail = { endpoint: undefined, sent: false };
    const cors = corsHeaders(request, config.allowOrigins);
    let refusal: Refusal | undefined;
    let response: Response;
    let traceId: string | undefined;
    try {
      const answer = await forward(config, request, context as Context, trail);
      response = answer instanceof Response ? answer : toResponse(answer, cors);
      if (!(answer instanceof Response)) traceId = answer.traceId;
    } catch (thrown) {
      refusal = thrown instanceof Refusal ? thrown : unforeseen(thrown, trail);
      const answer = answerOf(refusal, `proxy-${crypto.randomUUID()}`, trail.endpoint);
      traceId = answer.traceId;
      response = toResponse(request.method === "HEAD" ? { ...answer, body: undefined } : answer, cors);
    }
    tell(config, request.method, trail, refusal, response.status, traceId, Date.now() - begun);
    return response;
  };
}

/** From a request to an answer, or a refusal that is thrown. */
async function forward<Context>(
  config: ProxyConfig<Context>,
  request: Request,
  context: Context,
  trail: Trail,
): Promise<Answer | Response> {
  refuseCrossSite(request, config.allowOrigins);
  const path = pathUnder(config.prefix, request);
  const { method, headers } = request;
  const route = findRoute(method, path);
  if (!route) return withoutRoute(method, path);
  const { endpoint, params } = route;
  trail.endpoint = endpoint;
  if (!config.allow.has(endpoint.name)) throw new Refusal("PROXY_OPERATION_NOT_ALLOWED");
  checkMediaType(endpoint, headers);
  const body = await readBody(request, config.maxBodyBytes, config.timeout ?? defaultTimeout);
  const { searchParams: search } = new URL(request.url);
  const { request: checked, readBack } = checkInput(endpoint, await config.templateOf(endpoint), { params, search, headers, body });
  const slow = endpoint.slow?.(readBack().input.body as never) ?? false;
  const timeout = config.timeout ?? (slow ? slowTimeout : defaultTimeout);
  const own = await decide(config, request, context, readBack, timeout);
  if (own) return made(own, corsHeaders(request, config.allowOrigins));
  if (endpoint.effect === "write") await refuseSentAgain(request, config.once);
  return send(config, endpoint, checked, { signal: request.signal, timeout }, trail);
}

function withoutRoute(method: string, path: string): Answer {
  const methods = methodsAt(path);
  if (methods.length === 0) throw new Refusal("PROXY_NOT_FOUND");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { status: 204, headers: { allow }, body: undefined, traceId: undefined };
  throw new Refusal("PROXY_METHOD_NOT_ALLOWED", { headers: { allow } });
}

const framing = ["connection", "keep-alive", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "proxy-connection"];

/** An answer of `authorize`, with the headers that every answer carries. */
function made(response: Response, cors: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  // It may have been fetched elsewhere: how it was framed there is not how it is framed here, and both together are read in two ways.
  for (const name of framing) headers.delete(name);
  // What fetch hands over is no longer compressed.
  if (response.url) headers.delete("content-encoding");
  for (const [name, value] of Object.entries({ ...safeHeaders, ...cors })) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Nothing that was not foreseen may look as if it had not been sent. */
function unforeseen(cause: unknown, { sent, endpoint }: Trail): Refusal {
  const unknownOutcome = sent && endpoint?.effect === "write";
  return new Refusal(sent ? "PROXY_ANSWER_LOST" : "PROXY_FAILED", { cause, unknownOutcome });
}

function tell<Context>(
  { onAnswer, keys }: ProxyConfig<Context>,
  method: string,
  { endpoint, sent }: Trail,
  refusal: Refusal | undefined,
  status: number,
  traceId: string | undefined,
  duration: number,
): void {
  if (!onAnswer) return;
  const id: ProxyErrorId | undefined = refusal?.id;
  try {
    const event: ProxyEvent = {
      operation: endpoint?.name as EndpointName | undefined,
      method,
      path: endpoint?.path,
      status,
      id,
      sent,
      traceId,
      duration,
      issues: (refusal?.details.issues ?? []).map(({ path, code }) => ({ path, code })),
      // What a hook threw may be anything, and looking at it may throw again.
      error: readable(refusal?.details.cause, keys.scrub),
    };
    const told: unknown = onAnswer(event);
    if (told instanceof Promise) told.catch(() => {});
  } catch {
    // A broken log must not break a call that moves money.
  }
}

function readable(cause: unknown, scrub: (text: string) => string): ProxyEvent["error"] {
  if (cause === undefined) return undefined;
  const { name, message } = cause instanceof Error ? cause : { name: typeof cause, message: "" };
  return { name: scrub(String(name)), message: scrub(String(message)) };
}
