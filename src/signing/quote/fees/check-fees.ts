import type { Fee } from "../../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../../contract/swap/types.js";
import { isNone, isObject, type ReportProblem } from "../../shared/problems.js";
import { checkLoss } from "../check-loss.js";
import { deductsGas } from "../compare-with-request.js";
import { checkCollectedFees } from "./check-collected-fees.js";
import { checkFeeList } from "./check-fee-list.js";
import { checkGasFee } from "./check-gas-fee.js";
import { type FeeLimits, readFeeTerms } from "./fee-terms.js";

export interface CheckFeesOptions extends FeeLimits {
  maxLossPercent?: number | undefined;
}

/**
 * Checks that all fees, and the loss that they do not explain, are within the requested ones and
 * the caller's limits. Fees are paid in the input token, gas in `payGasFeeToken`.
 */
export function checkFees(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  options: CheckFeesOptions,
  report: ReportProblem,
): void {
  const fees = parseFeeList(quote.fees, report);
  const terms = readFeeTerms(quote, fees, request, options);
  const { amountIn, projectPercent, extraPercent, maxServicePercent } = terms;
  const statedPercent = checkCollectedFees(quote, terms, report);
  const { gasCost, gasLimit } = checkGasFee(quote, fees, terms, report);
  const servicePercent = statedPercent ?? maxServicePercent;
  const listedGas = checkFeeList(fees, { servicePercent, gasLimit }, terms, report);
  const feePercent = projectPercent + extraPercent + (statedPercent ?? 0n);
  const gas = deductsGas(request) ? (gasCost ?? listedGas) : 0n;
  checkLoss(quote, request, { amountIn, feePercent, gas, ...options }, report);
}

/** Reports malformed lists: they could hide fees. */
function parseFeeList(fees: unknown, report: ReportProblem): Partial<Fee>[] {
  if (isNone(fees)) return [];
  // Array.from() fills the holes of a sparse array, which every() would skip.
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every(isObject)) return list as Partial<Fee>[];
  return report("fee_unreadable", "fees", "a list of fees", fees) ?? [];
}
