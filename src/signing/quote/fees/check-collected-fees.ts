import type { SwapQuote } from "../../../contract/swap/types.js";
import type { Decimal } from "../../shared/decimal.js";
import { isNone, type ReportProblem } from "../../shared/problems.js";
import type { FeeTerms } from "./fee-terms.js";
import { checkFeeToken, parseFeeShare } from "./parse-fee.js";

/**
 * Checks the fees of the project and of the service. Returns the stated percentage of the service,
 * at most the caller's limit.
 */
export function checkCollectedFees(
  { estimatedCollectedFee: collected }: SwapQuote,
  terms: FeeTerms,
  report: ReportProblem,
): Decimal | undefined {
  if (isNone(collected)) return undefined;
  const path = "estimatedCollectedFee";
  const { projectPercent, extraPercent, maxServicePercent } = terms;
  const parse = (amount: string, maxPercent: Decimal) => {
    const fields = { amount, percent: `${amount}Percent` };
    return parseFeeShare(path, collected, fields, maxPercent, terms, report);
  };
  const project = parse("collectedFee", projectPercent + extraPercent);
  const service = parse("serviceCollectedFee", maxServicePercent);
  const total = project.amount + service.amount;
  const { collectedFeeToken } = collected;
  const tokenPath = `${path}.collectedFeeToken`;
  checkFeeToken(tokenPath, total, terms.request.tokenIn, collectedFeeToken, terms, report);
  if (service.percent === undefined) return undefined;
  // The exact percentage can be higher than the rounded one.
  const highest = service.percent ? service.percent + service.percentUnit : 0n;
  return highest < maxServicePercent ? highest : maxServicePercent;
}
