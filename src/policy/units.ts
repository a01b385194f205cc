import { decimalPlaces, formatDecimal, parseDecimal } from "../signing/shared/decimal.js";

/** Stores add integers: amounts in units of 10^-36 of a token. */
const places = 36;
const scale = BigInt("1".padEnd(decimalPlaces - places + 1, "0"));

/** An amount of what is signed. Digits beyond the unit are rounded up. */
export function toUnits(amount: bigint): bigint {
  return (amount + scale - 1n) / scale;
}

/** A limit, which is a decimal string. Digits beyond the unit are rounded down. */
export function parseLimit(limit: string): bigint {
  return (parseDecimal(limit) as bigint) / scale;
}

export const formatUnits = (units: bigint): string => formatDecimal(units * scale);
