import { ConfigurationError } from "../../errors/data.js";
import { listSenders, usesBuiltInDispatcher } from "./built-in-dispatcher.js";
import { createConnectionError } from "./connection-error.js";
import { readText } from "./read-text.js";
import { isNode, isReactNative, mustStreamWrites } from "./runtime.js";
import { type OutgoingRequest, type ReceivedResponse, readHeader } from "./wire.js";

/** A replacement for the global `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Sends one request by `fetch` and reads the whole response, so that timeouts and retries include
 * the body. The platform's `fetch` gets a URL and options: building a `Request` takes longer. A
 * caller's `fetch` gets one complete `Request`.
 */
export async function fetchResponse(
  outgoing: OutgoingRequest,
  customFetch?: Fetch,
): Promise<ReceivedResponse> {
  const { url, cancellation, maxBytes } = outgoing;
  const isCustomFetch = customFetch !== undefined;
  const senders = outgoing.isWrite && !isCustomFetch ? listSenders() : [];
  let response: Response | undefined;
  let failure: unknown;
  try {
    const init = createInit(outgoing, cancellation.signal, isCustomFetch);
    response = await (customFetch
      ? customFetch(new Request(url, init))
      : globalThis.fetch(url, init));
    // A custom `fetch` may return a network error instead of throwing it.
    if (response.type !== "error") {
      const text = await readText(response, maxBytes, !isCustomFetch);
      if (text !== undefined) cancellation.release();
      return toReceived(response, text, outgoing);
    }
    failure = { message: "network error" };
  } catch (error) {
    cancellation.throwIfCancelled();
    if (response === undefined && isMisreported401(error)) {
      return toReceived(new Response(null, { status: 401 }), "", outgoing);
    }
    if (customFetch && hasNotReadRequest(error)) throw createForeignFetchError(outgoing.operation);
    // This includes error classes of this package that a custom `fetch` throws: they prove nothing.
    failure = error;
  }
  throw createConnectionError(failure, {
    ...outgoing,
    hasResponse: response !== undefined,
    canProveUnsent: !isCustomFetch && usesBuiltInDispatcher(senders),
  });
}

/**
 * A `fetch` with classes of its own, such as that of the package undici, takes the platform's
 * `Request` for a URL. It fails before it has sent anything.
 */
function hasNotReadRequest(error: unknown): boolean {
  return error instanceof TypeError && error.message.includes("from [object Request]");
}

function createForeignFetchError(operation: string): ConfigurationError {
  return new ConfigurationError(`${operation}: the option fetch cannot read a global Request`, {
    operation,
    hint: "Nothing was sent. Pass a fetch with its own classes as wire: fetchWire(fetch).",
  });
}

function toReceived(
  response: Response,
  text: string | undefined,
  { maxBytes, hasKey, redact }: OutgoingRequest,
): ReceivedResponse {
  const getHeader = (name: string) => response.headers.get(name);
  return {
    status: response.status,
    text: text ?? "",
    exceededBytes: text === undefined ? maxBytes : undefined,
    // Some runtimes follow redirects despite `redirect: "manual"`.
    isRedirected: response.redirected || response.type === "opaqueredirect",
    url: response.url || undefined,
    getHeader,
    toResponse: () => response,
    traceId: readHeader({ getHeader, redact }, "trace-id"),
    hasKey,
    redact,
  };
}

type FetchRequest = Pick<OutgoingRequest, "method" | "headers" | "body" | "isWrite">;
type StreamInit = RequestInit & { duplex?: "half" };

export function createInit(
  { method, headers, body, isWrite }: FetchRequest,
  signal: AbortSignal,
  isCustomFetch: boolean,
): StreamInit {
  // The key must not follow a redirect to another origin.
  const init: StreamInit = { method, headers, signal, redirect: "manual" };
  // A cached response would return an old status to a wait, or another tenant's data. `fetch` of
  // React Native turns `cache: "no-store"` into a query parameter, and some workers reject it.
  if (isReactNative()) headers["cache-control"] = "no-cache";
  else if ("cache" in Request.prototype) init.cache = "no-store";
  // A caching dispatcher would ask whether the data of another key has changed.
  if (isNode() && !isReactNative() && !isCustomFetch) headers["cache-control"] = "no-store";
  // A GET that the caller declares a write cannot have a body.
  if (isWrite && method !== "GET" && mustStreamWrites()) {
    const bytes = new TextEncoder().encode(body ?? "");
    headers["content-length"] = String(bytes.byteLength);
    init.body = createStream(bytes);
    init.duplex = "half";
  } else if (body !== undefined) {
    init.body = body;
  }
  return init;
}

/** An empty body is a stream too, because `fetch` also repeats requests without a body. */
function createStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Some Node versions (such as 24.14.1) throw this error if a streamed request gets a 401. */
export function isMisreported401(error: unknown): boolean {
  const thrown = error instanceof TypeError ? error : undefined;
  const cause = thrown?.cause instanceof Error ? thrown.cause : undefined;
  return [thrown?.message, cause?.message].includes("expected non-null body source");
}
