import { defaultSlippage } from "../../contract/shared/slippage.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing } from "../../shared/guards.js";
import {
  addDecimals,
  type Decimal,
  formatShort,
  getLastDigit,
  isAtLeast,
  maxDecimal,
  multiply,
  one,
  parseAmount,
  parseAmountText,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import type { ReportProblem } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import type { Costs, Unread } from "../statement/costs.js";

type Known = Decimal | undefined;

/** The worth of a quote in US dollars, by its own prices. Undefined where it is not known. */
export interface Worth {
  given: Known;
  /** Of what arrives. Of the minimum, if the quote does not state the expected amount. */
  received: Known;
  /** Of the gas and the fees that are not part of the amount. */
  outside: Known;
  total: Known;
  unknown: readonly Unread[];
}

const dollars = "an amount of US dollars above zero";

export function readWorth(quote: SwapQuote, request: SwapQuoteRequest, costs: Costs): Worth {
  const { amountInUSD, amountOutUSD } = quote;
  const { chainIdIn, chainIdOut, tokenIn, tokenOut } = request;
  const { gas, listed, collected } = costs;
  const given = getWorthIn(quote, request);
  const received = getWorthOut(quote, request);
  const unknown: Unread[] = [...costs.unreadable];
  // The price of the token alone can be rounded.
  if (!parseAmount(amountInUSD)) unknown.push(["amountInUSD", dollars, amountInUSD]);
  if (!received) unknown.push(["amountOutUSD", dollars, amountOutUSD]);
  const expected = parseAmountText(quote.amountOut) || parseAmountText(quote.minAmountOut);
  const prices: readonly (readonly [token: unknown, worth?: Known, amount?: Known])[] = [
    [tokenIn, given, parseDecimal(request.amountIn)],
    [chainIdIn === chainIdOut && tokenOut, received, expected],
    [gas.token, ...(gas.price ?? [])],
  ];
  const toWorth = (token: unknown, amount: Known): Known => {
    if (!amount) return amount;
    for (const [priced, worth, of] of prices)
      if (isSameToken(token, priced, chainIdIn) && worth && of) return (amount * worth) / of;
    return undefined;
  };
  const gasWorth = toWorth(request.payGasFeeToken, gas.highest ?? 0n);
  const { gasFeeTokenAmountUSD } = Object(quote.estimatedGasFees) as Record<string, unknown>;
  if (gasWorth === undefined && !gas.isInside)
    unknown.push(["estimatedGasFees.gasFeeTokenAmountUSD", dollars, gasFeeTokenAmountUSD]);
  // What is part of the amount is counted with it.
  for (const { path, token, cost, isGas, isInside } of [...listed, ...collected])
    if (!isGas && !isInside && toWorth(token, cost) === undefined)
      unknown.push([path, "a fee with a known price", token]);
  const sumUp = (areInside: boolean) =>
    costs.fees
      .filter(({ isInside }) => isInside === areInside)
      .map(({ token, cost, isKnown }) => toWorth(token, isKnown ? cost : undefined))
      .reduce(addDecimals, 0n);
  const fees = sumUp(false);
  const all = [sumUp(true), fees, gasWorth].reduce(addDecimals);
  return {
    given,
    received,
    unknown,
    outside: addDecimals(fees, gas.isInside ? 0n : gasWorth),
    total: costs.unreadable.length > 0 ? undefined : all,
  };
}

/**
 * The quote states the worth for the amount, or for what is left after the gas, and the price of
 * the token, which can be rounded: the higher one counts.
 */
function getWorthIn(quote: SwapQuote, { amountIn }: SwapQuoteRequest): Known {
  const asked = parseDecimal(amountIn);
  const quoted = parseAmountText(quote.amountIn);
  if (!asked) return undefined;
  const stated = parseAmount(quote.amountInUSD) ?? 0n;
  const ofAll = quoted ? (stated * asked) / quoted : stated;
  const price = parseAmount(quote.tokenInPrice) ?? 0n;
  const lowestPrice = maxDecimal(price - getLastDigit(quote.tokenInPrice), 0n);
  return maxDecimal(ofAll, multiply(lowestPrice, asked)) || undefined;
}

function getWorthOut(quote: SwapQuote, { slippage, minAmountOut }: SwapQuoteRequest): Known {
  const worth = parseAmount(quote.amountOutUSD);
  // The minimum of an order is the caller's own, without slippage.
  if (worth === undefined || !isMissing(quote.amountOut) || !isMissing(minAmountOut)) return worth;
  // Without the expected amount, the minimum is judged in its place.
  return worth - takePercent(worth, parsePercent(slippage ?? defaultSlippage) ?? 0n);
}

/**
 * Judges what arrives, less all that leaves, but for the fees that the request names. A limit order
 * has the caller's own price: it loses only gas and the fees that are not part of its amount.
 */
export function judgeLoss(
  request: SwapQuoteRequest,
  worth: Worth,
  maxLossPercent: number | undefined,
  report: ReportProblem,
): void {
  const isOrder = !isMissing(request.minAmountOut);
  const isFree = isOrder && worth.outside === 0n;
  for (const [path, ...values] of worth.unknown) {
    const isNeeded = path === "amountInUSD" ? !isFree : path !== "amountOutUSD" || !isOrder;
    if (isNeeded) report("price_unknown", path, ...values);
  }
  const loss = readLoss(request, isOrder ? { ...worth, received: worth.given } : worth);
  if (loss) judgeAmounts(loss, maxLossPercent, isOrder, report);
}

/** In US dollars. */
export interface Loss {
  given: Decimal;
  received: Decimal;
  /** Gas and fees that are not part of what is given. */
  outside: Decimal;
  /** The fees that the request names. */
  named: Decimal;
}

/** Undefined if a worth is not known. */
export function readLoss(
  { minAmountOut, transactionFeePercent, extraFee }: SwapQuoteRequest,
  { given, received, outside }: Worth,
): Loss | undefined {
  if (!given || !received || outside === undefined) return undefined;
  const fees = isMissing(minAmountOut) ? [transactionFeePercent, extraFee?.percentage] : [];
  const shares = fees.map((fee) => takePercent(given, parsePercent(fee) ?? 0n));
  return { given, received, outside, named: shares.reduce((a, b) => a + b, 0n) };
}

/** A loss is unusual above both. The second number is in US dollars. */
const unusualLosses = [
  [10n, 5n],
  [3n, 500n],
] as const;

/** Reports a loss that is unusual, or above the caller's own limit. */
export function judgeAmounts(
  { given, received, outside, named }: Loss,
  maxLossPercent: number | undefined,
  isOrder: boolean,
  report: ReportProblem,
): void {
  const share = (percent: Decimal) => takePercent(given, percent);
  const own = isMissing(maxLossPercent) ? undefined : share(parsePercent(maxLossPercent) ?? 0n);
  const usual = unusualLosses
    .map(([percent, least]) => maxDecimal(share(percent * one), least * one))
    .reduce((a, b) => (a < b ? a : b));
  const required = given + outside - named - (own ?? usual);
  if (isAtLeast(received, required)) return;
  const limit = own === undefined ? "" : ` (your maxLossPercent is ${maxLossPercent})`;
  const expected = `at least ${formatShort(required)} US dollars for ${formatShort(given + outside)} with all fees and gas${limit}`;
  const stated = isOrder ? `${formatShort(given)} before fees and gas` : formatShort(received);
  report("price_loss", "amountOutUSD", expected, `${stated} US dollars`);
}
