import type { Effect } from "../../contract/shared/endpoint.js";
import { ApiError } from "../../errors/api.js";
import type { BursarError } from "../../errors/base.js";
import { ConnectionError } from "../../errors/connection.js";

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Decides by the operation's effect, not by its HTTP method: reads and quotes are retried when that
 * can help, writes only when the request provably never arrived.
 */
export function isRetryable(effect: Effect, error: BursarError): boolean {
  if (error instanceof ConnectionError) return error.phase === "connect" || effect !== "write";
  if (effect === "write" || !(error instanceof ApiError)) return false;
  return retriedStatuses.has(error.status) && error.facts?.retry !== false;
}
