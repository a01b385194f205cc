import { formatUnits } from "viem/utils";
import { decimalPattern } from "../../contract/shared/patterns.js";

/** An exact decimal number that is not negative, counted in units of its last place. */
export type Decimal = bigint;

/** As many places as a token can have, and more digits than any amount has: work must stay small whatever an answer holds. */
export const decimalPlaces = 255;
// Not by `**`, which some compilers turn into Math.pow().
const powerOfTen = (exponent: number) => BigInt("1".padEnd(exponent + 1, "0"));
const one = /* @__PURE__ */ powerOfTen(decimalPlaces);

/** Reads a decimal string, or undefined where it is none: no sign, no exponent. */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== "string" || value.length > decimalPlaces || !decimalPattern.test(value))
    return undefined;
  const [whole = "", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(decimalPlaces, "0"));
}

/** A percentage that a caller gave as a number: as it prints, or as the service rounds it, whichever is more. */
export function parsePercent(value: number): Decimal | undefined {
  if (typeof value !== "number") return undefined;
  const text = String(value);
  const exact = parseDecimal(text.includes("e") ? value.toFixed(20) : text);
  return exact === undefined
    ? undefined
    : maxDecimal(exact, truncateDecimal(exact + maxRoundingError, 6));
}

/** `of` is exact for any amount and percentage that people write: both have far fewer places than there are. */
export function takePercent(of: Decimal, percent: Decimal): Decimal {
  return (of * percent) / hundred;
}

export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return a < b ? b : a;
}

/** Cuts off what lies beyond that many places. */
export function truncateDecimal(value: Decimal, kept: number): Decimal {
  return value - (value % powerOfTen(decimalPlaces - kept));
}

/** Without zeros at the end. */
export function formatDecimal(value: Decimal): string {
  return formatUnits(value, decimalPlaces);
}

export const hundred: Decimal = 100n * one;
/** Of a unit in the sixth place: what rounding a percentage or an amount adds at most. */
export const maxRoundingError: Decimal = one / 2_000_000n;
/** Prices are rounded to cents. */
export const cent: Decimal = one / 100n;
