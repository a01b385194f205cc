import { isDate } from "../../shared/guards.js";

/** Epoch milliseconds; `never` if there is no expiry, `unreadable` if its form is unknown. */
export type Expiry = number | "never" | "unreadable";

/** The service may still be working on an operation that has just expired. In milliseconds. */
export const expiryGrace = 60_000;

/** Smaller numbers are seconds. */
const minMilliseconds = 100_000_000_000;
/** The latest time of a `Date`. */
const maxMilliseconds = 8_640_000_000_000_000;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** The given time, or the current time. Null from JavaScript callers must not disable expiry. */
export function timeOf(now: number | null | undefined): number {
  return now ?? Date.now();
}

/** Parses epoch milliseconds, epoch seconds (below 12 digits), a `Date` or ISO 8601 with a zone. */
export function readExpiry(value: unknown): Expiry {
  if (value === null || value === undefined) return "never";
  const time = isDate(value)
    ? value.getTime()
    : typeof value === "string"
      ? parseText(value)
      : value;
  if (typeof time !== "number" || !Number.isFinite(time) || time <= 0) return "unreadable";
  // A larger number, such as microseconds, is far in the future.
  return Math.min(time < minMilliseconds ? time * 1_000 : time, maxMilliseconds);
}

function parseText(value: string): number {
  if (/^\d{1,30}$/.test(value)) return Number(value);
  return isoPattern.test(value) ? Date.parse(value) : Number.NaN;
}
