import { AmountError } from "./errors/signing.js";
import { parseDecimal } from "./shared/decimal.js";
import { trimEnd } from "./shared/trim-end.js";

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
  const parsed = amounts.map(parseAmount);
  const places = parsed.reduce((most, { fraction }) => Math.max(most, fraction.length), 0);
  const units = parsed.reduce(
    (sum, { sign, whole, fraction }) =>
      sum + BigInt(`${whole}${fraction.padEnd(places, "0")}`) * (sign === "-" ? -1n : 1n),
    0n,
  );
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const rest = trimEnd(digits.slice(digits.length - places), "0");
  const whole = digits.slice(0, digits.length - places);
  return `${units < 0n ? "-" : ""}${whole}${rest === "" ? "" : `.${rest}`}`;
}

function parseAmount(amount: unknown, index: number) {
  if (typeof amount !== "string")
    throw reject("not_a_string", index, `a value of type ${typeof amount}`);
  const parsed = parseDecimal(amount);
  if (!parsed)
    throw reject(amount.trim() === "" ? "empty" : "not_a_number", index, "another string");
  return parsed;
}

/** Does not repeat the value: it may be a secret that was passed by mistake. */
function reject(code: AmountError["code"], index: number, received: string): AmountError {
  return new AmountError(
    code,
    `sumAmounts: expected a decimal string such as "1.5" at index ${index}, got ${received}.`,
    { hint: "Pass amounts as the service returns them." },
  );
}
