import type { Fee } from "../../../contract/shared/types.js";
import { type Decimal, formatDecimal, maxDecimal, roundingOf } from "../../shared/decimal.js";
import { isEqual, type ReportProblem } from "../../shared/problems.js";
import { limitGasRounding } from "./check-gas-fee.js";
import { createFeeLimit, type FeeLimit, type FeeTerms, minDecimal } from "./fee-terms.js";
import { isGasFee } from "./is-gas-fee.js";
import { checkFeeToken, parseFee, parseFeeShare } from "./parse-fee.js";

/** Lists have fewer. More roundings could add up to a fee. */
const maxRoundedFees = 8;

interface ListLimits {
  /** The percentage of the service. */
  readonly servicePercent: Decimal;
  readonly gasLimit: FeeLimit | undefined;
}

/**
 * Checks each listed fee, and the sums, because each fee alone could be within its limit. Returns
 * the listed gas.
 */
export function checkFeeList(
  fees: readonly Partial<Fee>[],
  { servicePercent, gasLimit }: ListLimits,
  terms: FeeTerms,
  report: ReportProblem,
): Decimal {
  const { request, projectPercent, extraPercent, paysGasInInput, shareOfInput } = terms;
  const toOthers = new FeeSum();
  const toExtra = new FeeSum();
  const gas = new FeeSum();
  /** Gas in another token, of which only a percentage of the input is stated. */
  const gasShares = new FeeSum();
  for (const [i, fee] of fees.entries()) {
    const path = `fees[${i}]`;
    if (isGasFee(fee, request)) addGas(path, fee);
    else addShare(path, fee);
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
  return gas.total;

  function limitListedRounding(rounding: Decimal): Decimal {
    return limitGasRounding(rounding, gasLimit?.[0] ?? 0n, terms);
  }

  function addGas(path: string, fee: Partial<Fee>): void {
    const rounding = paysGasInInput
      ? terms.getRounding(fee.amount, terms.amountIn)
      : roundingOf(fee.amount);
    const allowance = limitListedRounding(rounding);
    const amount = parseFee(`${path}.amount`, fee.amount, report, gasLimit, allowance) ?? 0n;
    const share = shareOfInput(parseFee(`${path}.percentage`, fee.percentage, report) ?? 0n);
    gas.add(paysGasInInput ? maxDecimal(amount, share) : amount, amount ? allowance : undefined);
    if (!paysGasInInput) gasShares.add(share);
    checkFeeToken(
      `${path}.token`,
      amount + share,
      request.payGasFeeToken,
      fee.token,
      terms,
      report,
    );
  }

  function addShare(path: string, fee: Partial<Fee>): void {
    // The receiver of the extra fee may also receive the project's fee.
    const isExtra = isEqual(fee.toAddress, request.extraFee?.toAddress);
    const maxPercent = projectPercent + (isExtra ? extraPercent : servicePercent);
    const fields = { amount: "amount", percent: "percentage" };
    const parsed = parseFeeShare(path, fee, fields, maxPercent, terms, report);
    const { percent = 0n, percentUnit, amount } = parsed;
    // If amount and percentage differ, or one is missing, the higher one counts.
    const isConsistent = amount >= shareOfInput(maxDecimal(0n, percent - percentUnit));
    const share = amount && isConsistent ? amount : maxDecimal(amount, shareOfInput(percent));
    (isExtra ? toExtra : toOthers).add(share, share ? parsed.allowance : undefined);
    checkFeeToken(`${path}.token`, share, request.tokenIn, fee.token, terms, report);
  }

  function checkSum(
    { total, roundings }: FeeSum,
    [limit, description]: FeeLimit,
    subject = "",
    limitRounding = (rounding: Decimal) => rounding,
  ): void {
    const all = roundings.slice(0, maxRoundedFees).reduce((sum, each) => sum + each, 0n);
    const highest = roundings.reduce(maxDecimal, 0n);
    const rounding = terms.isSmallWorth(all) ? all : minDecimal(all, 3n * highest);
    if (total > limit + limitRounding(rounding))
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
