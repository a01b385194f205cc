import { AmountError, type AmountErrorCode } from "../../errors/signing.js";
import { formatValue } from "./plain-text.js";

/**
 * A decimal amount in a token's smallest units, exactly. Nothing is rounded: an amount with more decimals than the token has is
 * refused, and so are numbers, exponents, signs and separators. Zeros at the end do not count.
 *
 * @throws {AmountError} whose `code` says why.
 * @example
 * ```ts
 * import { toUnits } from "bursar/signing";
 *
 * console.log(toUnits("1.5", 6)); // 1500000n
 * ```
 */
export function toUnits(amount: string, decimals: number): bigint {
  assertDecimals(decimals);
  const refuse = (code: AmountErrorCode, why: string): never => {
    throw new AmountError(code, `the amount ${formatValue(amount)} ${why}`, {
      hint: 'Write it as a decimal string such as "1.5".',
    });
  };
  if (typeof amount !== "string")
    return refuse("not_a_string", `is of type ${typeof amount}, not a string: numbers lose digits`);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) {
    if (amount.trim() === "") return refuse("empty", "is empty");
    if (/^[-\u2212]/.test(amount)) return refuse("negative", "is negative");
    if (/^[+]?[\d.]+e[+-]?\d+$/i.test(amount)) return refuse("exponent", "has an exponent");
    if (/^\d[\d.]*[,_' \u00a0\u202f]/.test(amount))
      return refuse("separator", "has a separator: only a point before the decimals is understood");
    return refuse("not_a_number", "is not a decimal number");
  }
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > decimals) {
    return refuse(
      "too_many_decimals",
      `has ${fraction.length} decimals, and the token has ${decimals}: it would have to be rounded`,
    );
  }
  return BigInt(`${match[1]}${fraction.padEnd(decimals, "0")}`);
}

/** An ERC-20 token has 0 to 255 decimals. */
export function assertDecimals(decimals: number): void {
  if (
    typeof decimals === "number" &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= 255
  )
    return;
  throw new AmountError("decimals", `a token has 0 to 255 decimals, not ${formatValue(decimals)}`, {
    hint: "Take them from the token's listing; never guess them.",
  });
}
