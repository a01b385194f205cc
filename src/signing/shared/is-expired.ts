import { type Expiring, millisecondsLeft, type TimeOptions } from "./milliseconds-left.js";

/** When it is asked, and how much time must be left. */
export interface ExpiryOptions extends TimeOptions {
  /** How many milliseconds must be left at least: signing and sending take time too. @defaultValue `0` */
  margin?: number | undefined;
}

/**
 * Tells whether something has expired, or will within `margin` milliseconds. What does not say when it expires counts as expired, except for
 * a prepared cancellation, which never does.
 *
 * @example
 * ```ts
 * import { isExpired } from "bursar/signing";
 *
 * const alive = quotes.filter((quote) => !isExpired(quote, { margin: 10_000 }));
 * console.log(alive.length);
 * ```
 */
export function isExpired(quote: Expiring, options?: ExpiryOptions): boolean {
  return !(millisecondsLeft(quote, options) > (options?.margin ?? 0));
}
