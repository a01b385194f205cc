import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { formatDecimal, parseDecimal } from "../shared/decimal.js";
import type { ReportProblem } from "../shared/problems.js";
import { getDeductibleGas, getSpentAmount } from "./fees/deducted-gas.js";
import type { FeeTable } from "./fees/fee-table.js";
import { roundingOfRequest } from "./rounding-of-request.js";

/** The amount must be the requested one, less at most the gas if gas is deducted from it. */
export function checkAmountIn(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  fees: FeeTable,
  maxGasFee: unknown,
  report: ReportProblem,
): undefined {
  const { amountIn } = quote;
  const expected = parseDecimal(request.amountIn);
  const actual = parseDecimal(amountIn);
  if (!expected)
    return report("request", "expect.amountIn", "a decimal string above zero", request.amountIn);
  if (
    actual === undefined ||
    actual > expected + roundingOfRequest(request.amountIn, expected, amountIn)
  )
    return report("amount_in", "amountIn", `${request.amountIn} as a decimal string`, amountIn);
  const gas = getDeductibleGas(fees, maxGasFee);
  if (actual + gas >= expected || getSpentAmount(quote, fees, gas) === expected) return undefined;
  const deduction = gas ? `, less at most ${formatDecimal(gas)} of gas` : "";
  return report("amount_in_lower", "amountIn", `${request.amountIn}${deduction}`, amountIn);
}
