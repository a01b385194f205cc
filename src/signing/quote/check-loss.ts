import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  type Decimal,
  formatDecimal,
  one,
  oneCent,
  parseAmount,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import { isMissing, type ReportProblem } from "../shared/problems.js";
import { getWorthIn } from "./worth.js";

interface LossOptions {
  maxLossPercent?: number | undefined;
  /** The requested amount. */
  amountIn: Decimal;
  /** The part of it that amount and gas explain. */
  spent: Decimal;
  /** What fees explain. */
  feePercent: Decimal;
  /** What the gas explains that is deducted from the amount. */
  gas: Decimal;
}

/** A loss is unusual if it is above both. The second number is in US dollars. */
const unusualLosses = [
  [10n, 5n],
  [3n, 500n],
] as const;

/**
 * Compares the worth of the requested amount with that of the output, in US dollars by the quote. A
 * limit order has the caller's own price.
 */
export function checkLoss(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  { maxLossPercent, amountIn, spent, feePercent, gas }: LossOptions,
  report: ReportProblem,
): void {
  if (!isMissing(request.minAmountOut)) return;
  const statedIn = parseWorth("amountInUSD");
  const worthOut = parseWorth("amountOutUSD");
  const worthIn = getWorthIn(quote, amountIn, spent);
  if (worthOut === 0n || statedIn === 0n) {
    checkZero();
    return;
  }
  // Without a stated worth, the input still has its price.
  if (!worthIn || !worthOut) return;
  // Both sides are multiplied by the amount, because gas / amount is not an exact decimal.
  const explained = takePercent(worthIn, feePercent) * amountIn + worthIn * gas;
  const loss = (worthIn - worthOut - oneCent) * amountIn - explained;
  const exceeds = (percent: Decimal, dollars: bigint) =>
    loss > takePercent(worthIn, percent) * amountIn && loss > dollars * one * amountIn;
  const own = isMissing(maxLossPercent) ? undefined : (parsePercent(maxLossPercent) ?? 0n);
  const isUnusual =
    own === undefined
      ? unusualLosses.some(([points, dollars]) => exceeds(points * one, dollars))
      : exceeds(own, 0n);
  if (!isUnusual) return;
  const limit =
    own === undefined ? "10% and 5 US dollars, or 3% and 500 US dollars" : `${formatDecimal(own)}%`;
  const expected = `${formatDecimal(worthIn)} less fees, deducted gas and at most ${limit} (pass maxLossPercent to allow more)`;
  report("price_loss", "amountOutUSD", expected, quote.amountOutUSD);

  function parseWorth(field: "amountInUSD" | "amountOutUSD"): Decimal | undefined {
    const worth = parseAmount(quote[field]);
    // The service documents both for every quote. Without one, a loss could not be noticed.
    if (worth === undefined)
      report("price_unknown", field, "an amount of US dollars", quote[field]);
    return worth;
  }

  /** A worth of zero is a total loss, unless the whole amount is worth less than is shown. */
  function checkZero(): void {
    if (worthIn && worthIn <= oneCent && (!worthOut || worthOut <= oneCent)) return;
    const field = worthOut === 0n ? "amountOutUSD" : "amountInUSD";
    report("price_loss", field, "an amount of US dollars above zero", quote[field]);
  }
}
