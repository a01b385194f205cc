import { defaultSlippage, maxSlippage, minSlippage } from "../../contract/shared/patterns.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  decimalPlaces,
  formatDecimal,
  hundred,
  parseDecimal,
  parsePercent,
  takePercent,
  truncateDecimal,
} from "../shared/decimal.js";
import { checkEqual, isEqual, isMissing, type ReportProblem } from "../shared/problems.js";

export interface CompareOptions {
  minAmountOut?: string | undefined;
  tokenOutDecimals?: number | undefined;
}

/** A guaranteed minimum may be truncated after these places. Tokens with fewer are rare. */
const minTokenDecimals = 6;

/** Compares chains, tokens, wallet, receiver and amounts with the request. */
export function compareWithRequest(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  options: CompareOptions,
  report: ReportProblem,
): void {
  checkEqual(report, "chain", "chainIn", request.chainIdIn, quote.chainIn);
  checkEqual(report, "chain", "chainOut", request.chainIdOut, quote.chainOut);
  checkEqual(report, "wallet", "walletAddress", request.walletAddress, quote.walletAddress);
  for (const field of ["tokenIn", "tokenOut"] as const) {
    // Tokens that are not addresses, such as BTC, are compared without letter case too.
    const normalize = ({ [field]: token }: SwapQuoteRequest | SwapQuote) =>
      typeof token === "string" ? token.toLowerCase() : token;
    if (!isEqual(normalize(request), normalize(quote)))
      report("token", field, request[field], quote[field]);
  }
  if (request.chainIdIn === 0) {
    const expected = "an EVM chain (the service does not document what is signed for Bitcoin)";
    report("not_supported", "chainIn", expected, 0);
  }
  // Older quotes name no receiver. That is accepted if the receiver is the wallet itself.
  const isOwnWallet = isEqual(request.toAddress, request.walletAddress);
  const receiver = isMissing(quote.toAddress) && isOwnWallet ? request.toAddress : quote.toAddress;
  checkEqual(report, "receiver", "toAddress", request.toAddress, receiver);
  checkAmountIn(quote, request, report);
  if (isMissing(request.minAmountOut)) checkMarketMinimum(quote, request, options, report);
  for (const minimum of [request.minAmountOut, options.minAmountOut ?? undefined]) {
    if (!isMissing(minimum)) checkMinimum(quote, minimum, report);
  }
}

/** Whether gas is deducted from the input amount. */
export function deductsGas(request: SwapQuoteRequest): boolean {
  const { gasFeePaymentMethod, payGasFeeToken, tokenIn } = request;
  return gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && isEqual(payGasFeeToken, tokenIn);
}

/** The amount must be the requested one, less at most the gas if gas is deducted from it. */
function checkAmountIn(
  { amountIn, estimatedGasFees: gas }: SwapQuote,
  request: SwapQuoteRequest,
  report: ReportProblem,
): void {
  const expected = parseDecimal(request.amountIn);
  const actual = parseDecimal(amountIn);
  const maxGas = deductsGas(request)
    ? (parseDecimal(gas?.maxGasFeeToken) ?? parseDecimal(gas?.gasFeeTokenAmount))
    : undefined;
  if (expected && actual && actual <= expected && actual >= expected - (maxGas ?? 0n)) return;
  const deduction = maxGas === undefined ? "" : `, less at most ${formatDecimal(maxGas)} of gas`;
  const description = `${request.amountIn} as a decimal string${deduction}`;
  report("amount_in", "amountIn", description, amountIn);
}

/** The minimum of a market swap must be the expected amount less the requested slippage. */
function checkMarketMinimum(
  { minAmountOut, amountOut }: SwapQuote,
  request: SwapQuoteRequest,
  options: CompareOptions,
  report: ReportProblem,
): undefined {
  const reject = (expected: string) =>
    report("minimum_out", "minAmountOut", expected, minAmountOut);
  const slippage = request.slippage ?? defaultSlippage;
  const minimum = parseDecimal(minAmountOut);
  if (!minimum) return reject("an amount above zero");
  const slippagePercent = parsePercent(slippage);
  if (slippagePercent === undefined || slippage > maxSlippage) {
    const range = `a percentage from ${minSlippage} to ${maxSlippage}`;
    return report("request", "expect.slippage", range, slippage);
  }
  // Older quotes do not state amountOut. The caller's own minimum replaces it.
  if (isMissing(amountOut) && !isMissing(options.minAmountOut)) return undefined;
  const expected = parseDecimal(amountOut);
  if (expected === undefined) {
    const description = "a decimal string, or the option minAmountOut";
    return report("amount_out", "amountOut", description, amountOut);
  }
  const floor = takePercent(expected, hundred - slippagePercent);
  // The expected amount may have more decimals than the token.
  const statedDecimals = minAmountOut?.split(".")[1]?.length ?? 0;
  const decimals = options.tokenOutDecimals ?? Math.max(statedDecimals, minTokenDecimals);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > decimalPlaces) {
    const range = `a whole number up to ${decimalPlaces}`;
    return report("request", "tokenOutDecimals", range, decimals);
  }
  if (minimum < truncateDecimal(floor, decimals))
    reject(`at least ${formatDecimal(floor)} (${amountOut} less ${slippage}%)`);
  return minimum > expected ? reject(`at most ${amountOut}, the amount expected`) : undefined;
}

function checkMinimum({ minAmountOut }: SwapQuote, required: string, report: ReportProblem): void {
  const floor = parseDecimal(required);
  const minimum = parseDecimal(minAmountOut);
  if (floor === undefined || !minimum || minimum < floor)
    report("minimum_out", "minAmountOut", `at least ${required}`, minAmountOut);
}
