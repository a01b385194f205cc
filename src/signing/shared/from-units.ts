import { formatUnits } from "viem/utils";
import { AmountError } from "../../errors/signing.js";
import { formatValue } from "./plain-text.js";
import { assertDecimals } from "./to-units.js";

/**
 * A token's smallest units as a decimal amount, exactly, with no zeros at the end.
 *
 * @throws {AmountError} whose `code` says why.
 * @example
 * ```ts
 * import { fromUnits } from "bursar/signing";
 *
 * console.log(fromUnits(1500000n, 6)); // 1.5
 * ```
 */
export function fromUnits(units: bigint, decimals: number): string {
  assertDecimals(decimals);
  if (typeof units !== "bigint") {
    throw new AmountError(
      "not_a_bigint",
      `units are a bigint, not ${formatValue(units)} of type ${typeof units}`,
      { hint: 'Write BigInt("…").' },
    );
  }
  if (units < 0n)
    throw new AmountError("negative", `the units ${units} are negative`, {
      hint: "Amounts have no sign.",
    });
  return formatUnits(units, decimals);
}
