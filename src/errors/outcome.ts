import type { Effect } from "../contract/shared/endpoint.js";
import type { ErrorFacts } from "../contract/shared/error-catalogue.js";
import type { Outcome } from "../contract/shared/outcome.js";
import { BursarError } from "./base.js";

const unsentByProxy = new Set([
  "PROXY_BODY_TIMEOUT",
  "PROXY_FAILED",
  "PROXY_UNREACHABLE",
  "PROXY_LIMIT_FAILED",
]);

/** What is known about a request that may have arrived. */
export interface Evidence {
  /** The status of the response. Undefined if there was no complete response. */
  readonly status?: number | undefined;
  /** The error id in the response. */
  readonly id?: string | undefined;
  /** What is known of the error id. */
  readonly facts?: ErrorFacts | undefined;
  /** The body of an error: JSON, or the start of a text that is none. Undefined if it has no id. */
  readonly body?: unknown;
  /** Whether the response repeats what identifies the request, such as the hash. */
  readonly isRepeated?: boolean | undefined;
}

/** Decides the outcome of a failed call that was sent. A call that was not sent is `none`. */
export function decideOutcome(
  effect: Effect,
  { status, id, facts, body, isRepeated }: Evidence = {},
): Outcome {
  if (effect !== "write") return "none";
  if (status === undefined) return "unknown";
  if (status < 300) return isRepeated ? "done" : "unknown";
  if (facts?.outcome) return facts.outcome;
  // The proxy of this package sends these only for what it did not forward.
  if (id !== undefined && unsentByProxy.has(id)) return "none";
  // The error id of an execute that was executed before can be lost with the body.
  if ([400, 404].includes(status) && id === undefined && typeof body === "string") return "unknown";
  // A gateway responds with 408 or 5xx, or redirects, also after the service executed the write.
  // 409 is the usual response to a write that was repeated on the way.
  return status < 400 || status >= 500 || [408, 409].includes(status) ? "unknown" : "none";
}

/**
 * For the error of a wait, which is about the submitted operation and not about the read that
 * failed, for a sent upload, and for the cause of an unknown outcome: nothing shows that it did not
 * happen.
 */
export function withUnknownOutcome<T>(error: T): T {
  if (error instanceof BursarError && error.outcome === "none")
    (error as { outcome: Outcome }).outcome = "unknown";
  return error;
}
