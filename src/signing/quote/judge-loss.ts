import { defaultSlippage } from "../../contract/shared/slippage.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
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
import type { CostRequest, Costs } from "./costs.js";

/** The worth of a quote in US dollars, by its own prices. Undefined where it is not known. */
export interface Worth {
  /** Of the requested amount. */
  readonly given: Decimal | undefined;
  /** Of what arrives. Of the minimum, if the quote does not state the expected amount. */
  readonly received: Decimal | undefined;
  /** Of the gas and the fees that are not part of the amount. */
  readonly outside: Decimal | undefined;
  /** Of all fees and gas. */
  readonly total: Decimal | undefined;
  /** Why a worth is not known. */
  readonly unknown: readonly (readonly [path: string, expected: string, value: unknown])[];
}

const dollars = "an amount of US dollars above zero";

type WorthRequest = CostRequest & Pick<SwapQuoteRequest, "slippage" | "minAmountOut">;

export function readWorth(quote: SwapQuote, request: WorthRequest, costs: Costs): Worth {
  const { amountInUSD, amountOutUSD, amountOut } = quote;
  const given = getWorthIn(quote, request);
  const received = getWorthOut(quote, request);
  const unknown: Worth["unknown"][number][] = [];
  // The price of the token alone can be rounded.
  if (!parseAmount(amountInUSD)) unknown.push(["amountInUSD", dollars, amountInUSD]);
  if (!received) unknown.push(["amountOutUSD", dollars, amountOutUSD]);
  const { chainIdIn, chainIdOut, tokenIn, tokenOut } = request;
  const asked = parseDecimal(request.amountIn);
  const expected = parseAmountText(amountOut) || parseAmountText(quote.minAmountOut);
  const { gas, listed, collected } = costs;
  const toWorth = (token: unknown, amount: Known): Known => {
    if (!amount) return amount;
    const prices: [unknown, Decimal | undefined, Decimal | undefined][] = [
      [tokenIn, given, asked],
      [chainIdIn === chainIdOut && tokenOut, received, expected],
      [gas.token, ...(gas.price ?? ([undefined, undefined] as const))],
    ];
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
  const outside = addDecimals(fees, gas.isInside ? 0n : gasWorth);
  const total =
    costs.unreadable.length > 0 ? undefined : addDecimals(addDecimals(sumUp(true), fees), gasWorth);
  return { given, received, outside, total, unknown: [...costs.unreadable, ...unknown] };
}

type Known = Decimal | undefined;

/**
 * The worth of the requested amount. The quote states it for the amount, or for what is left after
 * the gas, and the price of the token, which can be rounded: the higher one counts.
 */
function getWorthIn(quote: SwapQuote, { amountIn }: CostRequest): Known {
  const asked = parseDecimal(amountIn);
  const quoted = parseAmountText(quote.amountIn);
  if (!asked) return undefined;
  const stated = parseAmount(quote.amountInUSD) ?? 0n;
  const ofAll = quoted ? (stated * asked) / quoted : stated;
  const price = parseAmount(quote.tokenInPrice) ?? 0n;
  const lowestPrice = maxDecimal(price - getLastDigit(quote.tokenInPrice), 0n);
  return maxDecimal(ofAll, multiply(lowestPrice, asked)) || undefined;
}

function getWorthOut(quote: SwapQuote, { slippage, minAmountOut }: WorthRequest): Known {
  const worth = parseAmount(quote.amountOutUSD);
  const isStated = !isMissing(quote.amountOut);
  // The minimum of an order is the caller's own, without slippage.
  if (worth === undefined || isStated || !isMissing(minAmountOut)) return worth;
  // Without the expected amount, the minimum is judged in its place.
  return worth - takePercent(worth, parsePercent(slippage ?? defaultSlippage) ?? 0n);
}

/** A loss is unusual above both. The second number is in US dollars. */
const unusualLosses = [
  [10n, 5n],
  [3n, 500n],
] as const;

/**
 * Judges the loss by the quote's own prices: what arrives, less all that leaves, but for the fees
 * that the request names. A limit order has the caller's own price: only the gas and the fees that
 * are not part of its amount are lost.
 */
export function judgeLoss(
  request: SwapQuoteRequest,
  worth: Worth,
  maxLossPercent: number | undefined,
  report: ReportProblem,
): undefined {
  const isOrder = !isMissing(request.minAmountOut);
  const { given, outside } = worth;
  const received = isOrder ? given : worth.received;
  const isFree = isOrder && outside === 0n;
  const unknown = worth.unknown.filter(([path]) => !(isFree && path === "amountInUSD"));
  for (const problem of unknown)
    if (!(isOrder && problem[0] === "amountOutUSD")) report("price_unknown", ...problem);
  const loss = readLoss(request, { ...worth, received });
  if (loss) judgeAmounts(loss, maxLossPercent, isOrder, report);
  return undefined;
}

/** What is given and what arrives, in US dollars. */
export interface Loss {
  readonly given: Decimal;
  readonly received: Decimal;
  /** Gas and fees that are not part of what is given. */
  readonly outside: Decimal;
  /** The fees that the request names. */
  readonly named: Decimal;
}

/** Undefined if a worth is not known. */
export function readLoss(
  { minAmountOut, transactionFeePercent, extraFee }: SwapQuoteRequest,
  { given, received, outside }: Worth,
): Loss | undefined {
  if (!given || !received || outside === undefined) return undefined;
  const fees = isMissing(minAmountOut) ? [transactionFeePercent, extraFee?.percentage] : [];
  const named = fees.reduce<Decimal>(
    (sum, fee) => sum + takePercent(given, parsePercent(fee) ?? 0n),
    0n,
  );
  return { given, received, outside, named };
}

/** Reports a loss that is unusual, or above the caller's own limit. */
export function judgeAmounts(
  { given, received, outside, named }: Loss,
  maxLossPercent: number | undefined,
  isOrder: boolean,
  report: ReportProblem,
): undefined {
  const share = (percent: Decimal) => takePercent(given, percent);
  const own = isMissing(maxLossPercent) ? undefined : share(parsePercent(maxLossPercent) ?? 0n);
  const usual = unusualLosses
    .map(([percent, least]) => maxDecimal(share(percent * one), least * one))
    .reduce((a, b) => (a < b ? a : b));
  const allowed = own ?? usual;
  const required = given + outside - named - allowed;
  if (isAtLeast(received, required)) return undefined;
  const limit = own === undefined ? "" : ` (your maxLossPercent is ${maxLossPercent})`;
  const expected = `at least ${formatShort(required)} US dollars for ${formatShort(given + outside)} with all fees and gas${limit}`;
  const stated = isOrder ? `${formatShort(given)} before fees and gas` : formatShort(received);
  return report("price_loss", "amountOutUSD", expected, `${stated} US dollars`);
}
