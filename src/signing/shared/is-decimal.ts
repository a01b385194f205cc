import { decimalPattern } from "../../shared/patterns.js";

/** The most decimals an ERC-20 token can have. Also limits the length of untrusted amounts. */
export const decimalPlaces = 255;

/** Whether a value is a decimal string without sign or exponent. */
export function isDecimal(value: unknown): value is string {
  return typeof value === "string" && value.length <= decimalPlaces && decimalPattern.test(value);
}
