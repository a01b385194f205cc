import type { Endpoint } from "../contract/shared/endpoint.js";
import { TimeoutError } from "../errors/connection.js";
import { ConfigurationError } from "../errors/data.js";
import { withDeadline } from "../http/wire/deadline.js";
import { ProxyError } from "./proxy-error.js";

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** Without a CORS preflight, a form on another site can post text, but not JSON. */
export function assertMediaType(endpoint: Endpoint, headers: Headers): void {
  const type = headers.get("content-type");
  const encoding = headers.get("content-encoding");
  const needsJson = endpoint.method !== "GET" && (endpoint.body !== undefined || type !== null);
  const isPlain = encoding === null || encoding.trim().toLowerCase() === "identity";
  if (isPlain && (!needsJson || jsonType.test(type?.trim() ?? ""))) return;
  throw new ProxyError("PROXY_MEDIA_TYPE");
}

/** Reads at most `limit` bytes of the body, regardless of its `content-length`. */
export async function readBody(
  request: Request,
  limit: number,
  timeout: number,
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw createTooLargeError(limit);
  if (request.bodyUsed) {
    const message =
      "the request body was read before the proxy received the request. Mount the proxy before middleware that reads bodies, or pass a copy of the request";
    throw new ProxyError("PROXY_FAILED", {
      message,
      cause: Object.assign(new ConfigurationError(message), { code: "BODY_ALREADY_READ" }),
    });
  }
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  try {
    const deadline = { signal: request.signal, timeout, scope: "attempt" } as const;
    return await withDeadline("proxy", deadline, () => readAll(reader, limit));
  } catch (cause) {
    // Not awaited: `cancel` of a stalled body may not resolve either.
    reader.cancel().catch(() => {});
    if (cause instanceof ProxyError) throw cause;
    throw new ProxyError(cause instanceof TimeoutError ? "PROXY_BODY_TIMEOUT" : "PROXY_ABORTED", {
      cause,
    });
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) throw createTooLargeError(limit);
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function createTooLargeError(limit: number): ProxyError {
  return new ProxyError("PROXY_BODY_TOO_LARGE", {
    message: `the request body is larger than ${limit} bytes`,
  });
}
