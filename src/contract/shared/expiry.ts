/** When something dies, in milliseconds since 1970; `never` where it does not say so, `unreadable` where it says so in an unknown form. */
export type Expiry = number | "never" | "unreadable";

/** Fewer digits are seconds. */
const leastMilliseconds = 100_000_000_000;
/** The year 5138: larger numbers are microseconds, or no time at all. */
const mostMilliseconds = 100_000_000_000_000;
const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** The time that a caller names. Null, as plain JavaScript may pass it, is no time: nothing would ever expire. */
export function timeOf(now: number | null | undefined): number {
  return now ?? Date.now();
}

/** Reads epoch milliseconds (13 digits), epoch seconds (fewer than 12 digits), a `Date` and ISO 8601 with a zone. */
export function readExpiry(value: unknown): Expiry {
  if (value === null || value === undefined) return "never";
  const time =
    value instanceof Date ? value.getTime() : typeof value === "string" ? readText(value) : value;
  if (typeof time !== "number" || !Number.isFinite(time) || time <= 0 || time >= mostMilliseconds)
    return "unreadable";
  return time < leastMilliseconds ? time * 1_000 : time;
}

function readText(value: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  return isoPattern.test(value) ? Date.parse(value) : Number.NaN;
}
