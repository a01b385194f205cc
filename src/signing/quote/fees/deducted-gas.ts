import type { SwapQuote } from "../../../contract/swap/types.js";
import {
  type Decimal,
  minDecimal,
  parseAmount,
  parseDecimal,
  roundingOf,
} from "../../shared/decimal.js";
import { isMissing } from "../../shared/problems.js";
import { getRoundingLimit, getWorthIn } from "../worth.js";
import type { FeeTable } from "./fee-table.js";

/** The gas that is deducted from the amount, by the estimate or else by the list. */
export function getStatedDeduction({ deductsGas, gas }: FeeTable): Decimal {
  return deductsGas ? (gas.cost ?? gas.listed ?? 0n) : 0n;
}

/**
 * The gas that may be deducted from the amount: at most `maxGasFee`, or else a quarter of it. None
 * if it would take the whole amount: it must not explain that nothing arrives.
 */
export function getDeductibleGas(table: FeeTable, maxGasFee: unknown): Decimal {
  const limit = isMissing(maxGasFee) ? table.amountIn / 4n : (parseAmount(maxGasFee) ?? 0n);
  const gas = minDecimal(getStatedDeduction(table), limit);
  return gas < table.amountIn ? gas : 0n;
}

/**
 * What the wallet gives by the quote: the stated amount and the gas that was deducted from it, but
 * at most the requested amount, and exactly that if only rounding differs.
 */
export function getSpentAmount(
  quote: Pick<SwapQuote, "amountIn" | "amountInUSD" | "tokenInPrice">,
  { amountIn: requested, deductsGas, gas }: FeeTable,
  deductibleGas: Decimal,
): Decimal {
  const spent = (parseDecimal(quote.amountIn) ?? 0n) + deductibleGas;
  const rounding = roundingOf(quote.amountIn) + (deductsGas ? gas.rounding : 0n);
  const limit = getRoundingLimit(requested, getWorthIn(quote, requested), 1_000n);
  return requested - spent <= minDecimal(rounding, limit) ? requested : spent;
}
