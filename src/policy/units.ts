import { fromUnits, toUnits } from "../shared/decimal.js";
import { type Decimal, getUnit } from "../signing/shared/decimal.js";

/** Stores add integers: amounts in units of 10^-36 of a token. */
const places = 36;

/** An amount of what is signed. Digits beyond the unit are rounded up. */
export function roundUp(amount: Decimal): bigint {
  const unit = getUnit(places);
  return (amount + unit - 1n) / unit;
}

/** A limit, which is a decimal string. Digits beyond the unit are rounded down. */
export const parseLimit = (limit: string): bigint => toUnits(limit, places);

export const formatUnits = (units: bigint): string => fromUnits(units, places);
