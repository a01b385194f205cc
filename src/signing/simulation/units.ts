import type { Address } from "../../contract/shared/primitives.js";
import { isEqual } from "../shared/problems.js";
import { type TokenAmount, toRoundedUnits } from "./expected-changes.js";
import { isNative, toTokenKey } from "./measures.js";
import type { Measured } from "./run-simulation.js";
import { NotSimulated } from "./simulation-problems.js";

export type DecimalsReader = (token: Address) => number | undefined;

export function createDecimalsReader(measured: readonly Measured[]): DecimalsReader {
  return (token) => {
    if (isNative(token)) return 18;
    const entry = measured.find(
      (candidate) => candidate.kind === "decimals" && isEqual(candidate.token, token),
    );
    const decimals = entry?.before ?? entry?.after;
    return decimals !== undefined && decimals <= 255n ? Number(decimals) : undefined;
  };
}

/** Undefined if the amount is malformed. */
export function toUnits(
  { token, amount }: TokenAmount,
  decimalsOf: DecimalsReader,
): [units: bigint, rounding: bigint] | undefined {
  const decimals = decimalsOf(token);
  if (decimals === undefined)
    throw new NotSimulated("simulate", `decimals() of ${token}`, "no such function");
  return toRoundedUnits(amount, decimals);
}

/** The sum of the amounts of one token, each with what rounding may have taken from it. */
export function sumUp(
  amounts: readonly TokenAmount[],
  token: Address,
  decimalsOf: DecimalsReader,
): bigint {
  let sum = 0n;
  for (const entry of amounts) {
    if (toTokenKey(entry.token) !== toTokenKey(token)) continue;
    const [units, rounding] = toUnits(entry, decimalsOf) ?? [0n, 0n];
    sum += units + rounding;
  }
  return sum;
}

export function deltaOf({ before = 0n, after = 0n }: Measured): bigint {
  return after - before;
}
