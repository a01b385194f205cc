import type { SwapQuote } from "../../../contract/swap/types.js";
import { formatDecimal, roundingOf } from "../../shared/decimal.js";
import type { ReportProblem } from "../../shared/problems.js";
import { isSameToken } from "../same-token.js";
import { getGasWorthLimit } from "../worth.js";
import type { FeeTable } from "./fee-table.js";
import { createFeeLimit, type FeeLimit, type FeeTerms } from "./fee-terms.js";
import { describeComparable, reportExcess } from "./report-fees.js";

/**
 * Checks the estimated gas against the caller's limit, or else against a quarter of the input.
 * Returns the limit of listed gas.
 */
export function checkGasFee(
  quote: SwapQuote,
  { gas, deductsGas, amountIn }: FeeTable,
  terms: FeeTerms,
  report: ReportProblem,
): FeeLimit | undefined {
  const { request, ownGasLimit } = terms;
  const { cost, maximum, estimate, token } = gas;
  const limit = getGasLimit(quote, terms);
  const reportGas = (expected: string, actual: unknown) =>
    report("fee", maximum.path, expected, actual);
  if (!isSameToken(request.payGasFeeToken, token, request.chainIdIn)) {
    const stated = maximum.value || estimate.value;
    report("fee_token", "estimatedGasFees.payGasFeeToken", request.payGasFeeToken, token);
    if (stated)
      return reportGas(describeComparable(request.payGasFeeToken), formatDecimal(stated)) ?? limit;
  }
  if (maximum.value !== undefined) {
    const rounding = terms.limitGasRounding(roundingOf(maximum.stated), maximum.value);
    reportExcess(estimate, createFeeLimit(maximum.value), rounding, report);
  }
  // With the option maxGasFee, the quote must state the gas cost.
  if (cost === undefined && ownGasLimit && gas.listed === undefined)
    reportGas(ownGasLimit[1], cost);
  if (cost === undefined) return limit;
  if (limit && cost > limit[0]) reportGas(limit[1], formatDecimal(cost));
  if (deductsGas && cost >= amountIn)
    reportGas(`less than the amount, ${request.amountIn}`, formatDecimal(cost));
  return limit && cost >= limit[0] ? limit : createFeeLimit(cost);
}

/** Gas in another token than the input is limited by its stated worth only. */
function getGasLimit(
  quote: SwapQuote,
  { ownGasLimit, paysGasInInput, quarterOfInput }: FeeTerms,
): FeeLimit | undefined {
  if (ownGasLimit) return ownGasLimit;
  const more = "pass maxGasFee to allow more";
  if (paysGasInInput) return createFeeLimit(quarterOfInput, ` (25%: ${more})`);
  const limit = getGasWorthLimit(quote);
  if (limit === undefined) return undefined;
  return createFeeLimit(limit, ` (25% of the stated worth: ${more})`);
}
