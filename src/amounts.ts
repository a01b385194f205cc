import { AmountError } from "./errors/signing.js";
import { fromUnits, readDecimal, rescale } from "./shared/decimal.js";

/**
 * Adds decimal strings exactly, as numbers cannot. The sum has no trailing zeros, and that of
 * nothing is `"0"`. Amounts may be negative, as profits are. Add only amounts of one unit.
 *
 * @throws AmountError if an amount is not a decimal string.
 * @example
 * ```ts
 * import { sumAmounts } from "bursar";
 *
 * console.log(sumAmounts(["0.1", "0.2"])); // 0.3
 * ```
 */
export function sumAmounts(amounts: readonly string[]): string {
  const { units, places } = align("sumAmounts", amounts);
  const sum = units.reduce((total, each) => total + each, 0n);
  return fromUnits(sum, places);
}

/**
 * Subtracts decimal strings exactly: `from` less `amount`. Otherwise as `sumAmounts`.
 *
 * @example
 * ```ts
 * import { subtractAmounts } from "bursar";
 *
 * console.log(subtractAmounts("0.3", "0.1")); // 0.2
 * ```
 */
export function subtractAmounts(from: string, amount: string): string {
  const { units, places } = align("subtractAmounts", [from, amount]);
  return fromUnits(
    units.reduce((left, right) => left - right),
    places,
  );
}

/**
 * Compares decimal strings by value, to sort them: returns -1 if `a` is less, 1 if it is more.
 *
 * @example
 * ```ts
 * import { compareAmounts } from "bursar";
 *
 * console.log(["10", "9", "0.95"].sort(compareAmounts)); // [ '0.95', '9', '10' ]
 * ```
 */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  const { units } = align("compareAmounts", [a, b]);
  const difference = units.reduce((left, right) => left - right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Multiplies an amount with a factor, such as `"0.995"` for half a percent less. The product is
 * exact and may have more decimals than a token. Pass the token's `decimals` to cut them off,
 * towards zero: an amount that is sent needs it.
 *
 * @throws AmountError if an argument is invalid.
 * @example
 * ```ts
 * import { scaleAmount } from "bursar";
 *
 * console.log(scaleAmount("12.34", "0.995")); // 12.2783
 * console.log(scaleAmount("12.34", "0.995", 2)); // 12.27
 * ```
 */
export function scaleAmount(amount: string, factor: string, decimals?: number): string {
  const { units, places } = align("scaleAmount", [amount, factor]);
  const product = { units: units.reduce((left, right) => left * right), places: 2 * places };
  const kept = decimals ?? product.places;
  if (!(Number.isInteger(kept) && kept >= 0 && (decimals === undefined || kept <= 255)))
    reject("decimals", "scaleAmount: expected 0 to 255 decimals");
  return fromUnits(rescale(product, kept), kept);
}

/** Returns the amounts as units of 10^-`places`. */
function align(operation: string, amounts: readonly unknown[]) {
  const parsed = amounts.map((amount, index) => {
    const expected = `${operation}: expected a decimal string such as "1.5" at index ${index}`;
    if (typeof amount !== "string")
      reject("not_a_string", `${expected}, got a value of type ${typeof amount}`);
    const code = amount.trim() === "" ? "empty" : "not_a_number";
    return readDecimal(amount) ?? reject(code, `${expected}, got another string`);
  });
  const places = parsed.reduce((max, each) => Math.max(max, each.places), 0);
  return { units: parsed.map((each) => rescale(each, places)), places };
}

/** Does not repeat a value: it may be a secret that was passed by mistake. */
function reject(code: AmountError["code"], message: string): never {
  throw new AmountError(code, `${message}.`, { hint: "Pass amounts as the service returns them." });
}
