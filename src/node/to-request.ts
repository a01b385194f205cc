import { markBodyAsParsed, setRawTarget } from "./converted-request.js";
import type { NodeRequest } from "./node-types.js";

interface ConversionOptions {
  /** Default: from the `host` header, if that cannot change the path of the URL. */
  readonly origin?: string | undefined;
  /** The body fails after more bytes. Default: no limit. */
  readonly maxBytes?: number | undefined;
  readonly onTooLarge?: (() => void) | undefined;
}

/** Converts a Node request. Throws if it has a method or a header that `Request` does not allow. */
export function toRequest(
  incoming: NodeRequest,
  signal: AbortSignal,
  options: ConversionOptions = {},
): Request {
  const { method = "GET", readableEnded } = incoming;
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  const headers = toHeaders(incoming);
  const init: RequestInit & { duplex: "half" } = { method, headers, signal, duplex: "half" };
  const mayHaveBody = method !== "GET" && method !== "HEAD";
  const parsed = mayHaveBody && readableEnded ? restoreBody(incoming) : undefined;
  if (mayHaveBody) init.body = parsed ? parsed.body : toStream(incoming, options);
  const request = new Request((options.origin ?? toOrigin(incoming)) + toPath(target), init);
  setRawTarget(request, target);
  if (parsed && !parsed.isRaw) markBodyAsParsed(request);
  return request;
}

/** The target of a request may be a whole URL. It must not select the host. */
function toPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/\\?#]+(?=\/)/i, "");
  return path.startsWith("/") && !/^\/[\\/]/.test(path) ? path : "/";
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

/** The body that a parser has read. `isRaw`: it still has the bytes that were sent. */
function restoreBody({ body, headers }: NodeRequest): { body: BodyInit; isRaw: boolean } {
  const declaresBody =
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  // Some parsers set an empty object if there was no body. HTTP/2 does not require a declared body.
  const isEmpty =
    body === undefined ||
    (typeof body === "object" && (body === null || Object.keys(body).length === 0));
  if (!declaresBody && isEmpty) return { body: new Uint8Array(), isRaw: true };
  if (typeof body === "string") return { body, isRaw: true };
  // Not `instanceof`: the bytes may be from another realm, such as that of a test runner.
  if (ArrayBuffer.isView(body)) {
    const { buffer, byteOffset, byteLength } = body;
    return { body: new Uint8Array(buffer, byteOffset, byteLength).slice(), isRaw: true };
  }
  return { body: body === undefined ? new Uint8Array() : JSON.stringify(body), isRaw: false };
}

/** Never destroys `incoming`: that would close the connection before an error response is sent. */
function toStream(
  incoming: NodeRequest,
  { maxBytes = Number.POSITIVE_INFINITY, onTooLarge }: ConversionOptions,
): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  let size = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        size += value.byteLength;
        if (size <= maxBytes) return controller.enqueue(new Uint8Array(value));
        onTooLarge?.();
        controller.error();
      },
    },
    // Reads nothing ahead. Node discards an unread body by itself and keeps the connection open.
    { highWaterMark: 0 },
  );
}
