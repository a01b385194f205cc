import { ApiError } from "../../errors/api.js";
import type { BursarError } from "../../errors/base.js";
import type { Config } from "../config.js";

/** Milliseconds before the next attempt: `Retry-After`, or exponential backoff with full jitter. */
export function computeRetryDelay(
  error: BursarError,
  retry: Config["retry"],
  attempt: number,
): number {
  const requested = error instanceof ApiError ? error.retryAfter : undefined;
  return (
    requested ?? Math.random() * Math.min(retry.maxDelay, retry.baseDelay * 2 ** (attempt - 1))
  );
}
