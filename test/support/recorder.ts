import { type Client, type ClientOptions, createClient } from "../../src/index.js";

/** One request that the client sent. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  /** The encoded path. */
  readonly path: string;
  /** The encoded query, without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** Undefined without a body. */
  readonly body: string | undefined;
  readonly json: unknown;
}

/** A status and a body as JSON or text, or a `Response`. */
export type StubResponse =
  | Response
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

/**
 * A test double for `fetch`. It records every request and takes its responses from a queue or a
 * function. It throws on an unexpected request.
 */
export interface Recorder {
  (request: Request): Promise<Response>;
  readonly requests: readonly Recorded[];
}

export function recorder(
  responses: readonly StubResponse[] | ((request: Recorded) => StubResponse) = [],
): Recorder {
  const requests: Recorded[] = [];
  const queue = typeof responses === "function" ? undefined : [...responses];
  const double = async (request: Request): Promise<Response> => {
    const recorded = await record(request);
    requests.push(recorded);
    const response = typeof responses === "function" ? responses(recorded) : queue?.shift();
    if (response === undefined)
      throw new TypeError(`unexpected request: ${recorded.method} ${recorded.url}`);
    return toResponse(response);
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

function toResponse(stub: StubResponse): Response {
  if (stub instanceof Response) return stub;
  const { status = 200, json, text, headers = {} } = stub;
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

/** Creates a client for a recorder. It does not retry, so one call is one request. */
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
