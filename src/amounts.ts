import { AmountError } from "./errors/signing.js";
import { type DecimalNumber, fromUnits, readDecimal, rescale } from "./shared/decimal.js";

/**
 * Adds decimal strings exactly, as numbers cannot. The sum has no trailing zeros, and that of
 * nothing is `"0"`. Amounts may be negative, as profits are. Add only amounts of one unit.
 *
 * @throws {AmountError} if an amount is not a decimal string.
 * @example
 * ```ts
 * import { sumAmounts } from "bursar";
 *
 * console.log(sumAmounts(["0.1", "0.2"])); // 0.3
 * ```
 */
export function sumAmounts(amounts: readonly string[]): string {
  return add(amounts.map((amount, index) => parse("sumAmounts", `index ${index}`, amount)));
}

/**
 * Subtracts decimal strings exactly: `from` less `amount`, which may be negative.
 *
 * @throws {AmountError} if an amount is not a decimal string.
 * @example
 * ```ts
 * import { subtractAmounts } from "bursar";
 *
 * console.log(subtractAmounts("0.3", "0.1")); // 0.2
 * ```
 */
export function subtractAmounts(from: string, amount: string): string {
  const [minuend, { units, places }] = parseBoth("subtractAmounts", from, amount);
  return add([minuend, { units: -units, places }]);
}

/**
 * Compares decimal strings exactly: -1 if `a` is less, 1 if it is more, and 0 if both have the same
 * value, such as `"1.50"` and `"1.5"`. It sorts amounts.
 *
 * @throws {AmountError} if an amount is not a decimal string.
 * @example
 * ```ts
 * import { compareAmounts } from "bursar";
 *
 * console.log(["10", "9", "0.95"].sort(compareAmounts)); // [ '0.95', '9', '10' ]
 * ```
 */
export function compareAmounts(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = parseBoth("compareAmounts", a, b);
  const places = Math.max(left.places, right.places);
  const difference = rescale(left, places) - rescale(right, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Multiplies an amount with a factor, such as `"0.995"` for half a percent less. The product is
 * exact, so that it may have more decimals than the token: for an amount to send, pass the token's
 * `decimals`. Further digits are cut off, never rounded up.
 *
 * @throws {AmountError} if an argument is invalid.
 * @example
 * ```ts
 * import { scaleAmount } from "bursar";
 *
 * console.log(scaleAmount("12.34", "0.995")); // 12.2783
 * console.log(scaleAmount("12.34", "0.995", 2)); // 12.27
 * ```
 */
export function scaleAmount(amount: string, factor: string, decimals?: number): string {
  const [left, right] = parseBoth("scaleAmount", amount, factor);
  const places = left.places + right.places;
  const product: DecimalNumber = { units: left.units * right.units, places };
  if (decimals === undefined) return fromUnits(product.units, places);
  if (!(Number.isInteger(decimals) && decimals >= 0 && decimals <= 255))
    throw reject("decimals", "scaleAmount: expected 0 to 255 decimals");
  return fromUnits(rescale(product, decimals), decimals);
}

function add(amounts: readonly DecimalNumber[]): string {
  const most = amounts.reduce((max, { places }) => Math.max(max, places), 0);
  return fromUnits(
    amounts.reduce((total, amount) => total + rescale(amount, most), 0n),
    most,
  );
}

function parseBoth(operation: string, first: unknown, second: unknown) {
  const parsed = [parse(operation, "argument 1", first), parse(operation, "argument 2", second)];
  return parsed as [DecimalNumber, DecimalNumber];
}

/** Does not repeat the value: it may be a secret that was passed by mistake. */
function parse(operation: string, position: string, amount: unknown): DecimalNumber {
  const expected = `${operation}: expected a decimal string such as "1.5" at ${position}`;
  if (typeof amount !== "string")
    throw reject("not_a_string", `${expected}, got a value of type ${typeof amount}`);
  const parsed = readDecimal(amount);
  if (parsed) return parsed;
  throw reject(amount.trim() === "" ? "empty" : "not_a_number", `${expected}, got another string`);
}

function reject(code: AmountError["code"], message: string): AmountError {
  return new AmountError(code, `${message}.`, {
    hint: "Pass amounts as the service returns them.",
  });
}
