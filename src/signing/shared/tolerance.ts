import { type Decimal, getLastDigit, maxDecimal } from "./decimal.js";

/**
 * The one tolerance: a tenth of a percent of the limit, or one unit of the last digit that the
 * response shows, where that is at most two percent of the limit. A limit that the digits of the
 * response can express is not rounded.
 */
function getTolerance(limit: Decimal, stated: readonly unknown[]): Decimal {
  const rounding = stated
    .map(getLastDigit)
    .filter((unit) => unit > 0n && limit % unit !== 0n && unit <= limit / 50n);
  return rounding.reduce(maxDecimal, limit / 1_000n);
}

/** Whether an amount is at most the limit. `stated` are the strings that can be rounded. */
export function isAtMost(amount: Decimal, limit: Decimal, ...stated: readonly unknown[]): boolean {
  return amount <= limit + getTolerance(limit, stated);
}

/** Whether an amount is at least the limit. `stated` are the strings that can be rounded. */
export function isAtLeast(amount: Decimal, limit: Decimal, ...stated: readonly unknown[]): boolean {
  return amount + getTolerance(limit, stated) >= limit;
}
