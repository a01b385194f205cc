import { trimEnd } from "./trim-end.js";

/** An exact decimal number: `units` of 10^-`places`. */
export interface DecimalNumber {
  readonly units: bigint;
  readonly places: number;
}

// Not `**`: some compilers turn it into Math.pow().
export const powerOfTen = (exponent: number): bigint => BigInt("1".padEnd(exponent + 1, "0"));

/** Returns undefined for text that is no decimal number. */
export function readDecimal(text: string): DecimalNumber | undefined {
  // The service may write an exponent. A larger one than of any token would exhaust the memory.
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([-+]?\d{1,2}))?$/i.exec(text);
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const units = BigInt(whole + fraction);
  const places = fraction.length - Number(exponent);
  return places < 0 ? { units: units * powerOfTen(-places), places: 0 } : { units, places };
}

/** Units of 10^-`places`. Further digits are cut off. */
export function rescale(number: DecimalNumber, places: number): bigint {
  const added = places - number.places;
  return added < 0 ? number.units / powerOfTen(-added) : number.units * powerOfTen(added);
}

export function isLessThan(a: DecimalNumber, b: DecimalNumber): boolean {
  const places = Math.max(a.places, b.places);
  return rescale(a, places) < rescale(b, places);
}

/** Converts a decimal string to units of 10^-`places`. Further digits are cut off. */
export function toUnits(text: string, places: number): bigint {
  return rescale(readDecimal(text) as DecimalNumber, places);
}

/** Formats all digits of units of 10^-`places`, without trailing zeros. */
export function fromUnits(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = trimEnd(digits.slice(digits.length - places), "0");
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Formats a number with all its digits and no exponent, such as 1e-7 as `0.0000001`. */
export function formatNumber(value: number): string {
  const [digits = "", exponent] = String(value).split("e");
  if (exponent === undefined) return digits;
  const [whole = "", fraction = ""] = digits.split(".");
  const units = BigInt(whole + fraction);
  const places = fraction.length - Number(exponent);
  return places < 0 ? String(units * powerOfTen(-places)) : fromUnits(units, places);
}
