import { setRawTarget } from "./request-path.js";
import type { BursarProxy } from "./types.js";

/** The part of a request of `node:http` or Express that the handler uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the path as received, including the mount path. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  /** The result of a body parser. */
  readonly body?: unknown;
  readonly readableEnded?: boolean | undefined;
  /** A TLS socket has `encrypted: true`. */
  readonly socket?: object | null | undefined;
}

/** The part of a response of `node:http` or Express that the handler uses. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  end(data?: Uint8Array): unknown;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** A request handler for `node:http`, Express, Connect, or the Next.js Pages Router. */
export type NodeHandler<Context = unknown> = (
  request: NodeRequest & Context,
  response: NodeResponse,
) => Promise<void>;

/**
 * Converts a proxy to a request handler for `node:http`, Express and compatible frameworks.
 * `authorize` and `limit` get the Node request as `context`, with the changes that your middleware
 * made to it. Mount the handler before body parsers. If a parser has already read the body, the
 * handler uses `request.body`.
 *
 * @example
 * ```ts
 * import { createProxy, toNodeHandler, walletOf } from "bursar/proxy";
 *
 * const proxy = createProxy({
 *   baseUrl: "https://api.example.com",
 *   apiKey: "your-key",
 *   prefix: "/api/bursar",
 *   allow: ["wallets.portfolio"],
 *   authorize: (_request, call, incoming: { session?: { wallet: string } }) =>
 *     walletOf(call) === incoming.session?.wallet,
 * });
 * const handler = toNodeHandler(proxy);
 * // Express: app.use("/api/bursar", handler). node:http: createServer(handler).
 * console.log(typeof handler); // function
 * ```
 */
export function toNodeHandler<Context = unknown>(
  proxy: BursarProxy<Context>,
): NodeHandler<Context> {
  return async (incoming, outgoing) => {
    const disconnected = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) disconnected.abort();
    });
    try {
      const request = toRequest(incoming, disconnected.signal);
      await sendResponse(await proxy(request, incoming), outgoing);
    } catch {
      // An invalid request, or a response of `authorize` whose body failed. Close the connection
      // after a truncated response, because the page must not take it for complete.
      if (outgoing.headersSent || disconnected.signal.aborted) return void outgoing.destroy();
      outgoing.writeHead(400, { "content-length": "0", connection: "close" });
      outgoing.end();
    }
  };
}

function toRequest(incoming: NodeRequest, signal: AbortSignal): Request {
  const { method = "GET" } = incoming;
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  const headers = toHeaders(incoming);
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, duplex: "half" };
  if (method !== "GET" && method !== "HEAD") init.body = toBody(incoming);
  // The proxy rejects any other target by its raw form.
  const path = target.startsWith("/") && !/^\/[\\/]/.test(target) ? target : "/";
  const request = new Request(toOrigin(incoming) + path, init);
  setRawTarget(request, target);
  return request;
}

/** Ignores a `host` header that could change the path of the URL. */
function toOrigin({ headers, socket }: NodeRequest): string {
  const host = headers.host ?? headers[":authority"];
  const name =
    typeof host === "string" && /^(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d+)?$/.test(host)
      ? host
      : "unnamed.invalid";
  return `${(socket as { encrypted?: unknown } | null)?.encrypted ? "https" : "http"}://${name}`;
}

/** Keeps repeated header lines. Changes that middleware made to `headers` take precedence. */
function toHeaders({ rawHeaders, headers: current }: NodeRequest): Headers {
  const rawLines = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    rawLines.set(name, [...(rawLines.get(name) ?? []), rawHeaders[i + 1] as string]);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(current)) {
    // HTTP/2 has pseudo-headers.
    if (value === undefined || name.startsWith(":")) continue;
    const lines = rawLines.get(name.toLowerCase()) ?? [];
    // Node joins repeated lines, or keeps the first one.
    const isUnchanged =
      typeof value === "string" && [lines[0], lines.join(", "), lines.join("; ")].includes(value);
    for (const line of isUnchanged ? lines : [value].flat()) headers.append(name, line);
  }
  return headers;
}

function toBody(incoming: NodeRequest): BodyInit {
  const { body, readableEnded, headers } = incoming;
  // Some parsers set an empty object if there was no body. HTTP/2 does not require a declared body.
  const declaresBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const hasBody =
    declaresBody || typeof body !== "object" || (body !== null && Object.keys(body).length > 0);
  if (readableEnded && hasBody && body !== undefined) {
    return typeof body === "string"
      ? body
      : body instanceof Uint8Array
        ? new Uint8Array(body)
        : JSON.stringify(body);
  }
  if (readableEnded) return new Uint8Array();
  // Never closed from here: that would close the connection before an error response is sent.
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
    },
    // Reads nothing ahead. Node discards an unread body by itself and keeps the connection open.
    { highWaterMark: 0 },
  );
}

async function sendResponse(response: Response, outgoing: NodeResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  if (body.byteLength > 0 || response.status !== 204)
    headers["content-length"] = String(body.byteLength);
  // Do not wait for the rest of a rejected body.
  if (response.status === 408 || response.status === 413) headers.connection = "close";
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}
