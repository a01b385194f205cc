import { type Decimal, maxDecimal, maxRoundingError, roundingOf } from "../../shared/decimal.js";
import type { ReportProblem } from "../../shared/problems.js";
import { type FeeEntry, getHigherShare } from "./fee-table.js";
import { createFeeLimit, type FeeTerms } from "./fee-terms.js";
import { reportExcess } from "./report-fees.js";

/** A share of the input, which is stated in percent and as an amount. */
export interface FeeShare {
  readonly percent: Decimal | undefined;
  /** What rounding may have removed from the percentage. */
  readonly percentRounding: Decimal;
  readonly cost: Decimal;
  /** By how much rounding may exceed the amount's limit. */
  readonly allowance: Decimal;
}

/** Reports a share above `maxPercent`. */
export function checkFeeShare(
  { amount, percent }: FeeEntry,
  maxPercent: Decimal,
  terms: FeeTerms,
  report: ReportProblem,
): FeeShare {
  // Rounding never makes a fee of none.
  const percentRounding = maxPercent ? roundingOf(percent.stated) : 0n;
  const rounding = maxDecimal(maxRoundingError, percentRounding);
  reportExcess(percent, createFeeLimit(maxPercent, "%"), rounding, report);
  const maximum = terms.shareOfInput(maxPercent);
  const allowance = terms.getRounding(amount.stated, maximum);
  reportExcess(amount, createFeeLimit(maximum), allowance, report);
  const { value } = percent;
  const isRounded = maxPercent && value && value > maxPercent && value <= maxPercent + rounding;
  // A rounded percentage stands for the exact one.
  const exact = isRounded ? maxPercent : value;
  const cost = getHigherShare(amount.value, exact, percentRounding, terms.amountIn);
  return { percent: exact, percentRounding, cost, allowance };
}
