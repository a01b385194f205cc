import type { Sandbox } from "../../src/sandbox/index.js";

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the response is empty. */
  readonly body: {
    id?: string;
    message?: string;
    traceId?: string;
    errors?: { code: string; path: (string | number)[]; message: string }[];
  };
}

export interface RawRequest {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  /** Text is sent as is, everything else as JSON. */
  readonly body?: unknown;
  readonly apiKey?: string | null;
}

/** Sends a request without the client. */
export async function sendRaw(
  sandbox: Sandbox,
  { method, path, body, apiKey = sandbox.apiKey }: RawRequest,
): Promise<RawResponse> {
  const headers = new Headers({ "content-type": "application/json" });
  if (apiKey !== null) headers.set("x-api-key", apiKey);
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const response = await sandbox.fetch(
    new Request(sandbox.baseUrl + path, { method, headers, ...(hasBody && { body: sent }) }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
