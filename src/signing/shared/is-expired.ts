import { ignoreIndex } from "../../errors/ignore-index.js";
import { type Expiring, millisecondsLeft, type TimeOptions } from "./milliseconds-left.js";
import { readOptions } from "./read-fields.js";

/** The current time and the time that must be left. */
export interface ExpiryOptions extends TimeOptions {
  /** Milliseconds that must be left for signing and sending. @defaultValue `0` */
  margin?: number | undefined;
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
