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
  return listUnits(amounts, token, decimalsOf).reduce(
    (sum, [units, rounding]) => sum + units + rounding,
    0n,
  );
}

/** A transfer of a token that stores shares can take up to two units more from the balance. */
const transferRounding = 2n;

/** The sum of what transfers of the amounts may take from a balance. */
export function sumUpTransfers(
  amounts: readonly TokenAmount[],
  token: Address,
  decimalsOf: DecimalsReader,
): bigint {
  return listUnits(amounts, token, decimalsOf).reduce((sum, [units, rounding]) => {
    const isNegligible = units > 1_000_000n * transferRounding;
    return (
      sum + units + (isNegligible && rounding < transferRounding ? transferRounding : rounding)
    );
  }, 0n);
}

function listUnits(
  amounts: readonly TokenAmount[],
  token: Address,
  decimalsOf: DecimalsReader,
): [units: bigint, rounding: bigint][] {
  return amounts
    .filter((entry) => toTokenKey(entry.token) === toTokenKey(token))
    .map((entry) => toUnits(entry, decimalsOf) ?? [0n, 0n]);
}

export function deltaOf({ before = 0n, after = 0n }: Measured): bigint {
  return after - before;
}
