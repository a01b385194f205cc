import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  type Decimal,
  formatDecimal,
  minDecimal,
  parseDecimal,
  roundingOf,
} from "../shared/decimal.js";
import type { ReportProblem } from "../shared/problems.js";
import { type FeeTable, getDeductibleGas } from "./fees/fee-table.js";
import { getRounding } from "./get-rounding.js";
import { getRoundingLimit, getWorthIn } from "./worth.js";

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
  if (actual === undefined || actual > expected + getRounding(request.amountIn, expected, amountIn))
    return report("amount_in", "amountIn", `${request.amountIn} as a decimal string`, amountIn);
  const gas = getDeductibleGas(fees, maxGasFee);
  if (actual + gas >= expected || getSpentAmount(quote, fees, gas) === expected) return undefined;
  const deduction = gas ? `, less at most ${formatDecimal(gas)} of gas` : "";
  return report("amount_in_lower", "amountIn", `${request.amountIn}${deduction}`, amountIn);
}

/**
 * What the wallet gives by the quote: the stated amount and the gas that was deducted from it, but
 * at most the requested amount, and exactly that if only rounding differs.
 */
export function getSpentAmount(
  quote: Pick<SwapQuote, "amountIn" | "amountInUSD" | "tokenInPrice">,
  { amountIn: requested, gas, deductsGas }: FeeTable,
  deductibleGas: Decimal,
): Decimal {
  const spent = (parseDecimal(quote.amountIn) ?? 0n) + deductibleGas;
  const { stated } = gas.maximum.value === undefined ? gas.estimate : gas.maximum;
  const rounding = roundingOf(quote.amountIn) + (deductsGas ? roundingOf(stated) : 0n);
  const limit = getRoundingLimit(requested, getWorthIn(quote, requested), 1_000n);
  return requested - spent <= minDecimal(rounding, limit) ? requested : spent;
}
