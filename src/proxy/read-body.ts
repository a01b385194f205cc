import type { Endpoint } from "../contract/shared/endpoint.js";
import { TimeoutError } from "../errors/connection.js";
import { ConfigurationError } from "../errors/data.js";
import { withDeadline } from "../http/wire/deadline.js";
import { ProxyError } from "./proxy-error.js";

const json = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** A form of another site can post text, never JSON. */
export function assertMediaType(endpoint: Endpoint, headers: Headers): void {
  const type = headers.get("content-type");
  const encoding = headers.get("content-encoding");
  const wanted = endpoint.body !== undefined || type !== null;
  const plain = encoding === null || encoding.trim().toLowerCase() === "identity";
  if (plain && (!wanted || endpoint.method === "GET" || json.test(type?.trim() ?? ""))) return;
  throw new ProxyError("PROXY_MEDIA_TYPE");
}

/** The body's bytes, and never more than the limit of them, whatever its header says. */
export async function readBody(
  request: Request,
  limit: number,
  timeout: number,
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (request.bodyUsed) {
    const message =
      "the request's body was read before the proxy got it: mount the proxy before anything that reads bodies, or pass it a copy";
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
    // Not awaited: a body that hangs may hang here too.
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
    if (size > limit) throw tooLarge(limit);
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function tooLarge(limit: number): ProxyError {
  return new ProxyError("PROXY_BODY_TOO_LARGE", {
    message: `the request's body is larger than ${limit} bytes`,
  });
}
