import { aFunction, type Options, readOptions } from "../errors/options.js";
import { callListener } from "../shared/call-listener.js";
import type { NodeHandler, NodeRequest, NodeResponse } from "./node-types.js";
import { readChunks } from "./response-chunks.js";
import { toRequest } from "./to-request.js";

/** Options of `toNodeHandler`. */
export interface NodeHandlerOptions<Context = unknown> {
  /**
   * Called if the request cannot be converted (the response is 400), or if the handler rejects or
   * its response cannot be sent (500), for logging. Its own errors are ignored.
   */
  onError?: ((error: unknown, request: NodeRequest & Context) => void) | undefined;
}

const handlerOptions: Options<NodeHandlerOptions> = () => ({ onError: aFunction });

/**
 * Converts a handler of `Request`s, such as a proxy or a webhook handler, to a request handler for
 * `node:http`, Express and compatible frameworks. The second argument of the handler is the Node
 * request, with the changes that your middleware made to it. If the client disconnects, the signal
 * of the `Request` is aborted.
 *
 * Mount the handler before body parsers. If a parser has already read the body, a proxy uses
 * `request.body`. A webhook handler accepts only the raw body: from `express.raw`, or not read yet.
 *
 * @example
 * ```ts
 * import { createWebhookHandler, toNodeHandler } from "bursar/webhooks";
 *
 * const handle = createWebhookHandler({
 *   secret: "whsec_plJ3nmyCDGBKInavdOK15jsl", // yours: process.env.WEBHOOK_SECRET
 *   onEvent: (event) => console.log(event.event_type),
 *   onError: (error) => console.error(error),
 * });
 * const handler = toNodeHandler(handle);
 * // Express: app.post("/webhooks", handler). node:http: createServer(handler).
 * console.log(typeof handler); // function
 * ```
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
  handler: (request: Request, context?: Context) => Response | Promise<Response>,
  options: NodeHandlerOptions<Context> = {},
): NodeHandler<Context> {
  const { onError } = readOptions("toNodeHandler", options, handlerOptions);
  return async (incoming, outgoing) => {
    const disconnected = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) disconnected.abort();
    });
    const fail = (status: number, error: unknown) => {
      if (onError) callListener(() => onError(error, incoming), ignore);
      // Close the connection after a truncated response: the client must not take it for complete.
      if (outgoing.headersSent || disconnected.signal.aborted) return void outgoing.destroy();
      sendLast(outgoing, status, { "content-length": "0" }, []);
    };
    let request: Request;
    try {
      request = toRequest(incoming, disconnected.signal);
    } catch (error) {
      return fail(400, error);
    }
    try {
      await sendResponse(await handler(request, incoming), outgoing);
    } catch (error) {
      fail(500, error);
    }
  };
}

const ignore = () => {};

async function sendResponse(response: Response, outgoing: NodeResponse): Promise<void> {
  const chunks = await readChunks(response);
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  if (length > 0 || response.status !== 204) headers["content-length"] = String(length);
  // Do not wait for the rest of a rejected body. An HTTP/2 stream would stay open after every
  // response that is sent before the body has ended.
  if (response.status === 408 || response.status === 413 || isHttp2(outgoing))
    return sendLast(outgoing, response.status, headers, chunks);
  outgoing.writeHead(response.status, headers);
  end(outgoing, chunks);
}

function end(outgoing: NodeResponse, chunks: readonly Uint8Array[]): void {
  for (const chunk of chunks.slice(0, -1)) outgoing.write(chunk);
  // With the end: an HTTP/2 stream may be closed at once.
  outgoing.end(chunks[chunks.length - 1] ?? new Uint8Array());
}

function isHttp2({ stream }: NodeResponse): boolean {
  return typeof (stream as { close?: unknown } | null | undefined)?.close === "function";
}

/** Sends a response, and then closes the connection, or over HTTP/2 the stream. */
function sendLast(
  outgoing: NodeResponse,
  status: number,
  headers: Record<string, string | string[]>,
  chunks: readonly Uint8Array[],
): void {
  // HTTP/2 has no `connection` header.
  outgoing.writeHead(status, isHttp2(outgoing) ? headers : { ...headers, connection: "close" });
  end(outgoing, chunks);
  // NO_ERROR: the response is complete, only the rest of the request is not wanted.
  if (isHttp2(outgoing)) (outgoing.stream as { close(code: number): void }).close(0);
}
