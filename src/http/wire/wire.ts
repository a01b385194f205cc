import type { Cancellation } from "./cancellation.js";
import type { Redactor } from "./redact.js";

/** One request as a wire sends it. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  /** The names are in lower case. */
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** Aborted when the response is no longer needed. */
  readonly signal: AbortSignal;
  /** The wire stops reading a body that is longer, after decompression. */
  readonly maxBytes: number;
}

/** A response whose whole body has been read. */
export interface WireResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: decompressed, and decoded as UTF-8. */
  readonly text: string;
  /** True if the body has more than `maxBytes` bytes. `text` is then ignored. */
  readonly isTooLong?: boolean | undefined;
  /** True if a redirect was followed, or hidden: the call then rejects with `RedirectError`. */
  readonly isRedirected?: boolean | undefined;
}

/**
 * Sends a request once and reads the whole response. It must not follow redirects, repeat the
 * request, or use a cache. It rejects if the connection fails, and when the signal is aborted.
 * If the connection fails while it reads the body, the error may have `hasResponse: true`.
 */
export type Wire = (request: WireRequest) => Promise<WireResponse>;

/**
 * The property of a wire whose failures prove what was sent, because it repeats no request. Of the
 * wires, only the pool of `undiciWire` has it. The value is the wire itself: a copy or a proxy
 * proves nothing.
 */
export const provesUnsent: unique symbol = Symbol.for("bursar.provesUnsent") as never;

/** One request of the fetch layer. */
export interface OutgoingRequest extends Omit<WireRequest, "signal"> {
  readonly cancellation: Cancellation;
  readonly operation: string;
  /** The runtime must not repeat a write. */
  readonly isWrite: boolean;
  readonly hasKey: boolean;
  readonly redact: Redactor;
}

/** A response whose body has been read, as the fetch layer uses it. */
export interface ReceivedResponse {
  readonly status: number;
  /** Empty if the body is too large. */
  readonly text: string;
  /** The body, decompressed, in the parts that arrived, if it came by Node's dispatcher. */
  readonly chunks?: readonly Uint8Array[] | undefined;
  /** The limit that the body exceeds. */
  readonly exceededBytes?: number | undefined;
  /** Whether a redirect was followed although that was not allowed. */
  readonly isRedirected: boolean;
  /** Undefined if the runtime does not state it. */
  readonly url: string | undefined;
  getHeader(name: string): string | null;
  /** Status and headers, for the caller. */
  toResponse(): Response;
  /** The `trace-id` header. */
  readonly traceId: string | undefined;
  /** Whether the request carried an API key. */
  readonly hasKey: boolean;
  /** Removes the API key of the request. */
  readonly redact: Redactor;
}

/** Sends a request once. Every failure of the connection becomes a `ConnectionError`. */
export type SendRequest = (outgoing: OutgoingRequest) => Promise<ReceivedResponse>;

type Headed = Pick<ReceivedResponse, "getHeader" | "redact">;

/** Reads a response header, without the API key. */
export function readHeader({ getHeader, redact }: Headed, name: string): string | undefined {
  const value = getHeader(name);
  return value === null ? undefined : redact.text(value).slice(0, 2_000);
}
