import { ApiError } from "../../errors/api.js";
import { BursarError } from "../../errors/base.js";
import { getSteadyTime } from "../../shared/steady-time.js";
import type { Config } from "../config/config.js";
import type { CallState } from "./call-state.js";
import { isRetryable } from "./is-retryable.js";
import { payForRetry } from "./retry-quota.js";

/** Decides whether to retry a failed attempt. If so, pays for the retry and stores the delay. */
export function planRetry(
  config: Config,
  state: CallState,
  signal: AbortSignal | undefined,
  error: Error,
): boolean {
  const { endpoint, settings, event, startedAt } = state;
  if (signal?.aborted || !(error instanceof BursarError)) return false;
  if (!isRetryable(state.retriedAs, error)) return false;
  const delay = computeDelay(error, settings.retry, event.attempt);
  // A delay beyond the total timeout would only replace this error by a timeout.
  if (delay >= settings.totalTimeout - (getSteadyTime() - startedAt)) return false;
  if (!payForRetry(config, endpoint.name, error)) {
    const hint = "It was not retried, because retry.quota of the client is empty.";
    (error as { hint?: string }).hint = error.hint ? `${error.hint} ${hint}` : hint;
    return false;
  }
  state.retry = { delay, error };
  // A write is only retried if it provably never arrived.
  if (endpoint.effect === "write") state.mayHaveArrived = false;
  return true;
}

/** Returns `Retry-After` in milliseconds, or exponential backoff with full jitter. */
function computeDelay(error: BursarError, retry: Config["retry"], attempt: number): number {
  const requested = error instanceof ApiError ? error.retryAfter : undefined;
  return (
    requested ?? Math.random() * Math.min(retry.maxDelay, retry.baseDelay * 2 ** (attempt - 1))
  );
}
