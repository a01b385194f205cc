import type { Decimal } from "../../shared/decimal.js";
import type { ReportProblem } from "../../shared/problems.js";
import { type FeeEntry, type FeeTable, isUnreadable, type StatedNumber } from "./fee-table.js";
import type { FeeLimit } from "./fee-terms.js";

/** Reports what cannot be read: it could hide a fee. */
export function reportUnreadable(table: FeeTable, report: ReportProblem): void {
  const { listed, collected, gas, malformed } = table;
  for (const problem of malformed) report("fee_unreadable", ...problem);
  const entries = [...listed, ...collected].flatMap(({ percent, amount }) => [percent, amount]);
  for (const number of [...entries, gas.maximum, gas.estimate])
    if (isUnreadable(number))
      report("fee_unreadable", number.path, "a decimal string", number.stated);
}

/** Reports a number above its limit. */
export function reportExcess(
  { path, stated, value }: StatedNumber,
  [maximum, description]: FeeLimit,
  allowance: Decimal,
  report: ReportProblem,
): void {
  if (value !== undefined && value > maximum + allowance) report("fee", path, description, stated);
}

/**
 * Reports fees above zero in another token. No limit applies to them, so they are also problems
 * with the code `fee`. Returns whether the entries can be compared.
 */
export function reportOtherToken(
  entries: readonly FeeEntry[],
  expected: string,
  report: ReportProblem,
): boolean {
  if (entries.every(({ isExpected }) => isExpected)) return true;
  const charged = entries.flatMap(({ amount, percent }) =>
    amount.value ? [amount] : percent.value ? [percent] : [],
  );
  const [first] = entries;
  if (first && charged.length > 0) report("fee_token", first.tokenPath, expected, first.token);
  for (const { path, stated } of charged) report("fee", path, describeComparable(expected), stated);
  return false;
}

export const describeComparable = (token: string) =>
  `an amount of ${token} (another token cannot be compared with a limit)`;
