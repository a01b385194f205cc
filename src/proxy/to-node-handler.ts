import { setRawTarget } from "./request-path.js";
import type { BursarProxy } from "./types.js";

/** What is needed of a request of `node:http`, Express, or what has their form. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the path as it came, before a mount path was taken off. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  /** What a body parser has read. */
  readonly body?: unknown;
  readonly readableEnded?: boolean | undefined;
  /** Where it is one of TLS, `encrypted` is true. */
  readonly socket?: object | null | undefined;
}

/** What is needed of a response of `node:http`, Express, or what has their form. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  end(data?: Uint8Array): unknown;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** A request handler of `node:http`, Express, Connect, or Next.js' pages. */
export type NodeHandler<Context = unknown> = (
  request: NodeRequest & Context,
  response: NodeResponse,
) => Promise<void>;

/**
 * Turns a proxy into a request handler for `node:http`, Express and whatever calls handlers in their way. `authorize` and `limit` get Node's own
 * request as their `context`: what your middleware has put on it is there, and headers are as it left them. Mount it before body parsers; what one
 * has already read as JSON is taken from `request.body`.
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
 *   authorize: (_request, call, incoming: { session?: { wallet: string } }) => walletOf(call) === incoming.session?.wallet,
 * });
 * const handler = toNodeHandler(proxy); // app.use("/api/bursar", handler) in Express, createServer(handler) in Node
 * console.log(typeof handler); // function
 * ```
 */
export function toNodeHandler<Context = unknown>(
  proxy: BursarProxy<Context>,
): NodeHandler<Context> {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    try {
      const request = toRequest(incoming, gone.signal);
      await sendResponse(await proxy(request, incoming), outgoing);
    } catch {
      // An address or a header that cannot be read at all; or an answer of `authorize` that broke off, which must not look whole.
      if (outgoing.headersSent || gone.signal.aborted) return void outgoing.destroy();
      outgoing.writeHead(400, { "content-length": "0", connection: "close" });
      outgoing.end();
    }
  };
}

function toRequest(incoming: NodeRequest, signal: AbortSignal): Request {
  const { method = "GET" } = incoming;
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: toHeaders(incoming),
    signal,
    duplex: "half",
  };
  if (method !== "GET" && method !== "HEAD") init.body = toBody(incoming);
  // What is no path of this server is not parsed: the proxy refuses it by its own words.
  const path = target.startsWith("/") && !/^\/[\\/]/.test(target) ? target : "/";
  const request = new Request(toOrigin(incoming) + path, init);
  setRawTarget(request, target);
  return request;
}

/** By the name that the caller knows. A name that could lead into a path is none. */
function toOrigin({ headers, socket }: NodeRequest): string {
  const host = headers.host ?? headers[":authority"];
  const name =
    typeof host === "string" && /^(?:[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d+)?$/.test(host)
      ? host
      : "unnamed.invalid";
  return `${(socket as { encrypted?: unknown } | null)?.encrypted ? "https" : "http"}://${name}`;
}

/** As they came, each line of them; but what middleware has taken out, put in or changed counts as it is now. */
function toHeaders({ rawHeaders, headers: current }: NodeRequest): Headers {
  const came = new Map<string, string[]>();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    came.set(name, [...(came.get(name) ?? []), rawHeaders[i + 1] as string]);
  }
  const headers = new Headers();
  for (const [name, now] of Object.entries(current)) {
    // HTTP/2 has pseudo headers.
    if (now === undefined || name.startsWith(":")) continue;
    const lines = came.get(name.toLowerCase()) ?? [];
    // Node joins the lines of a header, or keeps the first.
    const isUntouched =
      typeof now === "string" && [lines[0], lines.join(", "), lines.join("; ")].includes(now);
    for (const value of isUntouched ? lines : [now].flat()) headers.append(name, value);
  }
  return headers;
}

function toBody(
  incoming: NodeRequest,
): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string {
  const { body, readableEnded, headers } = incoming;
  // Some parsers leave an empty object where there was no body; and HTTP/2 need not tell of one.
  const isTold =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const hadBody =
    isTold || typeof body !== "object" || (body !== null && Object.keys(body).length > 0);
  if (readableEnded && hadBody && body !== undefined) {
    return typeof body === "string"
      ? body
      : body instanceof Uint8Array
        ? new Uint8Array(body)
        : JSON.stringify(body);
  }
  if (readableEnded) return new Uint8Array();
  // Never ended from here: that would tear down the connection, and the refusal with it.
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
    },
    // Nothing is read ahead: what nobody has begun to read, Node throws away by itself, and the connection goes on.
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
  // What is left of a body that was refused is not waited for.
  if (response.status === 408 || response.status === 413) headers.connection = "close";
  outgoing.writeHead(response.status, headers);
  outgoing.end(body);
}
