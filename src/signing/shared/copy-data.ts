import { copyData as copyPlainData } from "../../shared/copy-data.js";
import type { ReportProblem } from "./problems.js";

/** Copies what is checked and signed. Reports a problem if it is not data. */
export function copyData<T>(path: string, value: T, report: ReportProblem): T | undefined {
  try {
    return copyPlainData(value);
  } catch {
    // The problem must not quote the value: reading it could throw again.
    return report("malformed", path, "plain data", {}, { detail: "wrong_type", isMistake: true });
  }
}
