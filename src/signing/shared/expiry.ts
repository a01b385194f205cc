import { readExpiry, timeOf } from "../../contract/shared/expiry.js";
import { parseHttpDate } from "../../contract/shared/http-date.js";
import { recallRequest } from "../../contract/shared/remembered-requests.js";
import { isMissing, isObject } from "../../shared/guards.js";
import { ignoreIndex } from "../../shared/ignore-index.js";
import { getElapsed, getMoment } from "../../shared/steady-time.js";
import { assertNoProblems, type ReportProblem } from "./problems.js";
import { readOptions } from "./read-options.js";

/** Anything that can expire: a quote, an operation, an order, a prepared cancellation. */
export interface Expiring {
  readonly expiresAt?: unknown;
}

/** The current time. */
export interface TimeOptions {
  /** Milliseconds since 1970. @defaultValue the service's time if it is known, or `Date.now()` */
  now?: number | undefined;
}

/** The current time and the time that must be left. */
export interface ExpiryOptions extends TimeOptions {
  /** Milliseconds that must be left for signing and sending. @defaultValue `0` */
  margin?: number | undefined;
}

/**
 * Returns the milliseconds until something expires. It returns 0 if it has expired, and if
 * `expiresAt` is missing or malformed. It returns `Infinity` for a prepared cancellation without
 * an expiry. Epoch milliseconds, epoch seconds and ISO 8601 with a time zone are accepted.
 *
 * @example
 * ```ts
 * import { millisecondsLeft } from "bursar/signing";
 *
 * const now = Date.UTC(2026, 0, 1);
 * console.log(millisecondsLeft({ expiresAt: "2026-01-01T00:01:00Z" }, { now })); // 60000
 * ```
 */
export function millisecondsLeft(quote: Expiring, options?: TimeOptions): number {
  const { now } = readOptions("millisecondsLeft", ignoreIndex(options), { now: "time" });
  const expiry = readExpiry(quote?.expiresAt);
  // The service sends cancellations and lending quotes (with `signData`) without an expiry. A swap
  // quote without one is not trusted.
  if (expiry === "never")
    return isObject(quote) && "signData" in quote ? Number.POSITIVE_INFINITY : 0;
  return expiry === "unreadable" ? 0 : Math.max(0, expiry - timeOf(now ?? getServiceTime(quote)));
}

/** The current time of the service that sent a response. Undefined if it is not known. */
export function getServiceTime(response: unknown): number | undefined {
  const { date, sentAt } = recallRequest(response) ?? {};
  const time = parseHttpDate(date);
  if (Number.isNaN(time) || !sentAt) return undefined;
  // Since the request: this process may have been stopped before it read the response.
  return time + getElapsed(sentAt);
}

/**
 * Returns whether something has expired or expires within `margin` milliseconds. A missing expiry
 * counts as expired, except for a prepared cancellation, which never expires without one.
 *
 * @example
 * ```ts
 * import { isExpired } from "bursar/signing";
 *
 * const valid = quotes.filter((quote) => !isExpired(quote, { margin: 10_000 }));
 * console.log(valid.length);
 * ```
 */
export function isExpired(quote: Expiring, options?: ExpiryOptions): boolean {
  const fields = { now: "time", margin: "value" } as const;
  const { now, margin } = readOptions("isExpired", ignoreIndex(options), fields);
  return !(millisecondsLeft(quote, { now }) > (margin ?? 0));
}

/**
 * `required`: quotes, transfers and batches. `readable`: other operations. `any`: lending quotes
 * and cancellations, whose form is not documented.
 */
export type ExpiryRule = "required" | "readable" | "any";

export interface ExpiryRules extends ExpiryOptions {
  rule: ExpiryRule;
  /** The latest time, and what sets it. */
  latest?: readonly [time: number, reason: string] | undefined;
}

export const defaultMargin = 5_000;
const hour = 3_600_000;

export function checkExpiry(
  expiresAt: unknown,
  { now: givenNow, margin, rule, latest }: ExpiryRules,
  report: ReportProblem,
): void {
  const expiry = readExpiry(expiresAt);
  if (typeof expiry !== "number") {
    if (rule === "required" || (rule === "readable" && expiry === "unreadable"))
      report("expiry", "expiresAt", "epoch milliseconds, or ISO 8601 with a time zone", expiresAt);
    return;
  }
  // Plain JavaScript can pass null or a string. Adding to a string would concatenate.
  const now = Number(givenNow ?? Date.now());
  const left = margin ?? defaultMargin;
  const hours = Math.round(Math.abs(expiry - now) / hour);
  const hint =
    hours > 0 ? ` (they are ${hours} h apart: your clock may differ from that of the service)` : "";
  // Negated conditions, so that NaN is rejected.
  if (!(expiry - now > left)) {
    const expected = `more than ${left} ms after ${formatTime(now)}${hint}`;
    report("expired", "expiresAt", expected, formatTime(expiry));
  } else if (!isMissing(latest) && !(expiry <= latest[0])) {
    const expected = `${formatTime(latest[0])} or earlier, ${latest[1]}${hint}`;
    report("expiry_later", "expiresAt", expected, formatTime(expiry));
  }
}

/** Rejects what has expired after it was checked. If the wallet has signed, that is discarded. */
export function assertNotExpired(
  subject: string,
  expiresAt: unknown,
  options: ExpiryOptions,
  isSigned: boolean,
): void {
  const rules = { ...options, rule: "any" as const };
  assertNoProblems(subject, (report) => checkExpiry(expiresAt, rules, report), {
    discarded: isSigned,
    hint: "It expired after it was checked. Request a new one.",
  });
}

/**
 * Starts at `now` and runs with the real time, so that a dialog can expire. To set the clock of the
 * machine back does not extend that.
 */
export function createClock(now: number | null | undefined): () => number {
  const startedAt = getMoment();
  return () => (now ?? startedAt.wall) + getElapsed(startedAt);
}

/** Not toISOString(), which throws for an invalid date. */
const formatTime = (time: number) => new Date(time).toJSON() ?? String(time);
