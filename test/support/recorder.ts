import { type Client, type ClientOptions, createClient } from "../../src/index.js";

/** One request as it left the client. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  /** Path as sent, still encoded. */
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** Undefined where no body was sent. */
  readonly body: string | undefined;
  readonly json: unknown;
}

/** What a recorder answers with: a status and a body (JSON, or text as it is), or a whole Response. */
export type Answer =
  | Response
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

/** A fetch double: it records every request and answers from a queue or a function. A request that nobody expects throws. */
export interface Recorder {
  (request: Request): Promise<Response>;
  readonly requests: readonly Recorded[];
}

export function recorder(
  answers: readonly Answer[] | ((request: Recorded) => Answer) = [],
): Recorder {
  const requests: Recorded[] = [];
  const queue = typeof answers === "function" ? undefined : [...answers];
  const double = async (request: Request): Promise<Response> => {
    const recorded = await record(request);
    requests.push(recorded);
    const answer = typeof answers === "function" ? answers(recorded) : queue?.shift();
    if (answer === undefined)
      throw new TypeError(`unexpected request: ${recorded.method} ${recorded.url}`);
    return toResponse(answer);
  };
  return Object.assign(double, { requests });
}

async function record(request: Request): Promise<Recorded> {
  const url = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    url: request.url,
    path: url.pathname,
    query: url.search.slice(1),
    headers: request.headers,
    body: text === "" ? undefined : text,
    json: text === "" ? undefined : JSON.parse(text),
  };
}

function toResponse(answer: Answer): Response {
  if (answer instanceof Response) return answer;
  const { status = 200, json, text, headers = {} } = answer;
  const body = json === undefined ? text : JSON.stringify(json);
  const type: Record<string, string> =
    json === undefined ? {} : { "content-type": "application/json" };
  return new Response(status === 204 ? null : (body ?? null), {
    status,
    headers: { ...type, ...headers },
  });
}

export const testBaseUrl = "https://service.example";
export const testApiKey = "test-key-0123456789";

/** A client on a recorder, in Node and in browsers. It sends nothing twice, so that one call is one request. */
export function clientOn(fetch: Recorder, options: ClientOptions = {}): Client {
  const settings: ClientOptions = {
    baseUrl: testBaseUrl,
    apiKey: testApiKey,
    dangerouslyAllowBrowser: true,
    retry: 0,
    logLevel: "off",
  };
  return createClient({ ...settings, fetch, ...options });
}
