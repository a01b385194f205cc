import { ConfigurationError } from "../../errors/data.js";
import { isObject } from "../../shared/guards.js";
import { createConnectionError } from "./connection-error.js";
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
  const fail = (failure: unknown) =>
    throwFailure(outgoing, failure, () => wire[provesUnsent] === wire);
  // A wire of the caller may throw before it returns a promise.
  const send = async () => wire(toWireRequest(outgoing));
  return send().then(
    (received) =>
      isResponse(received)
        ? toReceived(received, outgoing)
        : fail({ message: "the wire returned no status and text of a response" }),
    (failure) => {
      const isClosed = failure instanceof ConfigurationError;
      if (isClosed && (failure as Proof)[provesUnsent] === wire) throw failure;
      return fail(failure);
    },
  );
}

/** Throws the error of a request that has failed, or the reason why it was cancelled. */
export function throwFailure(
  outgoing: OutgoingRequest,
  failure: unknown,
  canProveUnsent: () => boolean,
): never {
  outgoing.cancellation.throwIfCancelled();
  const hasResponse = isObject(failure) && failure.hasResponse === true;
  throw createConnectionError(failure, {
    ...outgoing,
    hasResponse,
    canProveUnsent: canProveUnsent(),
  });
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

/** `chunks` are the bytes of the text. */
export function toReceived(
  received: WireResponse,
  outgoing: OutgoingRequest,
  chunks?: ReceivedResponse["chunks"],
): ReceivedResponse {
  outgoing.cancellation.release();
  const { status, headers, isTooLong, isRedirected = false } = received;
  const { maxBytes, hasKey, redact } = outgoing;
  const getHeader = (name: string) =>
    Object.hasOwn(headers, name) ? (headers[name] as string) : null;
  let response: Response | undefined;
  return {
    status,
    get text() {
      return isTooLong ? "" : received.text;
    },
    chunks,
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
