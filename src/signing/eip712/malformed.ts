import type { MalformedDetail } from "../../errors/signing.js";
import type { ReportProblem } from "../shared/problems.js";

/** Reports how typed data is malformed. */
export function reportMalformed(
  report: ReportProblem,
  detail: MalformedDetail,
  path: string,
  expected: string,
  actual: unknown,
): undefined {
  return report("malformed", path, expected, actual, { detail });
}
