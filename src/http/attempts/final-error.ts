import type { Endpoint } from "../../contract/shared/endpoint.js";
import { ApiError } from "../../errors/api.js";
import { BursarError } from "../../errors/base.js";
import {
  AbortedError,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from "../../errors/connection.js";
import { ResponseMismatchError, UnreadableResponseError } from "../../errors/data.js";
import { withUnknownOutcome } from "../../errors/outcome.js";
import type { BuiltRequest } from "../request/build-request.js";
import { getLookup } from "../response/assert-success.js";
import { createAbortedError } from "../wire/deadline.js";
import type { CallState } from "./call-state.js";

export function toFinalError(state: CallState, thrown: unknown): unknown {
  const { endpoint, request, mayHaveArrived, retry } = state;
  // Any other error is a bug in this package. Throw it unchanged.
  if (!(thrown instanceof BursarError)) return thrown;
  // The failure that caused the retry is more useful than the timeout. But for a write it says that
  // no request arrived, and the last attempt may have arrived.
  const isOutOfTime = thrown instanceof TimeoutError && thrown.scope === "total";
  const isRepeatable = endpoint.effect !== "write" || !mayHaveArrived;
  if (retry && isOutOfTime && isRepeatable) return retry.error;
  return toOutcomeError(endpoint, request, mayHaveArrived, thrown);
}

/** Turns the failure of a write whose response was lost into an `OutcomeUnknownError`. */
export function toOutcomeError(
  endpoint: Endpoint,
  request: BuiltRequest,
  mayHaveArrived: boolean,
  error: BursarError,
): BursarError {
  if (!mayHaveArrived) return error;
  const operation = endpoint.name;
  const lookup = endpoint.effect === "write" ? getLookup(endpoint) : undefined;
  if (error instanceof AbortedError) {
    return createAbortedError(operation, error.reason, true, lookup);
  }
  if (lookup === undefined || !isResponseLost(error)) return error;
  const { identifiers } = request;
  // What reads only the cause must not conclude that nothing happened.
  const cause = withUnknownOutcome(error);
  return new OutcomeUnknownError({ operation, lookup, request: identifiers, cause });
}

function isResponseLost(error: BursarError): boolean {
  if (error instanceof TimeoutError) return true;
  if (error instanceof ConnectionError) return error.phase !== "connect";
  // A redirect, an HTML page or an empty body: an intermediary may have sent it before or after the
  // service executed the write.
  if (error instanceof UnreadableResponseError) return true;
  // The response that belongs to this call went elsewhere.
  if (error instanceof ResponseMismatchError) return true;
  // Without the service's error id, the response came from a gateway.
  return error instanceof ApiError && error.id === undefined && error.outcome === "unknown";
}
