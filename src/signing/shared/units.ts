import { AmountError, type AmountErrorCode } from "../../errors/signing.js";
import { fromUnits as formatUnits } from "../../shared/decimal.js";
import { trimEnd } from "../../shared/trim-end.js";
import { formatValue } from "./plain-text.js";

/**
 * Converts a decimal amount to a token's smallest units without rounding. Trailing zeros are
 * ignored. An amount with more decimals than the token is rejected. Numbers, exponents, signs and
 * separators are rejected too.
 *
 * @throws AmountError if an argument is invalid. Its `code` names the reason.
 * @example
 * ```ts
 * import { toUnits } from "bursar/signing";
 *
 * console.log(toUnits("1.5", 6)); // 1500000n
 * ```
 */
export function toUnits(amount: string, decimals: number): bigint {
  assertDecimals("toUnits", decimals);
  const reject = (code: AmountErrorCode, reason: string): never => {
    throw new AmountError(code, `toUnits: the amount ${formatValue(amount)} ${reason}.`, {
      hint: 'Write the amount as a decimal string such as "1.5".',
    });
  };
  if (typeof amount !== "string")
    return reject("not_a_string", `has type ${typeof amount}, not string: numbers lose digits`);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) {
    if (amount.trim() === "") return reject("empty", "is empty");
    if (/^[-\u2212]/.test(amount)) return reject("negative", "is negative");
    if (/^[+]?[\d.]+e[+-]?\d+$/i.test(amount)) return reject("exponent", "has an exponent");
    if (/^\d[\d.]*[,_' \u00a0\u202f]/.test(amount))
      return reject("separator", "has a separator other than one decimal point");
    return reject("not_a_number", "is not a decimal number");
  }
  const fraction = trimEnd(match[2] ?? "", "0");
  if (fraction.length > decimals) {
    const reason = `has ${fraction.length} decimals, but the token has ${decimals}`;
    return reject("too_many_decimals", reason);
  }
  return BigInt(`${match[1]}${fraction.padEnd(decimals, "0")}`);
}

/** An ERC-20 token has 0 to 255 decimals. */
export function assertDecimals(operation: string, decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= 255) return;
  const message = `${operation}: expected 0 to 255 decimals, got ${formatValue(decimals)}.`;
  throw new AmountError("decimals", message, {
    hint: "Take the decimals from the token's record. Never guess them.",
  });
}

/**
 * Converts a token's smallest units to an exact decimal amount without trailing zeros.
 *
 * @throws AmountError if an argument is invalid. Its `code` names the reason.
 * @example
 * ```ts
 * import { fromUnits } from "bursar/signing";
 *
 * console.log(fromUnits(1500000n, 6)); // 1.5
 * ```
 */
export function fromUnits(units: bigint, decimals: number): string {
  assertDecimals("fromUnits", decimals);
  if (typeof units !== "bigint") {
    const message = `fromUnits: expected a bigint, got ${formatValue(units)} of type ${typeof units}.`;
    throw new AmountError("not_a_bigint", message, { hint: 'Write BigInt("…").' });
  }
  if (units < 0n) {
    const message = `fromUnits: expected units ≥ 0, got ${units}.`;
    throw new AmountError("negative", message, { hint: "Pass an amount without a sign." });
  }
  return formatUnits(units, decimals);
}
