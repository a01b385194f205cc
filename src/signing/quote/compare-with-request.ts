import { defaultSlippage, maxSlippage, minSlippage } from "../../contract/shared/patterns.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  countDecimals,
  type Decimal,
  formatDecimal,
  getUnit,
  hundred,
  one,
  parseAmount,
  parseDecimal,
  parsePercent,
  roundingOf,
  takePercent,
} from "../shared/decimal.js";
import { decimalPlaces } from "../shared/is-decimal.js";
import { checkEqual, isEqual, isMissing, type ReportProblem } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import { checkAmountIn } from "./check-amount-in.js";
import type { FeeTable } from "./fees/fee-table.js";
import { roundingOfRequest } from "./rounding-of-request.js";

export interface CompareOptions {
  minAmountOut?: string | undefined;
  maxGasFee?: string | undefined;
  tokenOutDecimals?: number | undefined;
}

/** Compares chains, tokens, wallet, receiver and amounts with the request. */
export function compareWithRequest(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  fees: FeeTable,
  options: CompareOptions,
  report: ReportProblem,
): void {
  const { chainIdIn, chainIdOut } = request;
  checkEqual(report, "chain", "chainIn", chainIdIn, quote.chainIn);
  checkEqual(report, "chain", "chainOut", chainIdOut, quote.chainOut);
  checkEqual(report, "wallet", "walletAddress", request.walletAddress, quote.walletAddress);
  for (const [field, chainId] of [
    ["tokenIn", chainIdIn],
    ["tokenOut", chainIdOut],
  ] as const) {
    if (!isSameToken(request[field], quote[field], chainId))
      report("token", field, request[field], quote[field]);
  }
  if (chainIdIn === 0) {
    const expected = "an EVM chain (the service does not document what is signed for Bitcoin)";
    report("not_supported", "chainIn", expected, 0);
  }
  if (!isMissing(quote.toAddress))
    checkEqual(report, "receiver", "toAddress", request.toAddress, quote.toAddress);
  // Older quotes name no receiver. That is no problem if the receiver is the wallet itself.
  else if (!isEqual(request.toAddress, request.walletAddress))
    report("receiver_missing", "toAddress", request.toAddress, quote.toAddress);
  checkAmountIn(quote, request, fees, options.maxGasFee, report);
  checkMinimum(quote, request, options, report);
}

/** The minimum is guaranteed. Of a market swap it is the expected amount less the slippage. */
function checkMinimum(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  options: CompareOptions,
  report: ReportProblem,
): undefined {
  const { minAmountOut } = quote;
  const minimum = parseDecimal(minAmountOut);
  if (!minimum) return report("minimum_out", "minAmountOut", "an amount above zero", minAmountOut);
  for (const required of [request.minAmountOut, options.minAmountOut]) {
    if (isMissing(required)) continue;
    const floor = parseDecimal(required);
    // The caller's own minimum is exact. The service can round the one of an order.
    const isOwn = required === options.minAmountOut;
    const rounding = floor && !isOwn ? roundingOfRequest(required, floor, minAmountOut) : 0n;
    if (floor === undefined || minimum + rounding < floor)
      report("minimum_out", "minAmountOut", `at least ${required}`, minAmountOut);
  }
  if (isMissing(request.minAmountOut))
    return compareMinimum(minimum, quote, request, options, report);
  // The amount of an order is shown, but not compared: the minimum is what counts.
  if (!isMissing(quote.amountOut) && parseDecimal(quote.amountOut) === undefined)
    report("amount_out", "amountOut", "a decimal string", quote.amountOut);
  return undefined;
}

function compareMinimum(
  minimum: Decimal,
  { minAmountOut, amountOut, amountOutUSD }: SwapQuote,
  request: SwapQuoteRequest,
  options: CompareOptions,
  report: ReportProblem,
): undefined {
  const slippage = request.slippage ?? defaultSlippage;
  const slippagePercent = parsePercent(slippage);
  if (slippagePercent === undefined || slippage > maxSlippage) {
    const range = `a percentage from ${minSlippage} to ${maxSlippage}`;
    return report("request", "expect.slippage", range, slippage);
  }
  const { tokenOutDecimals } = options;
  if (
    !isMissing(tokenOutDecimals) &&
    !(
      Number.isInteger(tokenOutDecimals) &&
      tokenOutDecimals >= 0 &&
      tokenOutDecimals <= decimalPlaces
    )
  ) {
    const range = `a whole number up to ${decimalPlaces}`;
    return report("request", "tokenOutDecimals", range, tokenOutDecimals);
  }
  if (isMissing(amountOut)) {
    // Older quotes do not state it. The caller's own minimum replaces it.
    return parseDecimal(options.minAmountOut)
      ? undefined
      : report(
          "amount_out_missing",
          "amountOut",
          "an amount, or the option minAmountOut above zero",
          amountOut,
        );
  }
  const expected = parseDecimal(amountOut);
  if (expected === undefined)
    return report("amount_out", "amountOut", "a decimal string", amountOut);
  const floor = takePercent(expected, hundred - slippagePercent);
  // Both amounts can be rounded.
  const rounding = isMissing(tokenOutDecimals)
    ? getRoundingOf(minAmountOut) + getRoundingOf(amountOut)
    : limitUnit(getUnit(tokenOutDecimals));
  if (minimum < floor - rounding) {
    const description = `at least ${formatDecimal(floor)} (${amountOut} less ${slippage}%)`;
    report("slippage", "minAmountOut", description, minAmountOut);
  }
  if (minimum > expected + rounding)
    report("slippage", "minAmountOut", `at most ${amountOut}, the amount expected`, minAmountOut);
  return undefined;

  /** A coarse digit counts as rounding only if no amount shows that the token has finer ones. */
  function getRoundingOf(stated: unknown): Decimal {
    const unit = roundingOf(stated);
    const places = Math.max(...[minAmountOut, amountOut].map(trimZeros).map(countDecimals));
    if (isSmallPart(unit)) return unit;
    // Few tokens have fewer decimals than this.
    if (unit <= getUnit(usualDecimals) && isSmallWorth(unit)) return unit;
    const coarse = getUnit(places) - 1n;
    return isSmallWorth(coarse) ? coarse : 0n;
  }

  /** Rounding to whole units of a valuable token could take most of a small count. */
  function limitUnit(unit: Decimal): Decimal {
    return isSmallPart(unit) || isSmallWorth(unit) ? unit : 0n;
  }

  function isSmallPart(unit: Decimal): boolean {
    return unit <= floor / 50n;
  }

  /** A coarse digit of a valuable token is more than rounding: at most one US dollar. */
  function isSmallWorth(amount: Decimal): boolean {
    const worthOut = parseAmount(amountOutUSD);
    return worthOut !== undefined && amount * worthOut <= one * (expected as Decimal);
  }
}

const trimZeros = (stated: unknown) =>
  typeof stated === "string" ? stated.replace(/(\.\d*?)0+$/, "$1") : stated;

const usualDecimals = 6;
