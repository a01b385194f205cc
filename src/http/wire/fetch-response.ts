import { createConnectionError } from "./connection-error.js";
import { readText } from "./read-text.js";
import type { Redactor } from "./redact.js";
import { isReactNative, isServer, mustStreamWrites } from "./runtime.js";

/** A replacement for the global `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** The parts of a request that are not in the prepared `Request`. */
export interface OutgoingRequest {
  readonly operation: string;
  readonly body: string | undefined;
  /** The runtime must not repeat a write. */
  readonly isWrite: boolean;
  readonly signal: AbortSignal;
  readonly maxResponseBytes: number;
  readonly hasKey: boolean;
  readonly redact: Redactor;
}

/** A response whose body has been read. */
export interface ReceivedResponse {
  readonly response: Response;
  /** Empty if the body is too large. */
  readonly text: string;
  /** The limit that the body exceeds. */
  readonly exceededBytes?: number | undefined;
  /** The `trace-id` header. */
  readonly traceId: string | undefined;
  /** Whether the request carried an API key. */
  readonly hasKey: boolean;
  /** Removes the API key of the request. */
  readonly redact: Redactor;
}

/**
 * Sends one request and reads the whole response, so that timeouts and retries include the body.
 * Stops reading at `maxResponseBytes`.
 * Every failure becomes a `ConnectionError`.
 *
 * `request` has the URL, method and headers. The body is added here, because a `Request` with a
 * body copies it each time it is passed on.
 */
export async function fetchResponse(
  request: Request,
  outgoing: OutgoingRequest,
  customFetch: Fetch | undefined,
): Promise<ReceivedResponse> {
  const { operation, signal, maxResponseBytes, hasKey, redact } = outgoing;
  const context = { traceId: undefined, hasKey, redact };
  let response: Response | undefined;
  let failure: unknown;
  try {
    const init = createInit(request, outgoing);
    response = await (customFetch
      ? customFetch(new Request(request, init))
      : globalThis.fetch(request, init));
    // A custom `fetch` may return a network error instead of throwing it.
    if (response.type !== "error") {
      const text = await readText(response, maxResponseBytes, customFetch === undefined);
      const traceId = readHeader({ response, redact }, "trace-id");
      return text === undefined
        ? { ...context, response, text: "", exceededBytes: maxResponseBytes, traceId }
        : { ...context, response, text, traceId };
    }
    failure = { message: "network error" };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (response === undefined && isMisreported401(error)) {
      return { ...context, response: new Response(null, { status: 401 }), text: "" };
    }
    // This includes error classes of this package that a custom `fetch` throws: they prove nothing.
    failure = error;
  }
  throw createConnectionError(failure, {
    operation,
    url: request.url,
    hasResponse: response !== undefined,
    isCustomFetch: customFetch !== undefined,
    redact,
  });
}

/** Reads a response header, without the API key. */
export function readHeader(
  { response, redact }: Pick<ReceivedResponse, "response" | "redact">,
  name: string,
): string | undefined {
  const value = response.headers.get(name);
  return value === null ? undefined : redact.text(value).slice(0, 2_000);
}

type StreamInit = RequestInit & { duplex?: "half" };

function createInit(request: Request, { body, isWrite, signal }: OutgoingRequest): StreamInit {
  const init: RequestInit = { signal };
  // A cached response would return an old status to a wait. React Native's `fetch` turns
  // `cache: "no-store"` into a query parameter, and some workers reject the option.
  if (isReactNative()) request.headers.set("cache-control", "no-cache");
  else if (!isServer() && "cache" in Request.prototype) init.cache = "no-store";
  // A GET that the caller declares a write cannot have a body.
  if (!isWrite || request.method === "GET" || !mustStreamWrites()) {
    return { ...init, body: body ?? null };
  }
  const bytes = new TextEncoder().encode(body ?? "");
  request.headers.set("content-length", String(bytes.byteLength));
  return { ...init, body: createStream(bytes), duplex: "half" };
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
function isMisreported401(error: unknown): boolean {
  const thrown = error instanceof TypeError ? error : undefined;
  const cause = thrown?.cause instanceof Error ? thrown.cause : undefined;
  return [thrown?.message, cause?.message].includes("expected non-null body source");
}
