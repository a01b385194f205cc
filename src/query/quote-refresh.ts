import { readExpiry } from "../contract/shared/expiry.js";
import { ApiError } from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import { TimeoutError } from "../errors/connection.js";
import { isRetryable } from "../http/attempts/is-retryable.js";
import type { QuerySeen } from "./query-options.js";

/** How long before its expiry a quote is fetched again, because the response takes a moment. */
const refreshLead = 2_000;
/** The minimum time between two fetches of a quote: each costs compute units. */
const minRefreshInterval = 5_000;
/** How long a response without a valid expiry is fresh. */
const defaultStaleTime = 30_000;
/** The minimum time after a temporary failure. */
const minRetryDelay = 30_000;
/** For an overdue fetch. Short, so that rendering every second cannot postpone the fetch. */
const overdueDelay = 250;
/** Timers use 31 bits. A longer timer fires at once, repeatedly. */
const maxTimerDelay = 2_147_483_647;

/** Undefined if the response does not expire, or expired before it arrived (a clock is wrong). */
function getRefreshTime({ data, dataUpdatedAt }: QuerySeen["state"]): number | undefined {
  const firstExpiry = findExpiries(data).reduce(
    (least, time) => (time > dataUpdatedAt && time < least ? time : least),
    Number.POSITIVE_INFINITY,
  );
  if (firstExpiry === Number.POSITIVE_INFINITY) return undefined;
  return Math.max(dataUpdatedAt + minRefreshInterval, firstExpiry - refreshLead);
}

/** The expiries of the response, of its records, and of the records in its lists. */
function findExpiries(data: unknown, depth = 2): number[] {
  if (typeof data !== "object" || data === null) return [];
  const own = readExpiry("expiresAt" in data ? data.expiresAt : undefined);
  const inner =
    depth > 0 ? Object.values(data).flatMap((value) => findExpiries(value, depth - 1)) : [];
  return typeof own === "number" ? [own, ...inner] : inner;
}

export function quoteStaleTime({ state }: QuerySeen): number {
  return (getRefreshTime(state) ?? state.dataUpdatedAt + defaultStaleTime) - state.dataUpdatedAt;
}

/** Relative to now, so that a render in between does not postpone the fetch. */
export function quoteRefetchInterval({ state }: QuerySeen): number | false {
  if (state.fetchStatus !== "idle" || state.data === undefined) return false;
  const refreshTime = getRefreshTime(state);
  if (refreshTime === undefined) return false;
  const { dataUpdatedAt } = state;
  const retryTime = state.error ? state.errorUpdatedAt + getRetryDelay(state.error) : 0;
  const next = Math.max(refreshTime, retryTime);
  if (next === Number.POSITIVE_INFINITY) return false;
  // Also relative to the last response: a clock that was set back must not postpone the fetch.
  const delay = Math.min(next - Date.now(), next - dataUpdatedAt);
  return Math.min(Math.max(overdueDelay, delay), maxTimerDelay);
}

/** Infinity for a permanent failure. */
function getRetryDelay(error: unknown): number {
  if (!isRetryable("quote", error as BursarError) && !(error instanceof TimeoutError))
    return Number.POSITIVE_INFINITY;
  return Math.max(minRetryDelay, (error instanceof ApiError && error.retryAfter) || 0);
}
