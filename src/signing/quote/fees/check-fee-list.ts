import { type Decimal, formatDecimal, maxDecimal, roundingOf } from "../../shared/decimal.js";
import { isEqual, type ReportProblem } from "../../shared/problems.js";
import { checkFeeShare } from "./check-fee-share.js";
import type { FeeEntry } from "./fee-table.js";
import { createFeeLimit, type FeeLimit, type FeeTerms } from "./fee-terms.js";
import { reportExcess, reportOtherToken } from "./report-fees.js";

/** Lists have fewer. More roundings could add up to a fee. */
const maxRoundedFees = 8;

interface ListLimits {
  /** The percentage of the service. */
  readonly servicePercent: Decimal;
  readonly gasLimit: FeeLimit | undefined;
}

/** Checks each listed fee, and the sums, because each fee alone could be within its limit. */
export function checkFeeList(
  entries: readonly FeeEntry[],
  { servicePercent, gasLimit }: ListLimits,
  terms: FeeTerms,
  report: ReportProblem,
): void {
  const { request, projectPercent, extraPercent, paysGasInInput, shareOfInput } = terms;
  const toOthers = new FeeSum();
  const toExtra = new FeeSum();
  const gas = new FeeSum();
  /** Gas in another token, of which only a percentage of the input is stated. */
  const gasShares = new FeeSum();
  for (const entry of entries) {
    const expected = entry.isGas ? request.payGasFeeToken : request.tokenIn;
    if (!reportOtherToken([entry], expected, report)) continue;
    if (entry.isGas) addGas(entry);
    else addShare(entry);
  }
  const maxToOthers = projectPercent + servicePercent;
  checkSum(toOthers, createFeeLimit(shareOfInput(maxToOthers)));
  if (toExtra.total) {
    const maxTotal = shareOfInput(maxToOthers + extraPercent);
    checkSum(toOthers.plus(toExtra), createFeeLimit(maxTotal));
  }
  if (gasLimit) checkSum(gas, gasLimit, " of gas", limitListedRounding);
  // A percentage of the input cannot be converted to another gas token. It is never this high.
  checkSum(gasShares, createFeeLimit(terms.quarterOfInput), " of gas");

  function limitListedRounding(rounding: Decimal): Decimal {
    return terms.limitGasRounding(rounding, gasLimit?.[0] ?? 0n);
  }

  function addGas({ amount, percent, cost }: FeeEntry): void {
    const rounding = paysGasInInput
      ? terms.getRounding(amount.stated, terms.amountIn)
      : roundingOf(amount.stated);
    const allowance = limitListedRounding(rounding);
    if (gasLimit) reportExcess(amount, gasLimit, allowance, report);
    gas.add(cost ?? amount.value ?? 0n, amount.value ? allowance : undefined);
    if (paysGasInInput || !percent.value) return;
    gasShares.add(shareOfInput(percent.value));
    if (terms.ownGasLimit && !amount.value)
      report("fee", percent.path, `${terms.ownGasLimit[1]}, as an amount`, percent.stated);
  }

  function addShare(entry: FeeEntry): void {
    // The receiver of the extra fee may also receive the project's fee.
    const isExtra = isEqual(entry.receiver, request.extraFee?.toAddress);
    const maxPercent = projectPercent + (isExtra ? extraPercent : servicePercent);
    const { cost, allowance } = checkFeeShare(entry, maxPercent, terms, report);
    (isExtra ? toExtra : toOthers).add(cost, cost ? allowance : undefined);
  }

  function checkSum(
    { total, roundings }: FeeSum,
    [limit, description]: FeeLimit,
    subject = "",
    limitRounding = terms.limitRounding,
  ): void {
    const rounding = roundings.slice(0, maxRoundedFees).reduce((sum, each) => sum + each, 0n);
    const highest = roundings.reduce(maxDecimal, 0n);
    if (total > limit + maxDecimal(limitRounding(rounding), highest))
      report("fee", "fees", `${description}${subject} in total`, formatDecimal(total));
  }
}

/** A sum of fees, and by how much rounding may exceed each. */
class FeeSum {
  total: Decimal = 0n;
  roundings: Decimal[] = [];

  add(fee: Decimal, rounding?: Decimal): void {
    this.total += fee;
    if (rounding !== undefined) this.roundings.push(rounding);
  }

  plus(other: FeeSum): FeeSum {
    const sum = new FeeSum();
    sum.total = this.total + other.total;
    sum.roundings = [...this.roundings, ...other.roundings];
    return sum;
  }
}
