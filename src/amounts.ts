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
  const parsed = amounts.map(parseAmount);
  const most = parsed.reduce((max, { places }) => Math.max(max, places), 0);
  const sum = parsed.reduce((total, amount) => total + rescale(amount, most), 0n);
  return fromUnits(sum, most);
}

function parseAmount(amount: unknown, index: number): DecimalNumber {
  if (typeof amount !== "string")
    throw reject("not_a_string", index, `a value of type ${typeof amount}`);
  const parsed = readDecimal(amount);
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
