import { isBursarError } from "../errors/any-bursar-error.js";
import type { ErrorKind } from "../errors/base.js";

/** Of a call that ended before a response. */
const kinds: ReadonlySet<ErrorKind> = new Set([
  ...(["aborted", "configuration", "connection", "request_validation", "timeout"] as const),
]);

/**
 * Whether the client itself proves that a call sent nothing. No response proves that: the service
 * may be wrong, and a gateway may have sent the request twice.
 */
export const isUnsent = (error: unknown): boolean =>
  isBursarError(error) && error.outcome === "none" && kinds.has(error.kind);
