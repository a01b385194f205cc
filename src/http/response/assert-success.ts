import type { Endpoint } from "../../contract/shared/endpoint.js";
import { RedirectError, type ResponseDetails, UnreadableResponseError } from "../../errors/data.js";
import { type ReceivedResponse, readHeader } from "../wire/wire.js";
import { toApiError } from "./to-api-error.js";

/**
 * Throws a `RedirectError` or an `ApiError` if the status is not a success, or an
 * `UnreadableResponseError` if the body of a success is too large. The status of an error needs no
 * body.
 */
export function assertSuccess(endpoint: Endpoint, received: ReceivedResponse): void {
  const { status, isRedirected } = received;
  if (isRedirected || (status >= 300 && status < 400)) {
    const location = readRedirectOrigin(received);
    throw new RedirectError({ ...toResponseDetails(endpoint, received), location });
  }
  if (status < 200 || status >= 300)
    throw toApiError(toResponseDetails(endpoint, received), received, endpoint.errors);
  const { exceededBytes } = received;
  if (exceededBytes === undefined) return;
  throw new UnreadableResponseError(`the response has more than ${exceededBytes} bytes`, {
    ...toResponseDetails(endpoint, received),
    hint: "Request less, or raise maxResponseBytes.",
  });
}

export function toResponseDetails(
  endpoint: Endpoint,
  { status, traceId }: ReceivedResponse,
): ResponseDetails {
  return {
    operation: endpoint.name,
    effect: endpoint.effect,
    status,
    traceId,
    ...(endpoint.effect === "write" && { lookup: getLookup(endpoint) }),
  };
}

/** What the caller must check before sending a write again. */
export function getLookup(endpoint: Endpoint): string {
  return endpoint.lookup ?? "check whether it was executed";
}

function readRedirectOrigin(received: ReceivedResponse): string | undefined {
  const location = readHeader(received, "location");
  try {
    // Reading a URL removes characters, which can restore a key.
    return location ? received.redact.text(new URL(location, received.url).origin) : undefined;
  } catch {
    return undefined;
  }
}
