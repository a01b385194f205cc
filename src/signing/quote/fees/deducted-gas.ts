import type { SwapQuote } from "../../../contract/swap/types.js";
import {
  type Decimal,
  minDecimal,
  parseAmount,
  parseDecimal,
  roundingOf,
} from "../../shared/decimal.js";
import { getRoundingLimit, getWorthIn } from "../worth.js";
import type { FeeTable } from "./fee-table.js";

/** The gas of the estimate, or else of the list. */
export const getStatedGas = ({ gas }: FeeTable) => gas.cost ?? gas.listed;

/** The gas that may be deducted from the amount: what the quote states, within the own limit. */
export function getDeductibleGas(table: FeeTable, maxGasFee?: unknown): Decimal {
  const stated = table.deductsGas ? (getStatedGas(table) ?? 0n) : 0n;
  const own = parseAmount(maxGasFee);
  return own === undefined ? stated : minDecimal(stated, own);
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
