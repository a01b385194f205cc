import { formatUnits } from "viem/utils";
import { decimalPlaces, isDecimal } from "./is-decimal.js";

/** An exact, non-negative decimal number: an integer scaled by 10^`decimalPlaces`. */
export type Decimal = bigint;

// Not `**`: some compilers turn it into Math.pow().
const powerOfTen = (exponent: number) => BigInt("1".padEnd(exponent + 1, "0"));
export const one: Decimal = /* @__PURE__ */ powerOfTen(decimalPlaces);

/** Parses a decimal string without sign or exponent. Returns undefined for any other value. */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (!isDecimal(value)) return undefined;
  const [whole = "", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(decimalPlaces, "0"));
}

/** Parses an amount that is judged but not signed: numbers and exponents are accepted too. */
export function parseAmount(value: unknown): Decimal | undefined {
  const isNumber = /^[\d.]+(?:e[+-]?\d+)$/i.test(toText(value)) || typeof value === "number";
  return parseDecimal(isNumber ? Number(value).toFixed(exponentPlaces) : value);
}

const exponentPlaces = 40;

/** Parses the caller's percentage: exact, or rounded to six places if that is more. */
export function parsePercent(value: number): Decimal | undefined {
  if (typeof value !== "number") return undefined;
  const text = String(value);
  const exact = parseDecimal(text.includes("e") ? value.toFixed(20) : text);
  if (exact === undefined) return undefined;
  // The service rounds percentages to six places.
  return maxDecimal(exact, truncateDecimal(exact + maxRoundingError, 6));
}

/** Exact for realistic inputs, which have far fewer than `decimalPlaces` digits. */
export function takePercent(amount: Decimal, percent: Decimal): Decimal {
  return (amount * percent) / hundred;
}

export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return a < b ? b : a;
}

export function minDecimal(a: Decimal, b: Decimal): Decimal {
  return a < b ? a : b;
}

/** Unknown values count as zero. */
export function addUp(values: readonly (Decimal | undefined)[]): Decimal {
  return values.reduce<Decimal>((sum, value = 0n) => sum + value, 0n);
}

/** Rounds down to a number of decimal places. */
export function truncateDecimal(value: Decimal, keptPlaces: number): Decimal {
  return value - (value % getUnit(keptPlaces));
}

/** One unit of the last of `places` decimal places. */
export function getUnit(places: number): Decimal {
  return powerOfTen(decimalPlaces - places);
}

/** Formats without trailing zeros. */
export function formatDecimal(value: Decimal): string {
  return formatUnits(value, decimalPlaces);
}

/** The decimals that an amount shows. No token has fewer than two: a shown `1` can be `1.00`. */
export function countDecimals(value: unknown): number {
  const [, fraction = "", exponent = 0] =
    /(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(toText(value)) ?? [];
  return Math.min(Math.max(fraction.length - Number(exponent), minDecimals), decimalPlaces);
}

const toText = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/**
 * How much a shown value can differ from the exact one if it was rounded in any direction: by less
 * than one unit of its last digit.
 */
export function roundingOf(value: unknown): Decimal {
  return getUnit(countDecimals(value)) - 1n;
}

const minDecimals = 2;
export const hundred: Decimal = 100n * one;
/** Half a unit of the sixth place, to which the service rounds percentages and amounts. */
export const maxRoundingError: Decimal = one / 2_000_000n;
/** The service rounds prices to cents. */
export const oneCent: Decimal = one / 100n;
