import { fromUnits, powerOfTen, toUnits } from "../../shared/decimal.js";
import { decimalPattern } from "../../shared/patterns.js";
import { trimEnd } from "../../shared/trim-end.js";

/** The most decimals an ERC-20 token can have. Also limits the length of untrusted amounts. */
export const decimalPlaces = 255;

/** Without sign or exponent. */
export function isDecimal(value: unknown): value is string {
  return typeof value === "string" && value.length <= decimalPlaces && decimalPattern.test(value);
}

/** An exact, non-negative decimal number: an integer scaled by 10^`decimalPlaces`. */
export type Decimal = bigint;

export const one: Decimal = /* @__PURE__ */ powerOfTen(decimalPlaces);

/** Undefined for any other value than a decimal string without sign or exponent. */
export function parseDecimal(value: unknown): Decimal | undefined {
  return isDecimal(value) ? toUnits(value, decimalPlaces) : undefined;
}

const exponentPattern = /^([\d.]+)e([+-]?)(\d+)$/i;
/** Limits the length of untrusted amounts. A forged price of 1e30 must count as one. */
const maxExponent = decimalPlaces;

/** Parses an amount that is judged but not signed: numbers and exponents are accepted too. */
export function parseAmount(value: unknown): Decimal | undefined {
  // Not toFixed(): it shows the digits of the binary number, such as 0.1000000000000000055.
  return parseAmountText(typeof value === "number" ? String(value) : value);
}

/** The same for an amount that must be text: a number can have lost digits. */
export function parseAmountText(text: unknown): Decimal | undefined {
  const parts = typeof text === "string" ? exponentPattern.exec(text) : null;
  if (!parts) return parseDecimal(text);
  const [, digits, sign] = parts;
  const exponent = Number(parts[3]);
  const amount = parseDecimal(digits);
  if (amount === undefined) return undefined;
  // Twice the decimal places are more digits than an amount has.
  if (sign === "-") return amount / powerOfTen(Math.min(exponent, 2 * decimalPlaces));
  return exponent <= maxExponent ? amount * powerOfTen(exponent) : undefined;
}

/** Parses a percentage that the caller gives. */
export function parsePercent(value: unknown): Decimal | undefined {
  return typeof value === "number" ? parseAmount(value) : undefined;
}

/** Exact for realistic inputs, which have far fewer than `decimalPlaces` digits. */
export function takePercent(amount: Decimal, percent: Decimal): Decimal {
  return (amount * percent) / (100n * one);
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return (a * b) / one;
}

export function divide(a: Decimal, b: Decimal): Decimal {
  return (a * one) / b;
}

/** Undefined if one of the two is not known. */
export function addDecimals(a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return a < b ? b : a;
}

/** One unit of the last of `places` decimal places. */
export function getUnit(places: number): Decimal {
  return powerOfTen(decimalPlaces - places);
}

/** One unit of the last digit that a decimal string shows. Zero for any other value. */
export function getLastDigit(value: unknown): Decimal {
  return isDecimal(value) ? getUnit(value.split(".")[1]?.length ?? 0) : 0n;
}

/** Formats all digits, without trailing zeros. */
export function formatDecimal(value: Decimal): string {
  return fromUnits(value, decimalPlaces);
}

/** The inverse of `formatDecimal`, also with more digits than an amount of the service may have. */
export function parseFormatted(text: string): Decimal {
  return toUnits(text, decimalPlaces);
}

const shownDigits = 8;
/** The digits that are shown of an amount. More of them are rounded. */
export const maxDigits = 24;

/** As a person writes it: at most eight digits of the fraction after its zeros. */
export function formatShort(value: Decimal, digits = shownDigits): string {
  const [whole = "0", fraction = ""] = formatDecimal(value).split(".");
  if (whole.length > maxDigits) return `more than 10^${maxDigits}`;
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const places = Math.max(0, maxDigits - whole.length - 1);
  if (zeros >= places && whole === "0" && value > 0n) return `less than 10^-${places}`;
  const shown = trimEnd(fraction.slice(0, Math.min(zeros + digits, places)), "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/** One unit of the last digit that a string shows, where that is at most two percent of a limit. */
export function getRounding(stated: unknown, limit: Decimal): Decimal {
  const unit = getLastDigit(stated);
  return unit <= limit / 50n ? unit : 0n;
}

/**
 * The one tolerance: a tenth of a percent of the limit, or the rounding of what the response shows.
 * A limit that the digits of the response can express is not rounded.
 */
function getTolerance(limit: Decimal, stated: readonly unknown[]): Decimal {
  const rounding = stated
    .map((text) => getRounding(text, limit))
    .filter((unit) => unit > 0n && limit % unit !== 0n);
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

/** The digits of a limit that no amount of a response needs to show. */
const limitDigits = 8;

/**
 * Whether an amount reaches a limit of the caller, exactly. Only digits that the response does not
 * show are ignored, and less than one unit of the eighth significant digit of the limit.
 */
export function reaches(amount: Decimal, limit: Decimal, stated: unknown): boolean {
  const shown = getLastDigit(stated);
  const least = powerOfTen(Math.max(0, String(limit).length - limitDigits));
  const hidden = shown < least ? shown : least;
  return amount >= limit || amount + hidden > limit;
}
