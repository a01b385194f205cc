import type { Endpoint } from "../contract/endpoint.js";
import { ApiError } from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import { NotJsonError, RedirectError } from "../errors/data.js";
import { AbortedError, ConnectionError, OutcomeUnknownError, TimeoutError } from "../errors/transport.js";
import type { CheckedRequest } from "./request.js";

/** A write whose answer was lost is neither a success nor a failure, and says so. */
export function withOutcome(endpoint: Endpoint, request: CheckedRequest, sent: boolean, error: BursarError): BursarError {
  if (endpoint.effect !== "write" || !sent) return error;
  const lookup = endpoint.lookup ?? "look whether it happened";
  if (error instanceof AbortedError) {
    const { operation, reason, message } = error;
    return new AbortedError(`${message}, so it may have happened`, { operation, reason, sent, hint: `Before trying again: ${lookup}.` });
  }
  if (!answerWasLost(error)) return error;
  return new OutcomeUnknownError({
    operation: endpoint.name,
    lookup,
    request: request.handles,
    cause: error,
  });
}

function answerWasLost(error: BursarError): boolean {
  if (error instanceof TimeoutError) return true;
  if (error instanceof ConnectionError) return error.phase !== "connect";
  // A page of somebody in between is not the service's answer. A 303 says that the write has been taken.
  if (error instanceof NotJsonError) return true;
  if (error instanceof RedirectError) return error.status === 303 || error.status < 300;
  return error instanceof ApiError && error.status >= 500 && error.id === undefined;
}
