import type { Endpoint } from "../contract/shared/endpoint.js";
import { ConfigurationError } from "../errors/data.js";
import { readBody } from "../node/read-body.js";
import { ProxyError } from "./proxy-error.js";

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** Without a CORS preflight, a form on another site can post text, but not JSON. */
export function assertMediaType(endpoint: Endpoint, headers: Headers): void {
  const type = headers.get("content-type");
  const encoding = headers.get("content-encoding");
  const needsJson = endpoint.method !== "GET" && (endpoint.body !== undefined || type !== null);
  const isPlain = encoding === null || encoding.toLowerCase() === "identity";
  if (isPlain && (!needsJson || jsonType.test(type ?? ""))) return;
  throw new ProxyError("PROXY_MEDIA_TYPE");
}

/** Reads at most `maxBytes` bytes of the body, regardless of its `content-length`. */
export async function readRequestBody(
  request: Request,
  maxBytes: number,
  timeout: number,
): Promise<Uint8Array> {
  if (request.bodyUsed) {
    const message =
      "the request body was read before the proxy received the request. Mount the proxy before middleware that reads bodies, or pass a copy";
    throw new ProxyError("PROXY_FAILED", {
      message,
      cause: Object.assign(new ConfigurationError(message), { code: "BODY_ALREADY_READ" }),
    });
  }
  const body = await readBody(request, { maxBytes, timeout }).catch((cause) => {
    throw new ProxyError("PROXY_ABORTED", { cause });
  });
  if (body instanceof Uint8Array) return body;
  throw new ProxyError(rejections[body.status], { message: body.reason });
}

const rejections = {
  400: "PROXY_ABORTED",
  408: "PROXY_BODY_TIMEOUT",
  413: "PROXY_BODY_TOO_LARGE",
} as const;
