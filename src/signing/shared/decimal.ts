import { formatUnits } from "viem/utils";
import { decimalPattern } from "../../contract/shared/patterns.js";

/** An exact decimal number that is not negative, counted in units of its last place. */
export type Decimal = bigint;

/** As many places as a token can have, and more digits than any amount has: work must stay small whatever an answer holds. */
export const places = 255;
// Not by `**`, which some compilers turn into Math.pow().
const tenTo = (exponent: number) => BigInt("1".padEnd(exponent + 1, "0"));
const one = /* @__PURE__ */ tenTo(places);

/** Reads a decimal string, or undefined where it is none: no sign, no exponent. */
export function readDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== "string" || value.length > places || !decimalPattern.test(value))
    return undefined;
  const [whole = "", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** A percentage that a caller gave as a number: as it prints, or as the service rounds it, whichever is more. */
export function decimalOf(value: number): Decimal | undefined {
  if (typeof value !== "number") return undefined;
  const text = String(value);
  const exact = readDecimal(text.includes("e") ? value.toFixed(20) : text);
  return exact === undefined ? undefined : larger(exact, cutTo(exact + half, 6));
}

/** `of` is exact for any amount and percentage that people write: both have far fewer places than there are. */
export function percentage(of: Decimal, percent: Decimal): Decimal {
  return (of * percent) / hundred;
}

export function larger(a: Decimal, b: Decimal): Decimal {
  return a < b ? b : a;
}

/** Cuts off what lies beyond that many places. */
export function cutTo(value: Decimal, kept: number): Decimal {
  return value - (value % tenTo(places - kept));
}

/** Without zeros at the end. */
export function printDecimal(value: Decimal): string {
  return formatUnits(value, places);
}

export const hundred: Decimal = 100n * one;
/** Of a unit in the sixth place: what rounding a percentage or an amount adds at most. */
export const half: Decimal = one / 2_000_000n;
/** Prices are rounded to cents. */
export const cent: Decimal = one / 100n;
