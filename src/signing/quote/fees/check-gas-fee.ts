import type { Fee, GasEstimate } from "../../../contract/shared/types.js";
import type { SwapQuote } from "../../../contract/swap/types.js";
import { type Decimal, formatDecimal, maxDecimal, roundingOf } from "../../shared/decimal.js";
import { isNone, type ReportProblem } from "../../shared/problems.js";
import { deductsGas } from "../compare-with-request.js";
import { createFeeLimit, type FeeLimit, type FeeTerms, minDecimal } from "./fee-terms.js";
import { getGasWorthLimit } from "./get-gas-worth-limit.js";
import { isGasFee } from "./is-gas-fee.js";
import { checkFeeToken, parseFee } from "./parse-fee.js";

/** The highest gas cost that the quote states, and the lowest gas limit. */
export interface GasTerms {
  readonly gasCost: Decimal | undefined;
  readonly gasLimit: FeeLimit | undefined;
}

/** Checks the estimated gas against the caller's limit, or else against a quarter of the input. */
export function checkGasFee(
  quote: SwapQuote,
  fees: readonly Partial<Fee>[],
  terms: FeeTerms,
  report: ReportProblem,
): GasTerms {
  const { request, amountIn, ownGasLimit } = terms;
  const { payGasFeeToken, maxGasFeeToken, gasFeeTokenAmount } = (quote.estimatedGasFees ??
    {}) as Partial<GasEstimate>;
  const path = "estimatedGasFees";
  const maximum = parseFee(`${path}.maxGasFeeToken`, maxGasFeeToken, report);
  const estimate = parseFee(
    `${path}.gasFeeTokenAmount`,
    gasFeeTokenAmount,
    report,
    maximum !== undefined && createFeeLimit(maximum),
    limitGasRounding(roundingOf(maxGasFeeToken), maximum ?? 0n, terms),
  );
  const cost = maximum ?? estimate;
  if (!isNone(payGasFeeToken)) {
    const tokenPath = `${path}.payGasFeeToken`;
    checkFeeToken(tokenPath, 1n, request.payGasFeeToken, payGasFeeToken, terms, report);
  }
  const reportGas = (expected: string) => {
    const actual = cost === undefined ? cost : formatDecimal(cost);
    report("fee", `${path}.maxGasFeeToken`, expected, actual);
  };
  const limit = getGasLimit(quote, terms);
  const isListed = fees.some((fee) => isGasFee(fee, request));
  // With the option maxGasFee, the quote must state the gas cost.
  if (limit && (cost === undefined ? ownGasLimit && !isListed : cost > limit[0]))
    reportGas(limit[1]);
  if (cost !== undefined && deductsGas(request) && cost >= amountIn)
    reportGas(`less than the amount, ${request.amountIn}`);
  const isCostLower = cost !== undefined && (!limit || cost < limit[0]);
  return { gasCost: cost, gasLimit: isCostLower ? createFeeLimit(cost) : limit };
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

/** The caller's own limit is exact. Rounding of a lower limit must not exceed it either. */
export function limitGasRounding(
  rounding: Decimal,
  limit: Decimal,
  { ownGasLimit }: FeeTerms,
): Decimal {
  if (!ownGasLimit) return rounding;
  return minDecimal(rounding, maxDecimal(ownGasLimit[0] - limit, 0n));
}
