import type { Address } from "../../../contract/shared/primitives.js";
import {
  addUp,
  type Decimal,
  getUnit,
  maxDecimal,
  minDecimal,
  parseDecimal,
} from "../../shared/decimal.js";
import { isEqual } from "../../shared/problems.js";
import type { TokenAmount } from "../expected-changes.js";
import { isNative, type MeasureKind, toTokenKey } from "../measure/measures.js";
import type { Measured } from "../measure/run-simulation.js";

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

/** Rounded down. Undefined if the amount is malformed, or the token's decimals are not known. */
export function toUnits(
  { token, amount }: TokenAmount,
  decimalsOf: DecimalsReader,
): bigint | undefined {
  const decimals = decimalsOf(token);
  const value = parseDecimal(amount);
  return decimals === undefined || value === undefined ? undefined : value / getUnit(decimals);
}

/** The least that a stated amount allows, with what rounding may have added to it. */
export function toLeastUnits(
  { token, amount }: TokenAmount,
  decimalsOf: DecimalsReader,
): bigint | undefined {
  const decimals = decimalsOf(token);
  const stated = decimals === undefined ? undefined : readStated(amount, decimals);
  if (decimals === undefined || !stated) return undefined;
  const unit = getUnit(decimals);
  const least = stated.value - stated.rounding;
  const [units, fraction] = [least / unit, least % unit];
  return fraction === 0n || isNegligible(fraction, least) ? units : units + 1n;
}

/** The most that a stated amount allows, with what rounding may have taken from it. */
export function toMostUnits(amount: string, decimals: number): bigint | undefined {
  const stated = readStated(amount, decimals);
  return stated && limitOf(stated.value + stated.rounding, decimals);
}

/**
 * The most gas that a stated amount allows. Gas is often less than 100 units of its token, and can
 * be rounded up. A unit of a token with fewer decimals can be valuable.
 */
export function toMostGas(gas: TokenAmount, decimalsOf: DecimalsReader): bigint {
  const decimals = decimalsOf(gas.token);
  const stated = decimals === undefined ? undefined : readStated(gas.amount, decimals);
  if (decimals === undefined || !stated) return 0n;
  const most = stated.value + stated.rounding;
  const unit = getUnit(decimals);
  return decimals < 2 ? limitOf(most, decimals) : (most + unit - 1n) / unit;
}

/** A transfer of a token that stores shares can take up to two units more from the balance. */
export const transferRounding = 2n;

/**
 * The most that the amounts of one token allow together, each with what rounding may have taken
 * from it: at least `leastRounding` units, where that is negligible.
 */
export function sumUp(
  amounts: readonly TokenAmount[],
  token: Address,
  decimalsOf: DecimalsReader,
  leastRounding = 0n,
): bigint {
  const decimals = decimalsOf(token);
  if (decimals === undefined) return 0n;
  const least = leastRounding * getUnit(decimals);
  const sum = amounts
    .filter((entry) => toTokenKey(entry.token) === toTokenKey(token))
    .map(({ amount }) => {
      const { value, rounding } = readStated(amount, decimals) ?? { value: 0n, rounding: 0n };
      return value + (value > 1_000_000n * least ? maxDecimal(rounding, least) : rounding);
    });
  // Rounded once: many small amounts must not become many units.
  return limitOf(addUp(sum), decimals);
}

/** A stated amount, and how much the service may have rounded it. */
interface StatedAmount {
  readonly value: Decimal;
  /** One unit of the last place, but at most 1% and one millionth of a token. */
  readonly rounding: Decimal;
}

function readStated(amount: string, decimals: number): StatedAmount | undefined {
  const value = parseDecimal(amount);
  if (value === undefined) return undefined;
  const places = amount.split(".")[1]?.length ?? 0;
  if (places >= decimals) return { value, rounding: 0n };
  const unitOfLastPlace = getUnit(Math.max(places, Math.min(6, decimals)));
  return { value, rounding: minDecimal(unitOfLastPlace, value / 100n) };
}

/** An amount can have more digits than its token. Then one unit more is allowed, if negligible. */
function limitOf(amount: Decimal, decimals: number): bigint {
  const unit = getUnit(decimals);
  const [units, fraction] = [amount / unit, amount % unit];
  return fraction > 0n && isNegligible(unit - fraction, amount) ? units + 1n : units;
}

const isNegligible = (difference: Decimal, amount: Decimal) => 100n * difference <= amount;

export function deltaOf({
  before = 0n,
  after = 0n,
}: Partial<Pick<Measured, "before" | "after">>): bigint {
  return after - before;
}
