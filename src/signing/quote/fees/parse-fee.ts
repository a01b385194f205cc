import {
  type Decimal,
  maxDecimal,
  maxRoundingError,
  parseAmount,
  roundingOf,
} from "../../shared/decimal.js";
import { isMissing, type ReportProblem } from "../../shared/problems.js";
import { isSameToken } from "../same-token.js";
import { createFeeLimit, type FeeLimit, type FeeTerms } from "./fee-terms.js";

/** Returns undefined if the fee is missing or malformed. Reports malformed and too high fees. */
export function parseFee(
  path: string,
  value: unknown,
  report: ReportProblem,
  limit?: FeeLimit | false,
  allowance = 0n,
): Decimal | undefined {
  if (isMissing(value)) return undefined;
  const fee = parseAmount(value);
  if (fee === undefined) report("fee_unreadable", path, "a decimal string", value);
  else if (limit && fee > limit[0] + allowance) report("fee", path, limit[1], value);
  return fee;
}

/** A share of the input, which is stated in percent and as an amount. */
export interface FeeShare {
  readonly percent: Decimal | undefined;
  /** What rounding may have removed from the percentage. */
  readonly percentUnit: Decimal;
  readonly amount: Decimal;
  /** By how much rounding may exceed the amount's limit. */
  readonly allowance: Decimal;
}

/** Reports a share that is malformed or above `maxPercent`. */
export function parseFeeShare(
  path: string,
  fee: object,
  fields: { readonly amount: string; readonly percent: string },
  maxPercent: Decimal,
  terms: FeeTerms,
  report: ReportProblem,
): FeeShare {
  const { [fields.percent]: percent, [fields.amount]: amount } = fee as Record<string, unknown>;
  const percentUnit = maxPercent ? roundingOf(percent) : 0n;
  const rounding = maxDecimal(maxRoundingError, percentUnit);
  const limit = createFeeLimit(maxPercent, "%");
  const parsed = parseFee(`${path}.${fields.percent}`, percent, report, limit, rounding);
  const isRounded = maxPercent && parsed && parsed > maxPercent && parsed <= maxPercent + rounding;
  const maximum = terms.shareOfInput(maxPercent);
  const allowance = terms.getRounding(amount, maximum);
  const amountPath = `${path}.${fields.amount}`;
  return {
    // A rounded percentage stands for the exact one.
    percent: isRounded ? maxPercent : parsed,
    percentUnit,
    amount: parseFee(amountPath, amount, report, createFeeLimit(maximum), allowance) ?? 0n,
    allowance,
  };
}

/** Reports a fee above zero in another token. */
export function checkFeeToken(
  path: string,
  amount: Decimal,
  expected: string,
  actual: unknown,
  { request }: FeeTerms,
  report: ReportProblem,
): void {
  if (amount && !isSameToken(expected, actual, request.chainIdIn))
    report("fee_token", path, expected, actual);
}
