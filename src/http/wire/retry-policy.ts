import type { Effect } from "../../contract/endpoint.js";
import { errorFacts } from "../../contract/errors.js";
import { ApiError } from "../../errors/api.js";
import type { BursarError } from "../../errors/base.js";
import { ConnectionError } from "../../errors/transport.js";
import type { Config } from "../config.js";

const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Decides by the operation's effect, not by its HTTP method: reads and quotes are retried when that
 * can help, writes only when the request provably never arrived.
 */
export function mayRetry(effect: Effect, error: BursarError): boolean {
  if (error instanceof ConnectionError) return error.phase === "connect" || effect !== "write";
  if (effect === "write" || !(error instanceof ApiError)) return false;
  return retriedStatuses.has(error.status) && errorFacts(error.id)?.retry !== false;
}

/** Milliseconds before the next attempt: what the service asks for, or backoff with full jitter. */
export function retryDelay(error: BursarError, retry: Config["retry"], attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked ?? Math.random() * Math.min(retry.maxDelay, retry.baseDelay * 2 ** (attempt - 1));
}
