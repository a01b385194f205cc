import { defaultSlippage, maxSlippage, minSlippage } from "../../contract/shared/slippage.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing } from "../../shared/guards.js";
import {
  type Decimal,
  formatDecimal,
  formatShort,
  getRounding,
  isAtLeast,
  isAtMost,
  one,
  parseAmountText,
  parseDecimal,
  parsePercent,
  reaches,
  takePercent,
} from "../shared/decimal.js";
import { formatStated } from "../shared/format.js";
import { checkEqual, isEqual, type ReportProblem } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import type { Costs } from "../statement/costs.js";
import type { QuoteTerms } from "./quote-options.js";

export function compareWithRequest(
  quote: SwapQuote,
  { expect: request, minReceived, maxGasFee }: QuoteTerms,
  costs: Costs,
  report: ReportProblem,
): void {
  const { chainIdIn, chainIdOut, toAddress, walletAddress } = request;
  checkEqual(report, "chain", "chainIn", chainIdIn, quote.chainIn);
  checkEqual(report, "chain", "chainOut", chainIdOut, quote.chainOut);
  checkEqual(report, "wallet", "walletAddress", walletAddress, quote.walletAddress);
  for (const [field, chainId] of [
    ["tokenIn", chainIdIn],
    ["tokenOut", chainIdOut],
  ] as const)
    if (!isSameToken(request[field], quote[field], chainId))
      report("token", field, request[field], quote[field]);
  if (chainIdIn === 0) {
    const expected = "an EVM chain (the service does not document what is signed for Bitcoin)";
    report("not_supported", "chainIn", expected, 0);
  }
  if (!isMissing(quote.toAddress))
    checkEqual(report, "receiver", "toAddress", toAddress, quote.toAddress);
  // Older quotes name no receiver. That is no problem if the receiver is the wallet itself.
  else if (!isEqual(toAddress, walletAddress))
    report("receiver_missing", "toAddress", toAddress, quote.toAddress);
  checkAmountIn(quote, request, costs, report);
  checkMinimum(quote, request, minReceived, report);
  checkGas("estimatedGasFees.maxGasFeeToken", maxGasFee, costs.gas.comparable, report);
}

/** At most the requested amount, and the gas where it is added to that. */
function checkAmountIn(
  { amountIn }: SwapQuote,
  { amountIn: requested, payGasFeeToken, tokenIn, chainIdIn }: SwapQuoteRequest,
  { gas }: Costs,
  report: ReportProblem,
): undefined {
  const asked = parseDecimal(requested);
  const actual = parseAmountText(amountIn);
  if (!asked) return report("request", "expect.amountIn", "a decimal string above zero", requested);
  const isAdded = !gas.isInside && isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const limit = asked + (isAdded ? (gas.highest ?? 0n) : 0n);
  // With gas, the limit has more digits than the request: they are no rounding.
  const isLow =
    actual !== undefined && (isAtMost(actual, asked, amountIn) || isAtMost(actual, limit));
  const shown = limit > asked ? `${formatShort(limit)} with gas` : formatStated(requested);
  return isLow ? undefined : report("amount_in", "amountIn", `at most ${shown}`, amountIn);
}

/** The minimum is guaranteed. Of a market swap it is the expected amount less the slippage. */
function checkMinimum(
  { minAmountOut, amountOut }: SwapQuote,
  request: SwapQuoteRequest,
  ownMinimum: string | undefined,
  report: ReportProblem,
): undefined {
  const minimum = parseAmountText(minAmountOut);
  if (!minimum) return report("minimum_out", "minAmountOut", "an amount above zero", minAmountOut);
  for (const limit of [ownMinimum, request.minAmountOut]) {
    const floor = parseDecimal(limit);
    const isReached = floor !== undefined && reaches(minimum, floor, minAmountOut);
    if (!isMissing(limit) && !isReached)
      report("below_minimum", "minAmountOut", `at least ${formatLimit(limit)}`, minAmountOut);
  }
  if (!isMissing(request.minAmountOut)) return undefined;
  const slippage = request.slippage ?? defaultSlippage;
  const percent = parsePercent(slippage);
  if (percent === undefined || slippage > maxSlippage) {
    const range = `a percentage from ${minSlippage} to ${maxSlippage}`;
    return report("request", "expect.slippage", range, slippage);
  }
  // Older quotes do not state the expected amount.
  if (isMissing(amountOut)) return undefined;
  const expected = parseAmountText(amountOut);
  if (expected === undefined)
    return report("price_unknown", "amountOut", "a decimal string", amountOut);
  const floor = takePercent(expected, 100n * one - percent);
  if (isAtLeast(minimum, floor, minAmountOut)) return undefined;
  // The expected amount can be rounded, too.
  const least = expected - getRounding(amountOut, floor);
  if (minimum >= takePercent(least, 100n * one - percent)) return undefined;
  const description = `at least ${formatShort(floor)} (${formatStated(amountOut)} less ${slippage}%)`;
  return report("slippage", "minAmountOut", description, minAmountOut);
}

/** The caller's own limit is exact. `stated` is undefined if gas is missing or in another token. */
export function checkGas(
  path: string,
  maxGasFee: string | undefined,
  stated: Decimal | undefined,
  report: ReportProblem,
  received: unknown = stated === undefined ? undefined : formatDecimal(stated),
): void {
  const limit = parseDecimal(maxGasFee);
  if (limit !== undefined && (stated === undefined || stated > limit))
    report("gas_above_maximum", path, `at most ${formatLimit(maxGasFee)}`, received);
}

const formatLimit = (limit: unknown) =>
  parseDecimal(limit) === undefined ? String(limit) : formatStated(limit);
