import type { Address } from "../../contract/shared/primitives.js";
import { isEqual } from "../shared/problems.js";
import { type TokenAmount, toRoundedUnits } from "./expected-changes.js";
import { isNative, type MeasureKind, toTokenKey } from "./measures.js";
import type { Measured } from "./run-simulation.js";

export type DecimalsReader = (token: Address) => number | undefined;

export function createDecimalsReader(measured: readonly Measured[]): DecimalsReader {
  return (token) => {
    if (isNative(token)) return 18;
    const read = (kind: MeasureKind) => {
      const entry = measured.find((each) => each.kind === kind && isEqual(each.token, token));
      return entry?.before ?? entry?.after;
    };
    const decimals = read("decimals");
    if (decimals === undefined && read("isNft") === 1n) return 0;
    return decimals !== undefined && decimals <= 255n ? Number(decimals) : undefined;
  };
}

/** Undefined if the amount is malformed, or the decimals of the token are not known. */
export function toUnits(
  { token, amount }: TokenAmount,
  decimalsOf: DecimalsReader,
): [units: bigint, rounding: bigint] | undefined {
  const decimals = decimalsOf(token);
  return decimals === undefined ? undefined : toRoundedUnits(amount, decimals);
}

/** A transfer of a token that stores shares can take up to two units more from the balance. */
export const transferRounding = 2n;

/**
 * The sum of the amounts of one token, each with what rounding may have taken from it: at least
 * `leastRounding`, where that is negligible.
 */
export function sumUp(
  amounts: readonly TokenAmount[],
  token: Address,
  decimalsOf: DecimalsReader,
  leastRounding = 0n,
): bigint {
  return amounts
    .filter((entry) => toTokenKey(entry.token) === toTokenKey(token))
    .reduce((sum, entry) => {
      const [units, rounding] = toUnits(entry, decimalsOf) ?? [0n, 0n];
      const isNegligible = units > 1_000_000n * leastRounding;
      const isRaised = isNegligible && rounding < leastRounding;
      return sum + units + (isRaised ? leastRounding : rounding);
    }, 0n);
}

export function deltaOf({
  before = 0n,
  after = 0n,
}: Partial<Pick<Measured, "before" | "after">>): bigint {
  return after - before;
}
