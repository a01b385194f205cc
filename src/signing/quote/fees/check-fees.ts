import type { SwapQuote, SwapQuoteRequest } from "../../../contract/swap/types.js";
import type { ReportProblem } from "../../shared/problems.js";
import { checkLoss } from "../check-loss.js";
import { checkCollectedFees } from "./check-collected-fees.js";
import { checkFeeList } from "./check-fee-list.js";
import { checkGasFee } from "./check-gas-fee.js";
import { getDeductibleGas, getSpentAmount } from "./deducted-gas.js";
import type { FeeTable } from "./fee-table.js";
import { type FeeLimits, readFeeTerms } from "./fee-terms.js";
import { reportUnreadable } from "./report-fees.js";

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
  table: FeeTable,
  options: CheckFeesOptions,
  report: ReportProblem,
): void {
  reportUnreadable(table, report);
  const terms = readFeeTerms(quote, table, request, options);
  const { amountIn, projectPercent, extraPercent, maxServicePercent } = terms;
  const statedPercent = checkCollectedFees(table, terms, report);
  const gasLimit = checkGasFee(quote, table, terms, report);
  const servicePercent = statedPercent ?? maxServicePercent;
  checkFeeList(table.listed, { servicePercent, gasLimit }, terms, report);
  const feePercent = projectPercent + extraPercent + (statedPercent ?? 0n);
  const gas = getDeductibleGas(table, options.maxGasFee);
  const spent = getSpentAmount(quote, table, gas);
  checkLoss(quote, request, { amountIn, spent, feePercent, gas, ...options }, report);
}
