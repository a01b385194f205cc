import { countDecimals, type Decimal, roundingOf } from "../shared/decimal.js";

/** How much a stated amount may differ from a requested one: only by requested digits it lacks. */
export function roundingOfRequest(requested: string, amount: Decimal, stated: unknown): Decimal {
  if (countDecimals(stated) >= countDecimals(requested)) return 0n;
  const unit = roundingOf(stated);
  // A coarse unit would be more than rounding.
  return unit <= amount / 1_000n ? unit : 0n;
}
