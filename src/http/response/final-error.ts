import type { Endpoint } from "../../contract/shared/endpoint.js";
import { ApiError } from "../../errors/api.js";
import type { BursarError } from "../../errors/base.js";
import {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../errors/connection.js";
import { UnreadableResponseError } from "../../errors/data.js";
import type { BuiltRequest } from "../request/build-request.js";
import { getLookup } from "./read-response.js";

/**
 * Says what a failure means for the call. A write whose response was lost is neither a success nor a
 * failure: it becomes an `OutcomeUnknownError`.
 */
export function withOutcome(
  endpoint: Endpoint,
  request: BuiltRequest,
  mayHaveArrived: boolean,
  error: BursarError,
): BursarError {
  const isWrite = endpoint.effect === "write";
  if (!mayHaveArrived) return error;
  if (error instanceof AbortedError) return abortedAfterSending(endpoint, error);
  if (!isWrite || !losesResponse(error)) return error;
  return new OutcomeUnknownError({
    operation: endpoint.name,
    lookup: getLookup(endpoint),
    request: request.identifiers,
    cause: error,
  });
}

function abortedAfterSending(endpoint: Endpoint, error: AbortedError): AbortedError {
  const { operation, reason } = error;
  const message = `${endpoint.name}: aborted by the caller after it was sent`;
  if (endpoint.effect !== "write") {
    return new AbortedError(message, { operation, reason, sent: true });
  }
  return new AbortedError(`${message}, so it may have happened`, {
    operation,
    reason,
    sent: true,
    hint: `Before trying again: ${getLookup(endpoint)}.`,
  });
}

function losesResponse(error: BursarError): boolean {
  if (error instanceof TimeoutError) return true;
  if (error instanceof ConnectionError) return error.phase !== "connect";
  // A redirect, a page or an empty body: an intermediary may have answered before or after the
  // service did.
  if (error instanceof UnreadableResponseError) return true;
  // Without the service's error id a gateway has answered.
  return error instanceof ApiError && error.status >= 500 && error.id === undefined;
}
