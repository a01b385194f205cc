import { readExpiry, timeOf } from "../../contract/shared/expiry.js";

/** Whatever can die: a quote, an operation, an order, a prepared cancellation. */
export interface Expiring {
  readonly expiresAt?: unknown;
}

/** When it is asked. */
export interface TimeOptions {
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
}

/**
 * How long something can still be signed and executed, in milliseconds; 0 where it has expired, and where `expiresAt` is missing or in a form
 * that cannot be read. A prepared cancellation that states none never expires: `Infinity`.
 * Understood are epoch milliseconds, epoch seconds, and ISO 8601 with a time zone.
 *
 * @example
 * ```ts
 * import { millisecondsLeft } from "bursar/signing";
 *
 * console.log(millisecondsLeft({ expiresAt: "2026-01-01T00:01:00Z" }, { now: Date.UTC(2026, 0, 1) })); // 60000
 * ```
 */
export function millisecondsLeft(quote: Expiring, options?: TimeOptions): number {
  const expiry = readExpiry(quote.expiresAt);
  // Cancellations and lending quotes hold `signData`, and were seen without an expiry; a quote without one is not to be trusted.
  if (expiry === "never") return "signData" in quote ? Number.POSITIVE_INFINITY : 0;
  return expiry === "unreadable" ? 0 : Math.max(0, expiry - timeOf(options?.now));
}
