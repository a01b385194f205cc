import { ConfigurationError } from "../../errors/data.js";
import { isObject } from "../../shared/guards.js";
import { createConnectionError } from "./connection-error.js";
import type { DispatchResponse } from "./dispatch.js";
import {
  type OutgoingRequest,
  provesUnsent,
  type ReceivedResponse,
  readHeader,
  type Wire,
  type WireRequest,
  type WireResponse,
} from "./wire.js";

interface Proof {
  readonly [provesUnsent]?: Wire;
}

/** Sends one request by the wire of the client. */
export function sendByWire(
  wire: Wire & Proof,
  outgoing: OutgoingRequest,
): Promise<ReceivedResponse> {
  return receive(outgoing, {
    // A wire of the caller may throw before it returns a promise.
    send: async () => wire(toWireRequest(outgoing)),
    canProveUnsent: () => wire[provesUnsent] === wire,
    isClosed: (error) =>
      error instanceof ConfigurationError && (error as Proof)[provesUnsent] === wire,
  });
}

interface Source {
  readonly send: () => Promise<DispatchResponse>;
  /** The response is not of the caller's code, so it has the fields of its type. */
  readonly isOwn?: boolean;
  /** Whether its failures prove what was sent. */
  readonly canProveUnsent: () => boolean;
  /** Whether an error says that it is closed, and has sent nothing. */
  readonly isClosed?: (error: unknown) => boolean;
}

/** Sends one request and reads its response. */
export function receive(
  outgoing: OutgoingRequest,
  { send, isOwn = false, canProveUnsent, isClosed }: Source,
): Promise<ReceivedResponse> {
  const fail = (failure: unknown): never => {
    throw createConnectionError(failure, {
      ...outgoing,
      hasResponse: isObject(failure) && failure.hasResponse === true,
      canProveUnsent: canProveUnsent(),
    });
  };
  return send().then(
    (received) => {
      outgoing.cancellation.release();
      return isOwn || isResponse(received)
        ? toReceived(received, outgoing)
        : fail({ message: "the wire returned no status and text of a response" });
    },
    (error) => {
      outgoing.cancellation.throwIfCancelled();
      if (isClosed?.(error)) throw error;
      return fail(error);
    },
  );
}

/** The signal is made when the wire reads it. */
function toWireRequest(outgoing: OutgoingRequest): WireRequest {
  const { url, method, headers, body, cancellation, maxBytes } = outgoing;
  return {
    url,
    method,
    headers,
    body,
    get signal() {
      return cancellation.signal;
    },
    maxBytes,
  };
}

/** A status that is no number would look like a success. */
function isResponse(value: unknown): value is WireResponse {
  if (!isObject(value) || !isObject(value.headers) || typeof value.text !== "string") return false;
  const { status } = value;
  // An opaque redirect has no status.
  if (value.isRedirected === true && status === 0) return true;
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) < 600;
}

function toReceived(received: DispatchResponse, outgoing: OutgoingRequest): ReceivedResponse {
  const { status, headers, bytes, isTooLong, isRedirected = false } = received;
  const { maxBytes, hasKey, redact } = outgoing;
  const getHeader = (name: string) =>
    Object.hasOwn(headers, name) ? (headers[name] as string) : null;
  let response: Response | undefined;
  return {
    status,
    // Decoded when it is read: a proxy does not read all.
    get text() {
      return isTooLong ? "" : received.text;
    },
    bytes,
    exceededBytes: isTooLong ? maxBytes : undefined,
    isRedirected,
    url: outgoing.url,
    getHeader,
    toResponse() {
      response ??= new Response(null, { status, headers: toHeaders(headers) });
      return response;
    },
    traceId: readHeader({ getHeader, redact }, "trace-id"),
    hasKey,
    redact,
  };
}

/** Leaves out values that a `Headers` object cannot have. */
function toHeaders(fields: WireResponse["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    try {
      headers.set(name, value);
    } catch {
      // Such as a character above U+00FF.
    }
  }
  return headers;
}
