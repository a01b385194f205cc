import { readExpiry } from "../contract/shared/expiry.js";
import { ApiError } from "../errors/api.js";
import type { BursarError } from "../errors/base.js";
import { TimeoutError } from "../errors/connection.js";
import { isRetryable } from "../errors/is-retryable.js";
import type { QuerySeen } from "./query-options.js";

/** So long before its end a quote is asked for again, as the answer takes a moment. */
const lead = 2_000;
/** No two fetches of one quote come closer than this: each costs compute units. */
const floor = 5_000;
/** How long an answer without a usable expiry counts as fresh. */
const withoutExpiry = 30_000;
/** How long to wait after a failure that may pass. */
const afterFailure = 30_000;
/** Where the time has passed without a fetch. It is short, so that a component which renders each second cannot put it off. */
const overdue = 250;
/** Timers hold 31 bits: a longer one fires at once, and again and again. */
const longestTimer = 2_147_483_647;

/** When the answer is fetched again, in milliseconds since 1970. Undefined where it does not expire, or came as expired: a clock is off then. */
function renewalOf({ data, dataUpdatedAt }: QuerySeen["state"]): number | undefined {
  const first = expiriesIn(data).reduce(
    (least, time) => (time > dataUpdatedAt && time < least ? time : least),
    Number.POSITIVE_INFINITY,
  );
  return first === Number.POSITIVE_INFINITY
    ? undefined
    : Math.max(dataUpdatedAt + floor, first - lead);
}

/** The times of the answer itself, of the records in it, and of the records in its lists. */
function expiriesIn(data: unknown, depth = 2): number[] {
  if (typeof data !== "object" || data === null) return [];
  const own = readExpiry("expiresAt" in data ? data.expiresAt : undefined);
  const inner =
    depth > 0 ? Object.values(data).flatMap((value) => expiriesIn(value, depth - 1)) : [];
  return typeof own === "number" ? [own, ...inner] : inner;
}

export function quoteStaleTime({ state }: QuerySeen): number {
  return (renewalOf(state) ?? state.dataUpdatedAt + withoutExpiry) - state.dataUpdatedAt;
}

/** Milliseconds from now, so that a render in between does not put the fetch off. */
export function quoteRefetchInterval({ state }: QuerySeen): number | false {
  if (state.fetchStatus !== "idle" || state.data === undefined) return false;
  const renewal = renewalOf(state);
  if (renewal === undefined) return false;
  const { dataUpdatedAt } = state;
  const next = state.error
    ? Math.max(renewal, state.errorUpdatedAt + pauseAfter(state.error))
    : renewal;
  if (next === Number.POSITIVE_INFINITY) return false;
  // From when the answer came, too: a clock that was set back meanwhile must not put the fetch off.
  return Math.min(
    Math.max(overdue, Math.min(next - Date.now(), next - dataUpdatedAt)),
    longestTimer,
  );
}

/** Infinity for a failure that cannot get better by itself. */
function pauseAfter(error: unknown): number {
  if (!isRetryable("quote", error as BursarError) && !(error instanceof TimeoutError))
    return Number.POSITIVE_INFINITY;
  return Math.max(afterFailure, (error instanceof ApiError && error.retryAfter) || 0);
}
