import type { SwapQuote, SwapQuoteRequest } from "../../../contract/swap/types.js";
import { formatDecimal, roundingOf } from "../../shared/decimal.js";
import { isMissing, type ReportProblem } from "../../shared/problems.js";
import { isSameToken } from "../../shared/same-token.js";
import { getGasWorth, getGasWorthLimit } from "../worth.js";
import type { FeeTable } from "./fee-table.js";
import { createFeeLimit, type FeeLimit, type FeeTerms } from "./fee-terms.js";
import { describeComparable, reportExcess } from "./report-fees.js";

/**
 * Checks the estimated gas against the caller's limit, or else against a quarter of the input.
 * Returns the limit of listed gas.
 */
export function checkGasFee(
  quote: SwapQuote,
  table: FeeTable,
  terms: FeeTerms,
  report: ReportProblem,
): FeeLimit | undefined {
  const { request, ownGasLimit } = terms;
  const { gas, deductsGas, amountIn } = table;
  const { cost, maximum, estimate, token } = gas;
  const limit = getGasLimit(quote, terms);
  if (!limit && isGasCharged(table)) reportUnknownWorth(quote, request, report);
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

/** Whether any gas is stated in the token that the request names for it. */
function isGasCharged({ gas: { cost, maximum, estimate }, listed }: FeeTable): boolean {
  // The cost is known only in that token.
  const estimated = cost === undefined ? [] : [maximum, estimate];
  const entries = listed.filter(({ isGas, isExpected }) => isGas && isExpected);
  return [...estimated, ...entries.map(({ amount }) => amount)].some(({ value }) => value);
}

/** Without the worth of both, gas in another token than the input has no limit. */
function reportUnknownWorth(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  report: ReportProblem,
): undefined {
  const [, worth] = getGasWorth(quote);
  const more = "(or pass maxGasFee)";
  if (!worth) {
    const { gasFeeTokenAmountUSD } = Object(quote.estimatedGasFees) as Record<string, unknown>;
    const expected = `the worth of the stated gas in US dollars, above zero ${more}`;
    const path = "estimatedGasFees.gasFeeTokenAmountUSD";
    return report("price_unknown", path, expected, gasFeeTokenAmountUSD);
  }
  // The loss of a market swap cannot be checked without it, and says so itself.
  if (isMissing(request.minAmountOut)) return undefined;
  const expected = `an amount of US dollars ${more}`;
  return report("price_unknown", "amountInUSD", expected, quote.amountInUSD);
}
