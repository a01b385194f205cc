import { defaultSlippage, maxSlippage, minSlippage } from "../../contract/shared/slippage.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import { isMissing } from "../../shared/guards.js";
import {
  formatDecimal,
  formatShort,
  isAtLeast,
  isAtMost,
  one,
  parseAmountText,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import { formatAmount, formatStated } from "../shared/format.js";
import { checkEqual, isEqual, type ReportProblem } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import type { Costs } from "./costs.js";
import type { CheckQuoteOptions } from "./quote-options.js";

/** Compares chains, tokens, wallet, receiver and amounts with the request and the limits. */
export function compareWithRequest(
  quote: SwapQuote,
  { expect: request, minAmountOut, maxGasFee }: CheckQuoteOptions,
  costs: Costs,
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
  checkAmountIn(quote, request, costs, report);
  checkMinimum(quote, request, minAmountOut, report);
  checkGas(costs, maxGasFee, report);
}

/** At most the requested amount, and the gas where it is added to that. */
function checkAmountIn(
  { amountIn }: SwapQuote,
  request: SwapQuoteRequest,
  { gas }: Costs,
  report: ReportProblem,
): undefined {
  const asked = parseDecimal(request.amountIn);
  const actual = parseAmountText(amountIn);
  if (!asked)
    return report("request", "expect.amountIn", "a decimal string above zero", request.amountIn);
  const { payGasFeeToken, tokenIn, chainIdIn } = request;
  const isAdded = !gas.isInside && isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const limit = asked + (isAdded ? (gas.highest ?? 0n) : 0n);
  // With gas, the limit has more digits than the request: they are no rounding.
  const isLow =
    actual !== undefined && (isAtMost(actual, asked, amountIn) || isAtMost(actual, limit));
  if (isLow) return undefined;
  const expected =
    limit > asked
      ? `at most ${formatShort(limit)} with gas`
      : `at most ${formatLimit(request.amountIn)}`;
  return report("amount_in", "amountIn", expected, amountIn);
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
  const own = isMissing(ownMinimum) ? 0n : parseDecimal(ownMinimum);
  if (own === undefined || minimum < own)
    report("below_minimum", "minAmountOut", `at least ${formatLimit(ownMinimum)}`, minAmountOut);
  if (!isMissing(request.minAmountOut)) {
    const floor = parseDecimal(request.minAmountOut);
    // The service can round the minimum of an order.
    if (floor === undefined || !isAtLeast(minimum, floor, minAmountOut))
      report(
        "below_minimum",
        "minAmountOut",
        `at least ${formatLimit(request.minAmountOut)}`,
        minAmountOut,
      );
    return undefined;
  }
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
  if (isAtLeast(minimum, floor, minAmountOut, amountOut)) return undefined;
  const description = `at least ${formatShort(floor)} (${formatStated(amountOut)} less ${slippage}%)`;
  return report("slippage", "minAmountOut", description, minAmountOut);
}

/** The caller's own limit is exact, and the quote must state its gas in the token of the limit. */
function checkGas(
  { gas, listed, unreadable }: Costs,
  maxGasFee: string | undefined,
  report: ReportProblem,
): undefined {
  const limit = parseDecimal(maxGasFee);
  if (limit === undefined) return undefined;
  const isKnown =
    listed.every(({ isGas, cost }) => !isGas || cost !== undefined) &&
    !unreadable.some(([path]) => path.startsWith("estimatedGasFees") || path.endsWith(".token"));
  if (isKnown && gas.highest !== undefined && gas.highest <= limit) return undefined;
  const received = isKnown && gas.highest !== undefined ? formatDecimal(gas.highest) : undefined;
  return report(
    "gas_above_maximum",
    "estimatedGasFees.maxGasFeeToken",
    `at most ${formatLimit(maxGasFee)}`,
    received,
  );
}

/** A limit of the caller, as a person writes it. */
function formatLimit(limit: string | null | undefined): string {
  const amount = parseDecimal(limit);
  return amount === undefined ? String(limit) : formatAmount(amount);
}
