import { defaultSlippage } from "../../contract/shared/slippage.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing } from "../../shared/guards.js";
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  formatShort,
  maxDecimal,
  maxDigits,
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
import type { Costs, StatedGas, Unread } from "../statement/costs.js";

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
  const given = getWorthIn(quote, request, gas);
  const received = getWorthOut(quote, request);
  const unknown: Unread[] = [...costs.unreadable];
  // The price of the token alone can be rounded.
  if (!parseAmount(amountInUSD) || !given) unknown.push(["amountInUSD", dollars, amountInUSD]);
  if (!received) unknown.push(["amountOutUSD", dollars, amountOutUSD]);
  const expected = parseAmountText(quote.amountOut) || parseAmountText(quote.minAmountOut);
  // The caller sets the price of an order, whose stated output is not judged.
  const ownMinimum = parseDecimal(request.minAmountOut);
  const isOrder = !isMissing(request.minAmountOut);
  const priceOut = isOrder ? ([given, ownMinimum] as const) : ([received, expected] as const);
  const prices: readonly (readonly [token: unknown, worth?: Known, amount?: Known])[] = [
    [tokenIn, given, parseDecimal(request.amountIn)],
    [chainIdIn === chainIdOut && tokenOut, ...priceOut],
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
  // Deducted gas above the amount leaves, too.
  const asked = parseDecimal(request.amountIn) ?? 0n;
  const excess = maxDecimal((gas.highest ?? 0n) - asked, 0n);
  return {
    given,
    received,
    unknown,
    outside: addDecimals(fees, gas.isInside ? toWorth(tokenIn, excess) : gasWorth),
    total: costs.unreadable.length > 0 ? undefined : all,
  };
}

/**
 * The worth of the requested amount, with the gas that is deducted from it. The quote states the
 * worth of what is left after that gas, and the price of the token: the higher one counts.
 */
function getWorthIn(quote: SwapQuote, request: SwapQuoteRequest, gas: StatedGas): Known {
  const { amountIn, tokenIn, tokenOut, chainIdIn, chainIdOut } = request;
  const asked = parseDecimal(amountIn);
  if (!asked) return undefined;
  const quoted = parseAmountText(quote.amountIn) ?? asked;
  // Of a transfer, the worth of the whole amount is stated.
  const isTransfer = chainIdIn === chainIdOut && isSameToken(tokenIn, tokenOut, chainIdIn);
  const isLess = gas.isInside && !isTransfer;
  const rest = isLess ? maxDecimal(asked - (gas.highest ?? 0n), 0n) : quoted;
  const left = quoted < rest ? quoted : rest;
  const stated = parseAmount(quote.amountInUSD) ?? 0n;
  const ofAll = left > 0n ? (stated * asked) / left : 0n;
  const price = parseAmount(quote.tokenInPrice) ?? 0n;
  return maxDecimal(ofAll, multiply(price, asked)) || undefined;
}

function getWorthOut(quote: SwapQuote, { slippage, minAmountOut }: SwapQuoteRequest): Known {
  const worth = parseAmount(quote.amountOutUSD);
  // The minimum of an order is the caller's own, without slippage.
  if (worth === undefined || !isMissing(quote.amountOut) || !isMissing(minAmountOut)) return worth;
  // Without the expected amount, the minimum is judged in its place.
  return worth - takePercent(worth, parsePercent(slippage ?? defaultSlippage) ?? 0n);
}

/**
 * Fees and gas in the input token, but for the fees that the request names. They are judged in the
 * token itself, at any stated worth: a low one would hide them from the loss.
 */
export function judgeCosts(
  request: SwapQuoteRequest,
  { fees, gas }: Costs,
  report: ReportProblem,
): void {
  const { amountIn, tokenIn, payGasFeeToken, chainIdIn } = request;
  const asked = parseDecimal(amountIn);
  if (!asked) return;
  const isPaidInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const paid = isPaidInInput ? (gas.highest ?? 0n) : 0n;
  const inside = fees.filter(({ isInside }) => isInside).reduce((sum, { cost }) => sum + cost, 0n);
  const costs = paid + maxDecimal(inside - getNamedFees(request, asked), 0n);
  if (costs <= asked / 10n) return;
  const expected = `fees and gas of at most ${formatShort(asked / 10n)}, a tenth of the amount`;
  report("high_costs", paid > inside ? "estimatedGasFees" : "fees", expected, formatDecimal(costs));
}

/** The fees that a request names, of an amount or its worth. */
function getNamedFees(
  { transactionFeePercent, extraFee }: SwapQuoteRequest,
  amount: Decimal,
): Decimal {
  const fees = [transactionFeePercent, extraFee?.percentage];
  return fees.reduce((sum: Decimal, fee) => sum + takePercent(amount, parsePercent(fee) ?? 0n), 0n);
}

/** Judges what arrives, less all that leaves, but for the fees that the request names. */
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
  const loss = readJudgedLoss(request, worth);
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

/**
 * A limit order has the caller's own price: it loses only gas and the fees that are not part of its
 * amount.
 */
export const readJudgedLoss = (request: SwapQuoteRequest, worth: Worth): Loss | undefined =>
  readLoss(request, isMissing(request.minAmountOut) ? worth : { ...worth, received: worth.given });

/** As stated. Undefined if a worth is not known. */
export function readLoss(
  request: SwapQuoteRequest,
  { given, received, outside }: Worth,
): Loss | undefined {
  if (!given || !received || outside === undefined) return undefined;
  // The price of an order is the caller's own: fees that it names are no part of it.
  const named = isMissing(request.minAmountOut) ? getNamedFees(request, given) : 0n;
  return { given, received, outside, named };
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
  if (received >= required) return;
  const limit = own === undefined ? "" : ` (your maxLossPercent is ${maxLossPercent})`;
  // More digits, if a person could not see the difference.
  const isEqual = formatShort(required) === formatShort(received);
  const format = (worth: Decimal) => formatShort(worth, isEqual ? maxDigits : undefined);
  const expected = `at least ${format(required)} US dollars for ${formatShort(given + outside)} with all fees and gas${limit}`;
  const stated = isOrder ? `${format(given)} before fees and gas` : format(received);
  report("price_loss", "amountOutUSD", expected, `${stated} US dollars`);
}
