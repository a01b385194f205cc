import {
  addUp,
  type Decimal,
  formatDecimal,
  maxDecimal,
  roundingOf,
} from "../../shared/decimal.js";
import { isEqual, type ReportProblem } from "../../shared/problems.js";
import { checkFeeShare, type FeeShare } from "./check-fee-share.js";
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

/** What is charged, and by how much rounding may exceed its limit. */
type Charge = Pick<FeeShare, "cost" | "allowance">;

/** Checks each listed fee, and the sums, because each fee alone could be within its limit. */
export function checkFeeList(
  entries: readonly FeeEntry[],
  { servicePercent, gasLimit }: ListLimits,
  terms: FeeTerms,
  report: ReportProblem,
): void {
  const { request, projectPercent, extraPercent, paysGasInInput, shareOfInput } = terms;
  const toOthers: Charge[] = [];
  const toExtra: Charge[] = [];
  const gas: Charge[] = [];
  /** Gas in another token, of which only a percentage of the input is stated. */
  const gasShares: Charge[] = [];
  for (const entry of entries) {
    const expected = entry.isGas ? request.payGasFeeToken : request.tokenIn;
    if (!reportOtherToken([entry], expected, report)) continue;
    if (entry.isGas) addGas(entry);
    else addShare(entry);
  }
  const maxToOthers = projectPercent + servicePercent;
  checkSum(toOthers, createFeeLimit(shareOfInput(maxToOthers)));
  if (toExtra.length > 0) {
    const maxTotal = shareOfInput(maxToOthers + extraPercent);
    checkSum([...toOthers, ...toExtra], createFeeLimit(maxTotal));
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
    gas.push({ cost: cost ?? amount.value ?? 0n, allowance: amount.value ? allowance : 0n });
    if (paysGasInInput || !percent.value) return;
    gasShares.push({ cost: shareOfInput(percent.value), allowance: 0n });
    if (terms.ownGasLimit && !amount.value)
      report("fee", percent.path, `${terms.ownGasLimit[1]}, as an amount`, percent.stated);
  }

  function addShare(entry: FeeEntry): void {
    // The receiver of the extra fee may also receive the project's fee.
    const isExtra = isEqual(entry.receiver, request.extraFee?.toAddress);
    const maxPercent = projectPercent + (isExtra ? extraPercent : servicePercent);
    const share = checkFeeShare(entry, maxPercent, terms, report);
    if (share.cost) (isExtra ? toExtra : toOthers).push(share);
  }

  function checkSum(
    charges: readonly Charge[],
    [limit, description]: FeeLimit,
    subject = "",
    limitRounding = terms.limitRounding,
  ): void {
    const total = addUp(charges.map(({ cost }) => cost));
    const allowances = charges.map(({ allowance }) => allowance).filter(Boolean);
    const rounding = limitRounding(addUp(allowances.slice(0, maxRoundedFees)));
    // Each alone is within its own limit.
    const highest = allowances.reduce(maxDecimal, rounding);
    if (total > limit + highest)
      report("fee", "fees", `${description}${subject} in total`, formatDecimal(total));
  }
}
