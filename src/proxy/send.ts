import type { Endpoint } from "../contract/endpoint.js";
import { ApiError } from "../errors/api.js";
import { BursarError } from "../errors/base.js";
import { EmptyBodyError, RedirectError, UnreadableResponseError } from "../errors/data.js";
import { AbortedError, ConnectionError, OutcomeUnknownError, TimeoutError } from "../errors/transport.js";
import { readAnswer, traceIdOf } from "../http/answer.js";
import { bounded, exchange, type Incoming } from "../http/exchange.js";
import { withOutcome } from "../http/outcome.js";
import type { CheckedRequest } from "../http/request.js";
import type { Answer } from "./answer.js";
import type { ProxyConfig } from "./config.js";
import type { ProxyErrorId } from "./errors.js";
import { Refusal } from "./refusal.js";

/** What became of a request. */
export interface Journey {
  /** Whether anything of it may have reached the service. */
  sent: boolean;
}

/** Asks the service once, and hands back its answer as it came. */
export async function send(
  config: Pick<ProxyConfig<never>, "baseUrl" | "fetch" | "keys">,
  endpoint: Endpoint,
  request: CheckedRequest,
  bounds: { readonly signal: AbortSignal; readonly timeout: number },
  journey: Journey,
): Promise<Answer> {
  let key: string | undefined;
  try {
    const incoming = await bounded(
      endpoint.name,
      { ...bounds, scope: "attempt" },
      () => journey.sent,
      async (signal) => {
        key = await config.keys.current();
        if (signal.aborted) throw signal.reason;
        journey.sent = true;
        const headers = {
          accept: "application/json",
          ...request.headers,
          ...(request.body !== undefined && { "content-type": "application/json" }),
          "x-api-key": key,
        };
        const url = config.baseUrl + request.path;
        return exchange({ operation: endpoint.name, method: endpoint.method, url, headers, body: request.body }, config.fetch, signal, key);
      },
    );
    return pass(config, endpoint, incoming, key);
  } catch (error) {
    if (error instanceof ConnectionError && error.phase === "connect") journey.sent = false;
    throw failed(endpoint, request, journey, error);
  }
}

/** The service's own answer: its status and body, and of its headers those that are for whoever asked. */
function pass({ keys }: Pick<ProxyConfig<never>, "keys">, endpoint: Endpoint, incoming: Incoming, key: string | undefined): Answer {
  const read = readAnswer(endpoint, endpoint.response !== undefined, incoming, key);
  // An error is the service's word; an answer that nobody can read is not.
  if ("error" in read && !(read.error instanceof ApiError || read.error instanceof EmptyBodyError)) throw read.error;
  const { response, text } = incoming;
  const body = keys.scrubBody(text);
  const headers: Record<string, string> = {};
  // Whatever it calls itself, it is shown as nothing that a browser would run.
  if (text !== "") headers["content-type"] = isJson(response) ? "application/json" : "text/plain; charset=utf-8";
  const traceId = traceIdOf(response, key);
  if (traceId !== undefined) headers["trace-id"] = keys.scrub(traceId);
  const retryAfter = response.headers.get("retry-after");
  if (retryAfter !== null && /^[\w ,:.-]{1,64}$/.test(retryAfter)) headers["retry-after"] = keys.scrub(retryAfter);
  return { status: response.status, headers, body: text === "" ? undefined : body, traceId: headers["trace-id"] };
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}

/** The same judgement as the client's own: was a write sent, and its answer lost? */
function failed(endpoint: Endpoint, request: CheckedRequest, { sent }: Journey, error: unknown): Refusal {
  const judged = error instanceof BursarError ? withOutcome(endpoint, request, sent, error) : undefined;
  // Whoever stopped it may be the server's own limit, and the page still there: what was sent may have happened.
  const stopped = error instanceof AbortedError && sent && endpoint.effect === "write";
  const unknownOutcome = stopped || judged instanceof OutcomeUnknownError || (judged === undefined && sent && endpoint.effect === "write");
  const id = stopped ? "PROXY_ANSWER_LOST" : idOf(error, sent);
  if (!unknownOutcome) return new Refusal(id, { cause: error });
  const lookup = endpoint.lookup ?? "look whether it happened";
  const message = `the service's answer was lost, so it is not known whether this happened. Before trying again: ${lookup}`;
  return new Refusal(id, { cause: error, unknownOutcome, message });
}

function idOf(error: unknown, sent: boolean): ProxyErrorId {
  if (error instanceof AbortedError) return "PROXY_ABORTED";
  if (!sent) return error instanceof ConnectionError ? "PROXY_UNREACHABLE" : "PROXY_FAILED";
  if (error instanceof TimeoutError) return "PROXY_TIMEOUT";
  if (error instanceof RedirectError) return "PROXY_REDIRECTED";
  return error instanceof UnreadableResponseError ? "PROXY_UNREADABLE_ANSWER" : "PROXY_ANSWER_LOST";
}
