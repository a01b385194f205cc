import { type Decimal, minDecimal } from "../../shared/decimal.js";
import type { ReportProblem } from "../../shared/problems.js";
import { checkFeeShare } from "./check-fee-share.js";
import type { FeeTable } from "./fee-table.js";
import type { FeeTerms } from "./fee-terms.js";
import { reportOtherToken } from "./report-fees.js";

/**
 * Checks the fees of the project and of the service. Returns the stated percentage of the service,
 * at most the caller's limit.
 */
export function checkCollectedFees(
  { collected }: FeeTable,
  terms: FeeTerms,
  report: ReportProblem,
): Decimal | undefined {
  const [project, service] = collected;
  const { projectPercent, extraPercent, maxServicePercent } = terms;
  if (!project || !service || !reportOtherToken(collected, terms.request.tokenIn, report))
    return undefined;
  checkFeeShare(project, projectPercent + extraPercent, terms, report);
  const { percent, percentRounding } = checkFeeShare(service, maxServicePercent, terms, report);
  // The exact percentage can be higher than the rounded one.
  return percent && minDecimal(percent + percentRounding, maxServicePercent);
}
