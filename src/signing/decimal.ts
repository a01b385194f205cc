import { formatUnits } from "viem/utils";
import { decimalPattern } from "../contract/patterns.js";

/** An exact decimal number: `units / 10 ** places`. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** Longer digits than any amount has: work must stay small whatever an answer holds. */
const longest = 200;

/** Reads a decimal string, or undefined where it is none: no sign, no exponent. */
export function readDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== "string" || value.length > longest || !decimalPattern.test(value)) return undefined;
  const [whole = "", fraction = ""] = value.split(".");
  return { units: BigInt(whole + fraction), places: fraction.length };
}

/** A percentage that a caller gave as a number: as it prints, or as the service rounds it, whichever is more. */
export function decimalOf(value: number): Decimal | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const text = String(value);
  const exact = readDecimal(text.includes("e") ? value.toFixed(20) : text);
  return exact && larger(exact, cutTo(plus(exact, half), 6));
}

/** Below zero where `a` is the smaller one, above zero where it is the larger one. */
export function compare(a: Decimal, b: Decimal): number {
  const [x, y] = alike(a, b);
  return x === y ? 0 : x < y ? -1 : 1;
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const [x, y] = alike(a, b);
  return { units: x + y, places: Math.max(a.places, b.places) };
}

/** Never below zero. */
export function minus(a: Decimal, b: Decimal): Decimal {
  const [x, y] = alike(a, b);
  return { units: x > y ? x - y : 0n, places: Math.max(a.places, b.places) };
}

export function percentage(amount: Decimal, percent: Decimal): Decimal {
  return { units: amount.units * percent.units, places: amount.places + percent.places + 2 };
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, places: a.places + b.places };
}

export function larger(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) < 0 ? b : a;
}

/** Cuts off what lies beyond that many places. */
export function cutTo(value: Decimal, places: number): Decimal {
  return value.places <= places ? value : { units: value.units / 10n ** BigInt(value.places - places), places };
}

/** Without zeros at the end. */
export function printDecimal({ units, places }: Decimal): string {
  return formatUnits(units, places);
}

export const zero: Decimal = { units: 0n, places: 0 };
/** Of a unit in the sixth place: what rounding a percentage or an amount adds at most. */
export const half: Decimal = { units: 5n, places: 7 };
export const hundred: Decimal = { units: 100n, places: 0 };

function alike(a: Decimal, b: Decimal): [bigint, bigint] {
  const places = Math.max(a.places, b.places);
  return [a.units * 10n ** BigInt(places - a.places), b.units * 10n ** BigInt(places - b.places)];
}
