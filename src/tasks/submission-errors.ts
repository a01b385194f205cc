import { isBursarError } from "../errors/any-bursar-error.js";
import type { ErrorKind } from "../errors/base.js";

/** Of a call that ended before a response. */
const kinds = new Set<ErrorKind>([
  "aborted",
  "configuration",
  "connection",
  "request_validation",
  "timeout",
]);

/**
 * Whether the client itself proves that a call sent nothing. No response proves that: the service
 * may be wrong, and a gateway may have sent the request twice.
 */
export const isUnsent = (error: unknown): boolean =>
  isBursarError(error) && error.outcome === "none" && kinds.has(error.kind);

/** Whether the response to the submission is lost or unusable. A refusal is not. */
export function isLost(error: unknown): boolean {
  if (!isBursarError(error) || error.outcome === "none") return false;
  return error.kind === "outcome_unknown" || error.kind === "response_validation";
}
