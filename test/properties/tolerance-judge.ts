import { Rational, readDecimal, readUnit, toRational } from "./rational.js";

const most = toRational("1.001");
const least = toRational("0.999");
const twoPercent = toRational(2);
const ten = toRational(10);
/** A number of at least this many units has eight digits. */
const tenMillion = toRational("1e7");

/** A unit counts if it is at most two percent of what it rounds. */
const counts = (unit: Rational | undefined, amount: Rational): unit is Rational =>
  unit !== undefined && !unit.isAbove(amount.percent(twoPercent));

/**
 * Whether a stated amount is at most a limit, but for a difference of 0.1 %, or of one unit of its
 * last digit if the request has more digits.
 */
export function isAtMost(
  stated: Rational,
  limit: Rational,
  statedText: string,
  requested: string,
): boolean {
  if (!stated.isAbove(limit.times(most))) return true;
  const unit = readUnit(statedText);
  const asked = toRational(requested);
  if (!counts(unit, asked) || asked.isMultipleOf(unit)) return false;
  return !stated.isAbove(asked.plus(unit));
}

/**
 * Whether a stated minimum is at least a share of an amount, but for a difference of 0.1 %, or of
 * one unit of the last digit of the minimum or of the amount.
 */
export function isAtLeast(
  minimum: Rational,
  amount: Rational,
  percent: Rational,
  texts: { minimum: string; expected?: string },
): boolean {
  const limit = amount.percent(percent);
  if (!minimum.isBelow(limit.times(least))) return true;
  const unit = readUnit(texts.minimum);
  if (counts(unit, limit) && !limit.isMultipleOf(unit) && !minimum.isBelow(limit.minus(unit)))
    return true;
  const unitOfAmount = readUnit(texts.expected);
  if (!counts(unitOfAmount, limit)) return false;
  return !minimum.isBelow(amount.minus(unitOfAmount).percent(percent));
}

/**
 * Whether a stated minimum reaches the caller's own one. Only digits that the response does not
 * show are ignored, behind the eighth significant one.
 */
export function reachesOwnMinimum(stated: unknown, own: string): boolean {
  const minimum = readDecimal(stated) ?? Rational.zero;
  const limit = toRational(own);
  const shown = readUnit(stated);
  if (!shown || !minimum.isBelow(limit)) return !minimum.isBelow(limit);
  let unit = new Rational(1n);
  while (limit.over(unit).isBelow(tenMillion)) unit = unit.over(ten);
  const seen = shown.isBelow(unit) ? shown : unit;
  const { numerator, denominator } = limit.over(seen);
  return !minimum.isBelow(new Rational(numerator / denominator).times(seen));
}
