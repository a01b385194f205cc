import { formatUnits } from "viem/utils";
import { AmountError } from "../../errors/signing.js";
import { formatValue } from "./text/plain-text.js";
import { assertDecimals } from "./to-units.js";

/**
 * Converts a token's smallest units to an exact decimal amount without trailing zeros.
 *
 * @throws {AmountError} if an argument is invalid. Its `code` names the reason.
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
