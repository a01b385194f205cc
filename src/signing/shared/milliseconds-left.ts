import { readExpiry, timeOf } from "../../contract/shared/expiry.js";
import { isObject } from "../../contract/shared/guards.js";
import { ignoreIndex } from "../../errors/ignore-index.js";
import { readOptions } from "./read-fields.js";

/** Anything that can expire: a quote, an operation, an order, a prepared cancellation. */
export interface Expiring {
  readonly expiresAt?: unknown;
}

/** The current time. */
export interface TimeOptions {
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
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
  return expiry === "unreadable" ? 0 : Math.max(0, expiry - timeOf(now));
}
