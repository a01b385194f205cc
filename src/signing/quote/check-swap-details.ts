import { defaultSlippage, leastSlippage, mostSlippage } from "../../contract/shared/patterns.js";
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

/** What `checkTerms` needs to know beside the request. */
export interface CheckSwapDetailsOptions {
  minAmountOut?: string | undefined;
  tokenOutDecimals?: number | undefined;
}

/** No token that matters has fewer; a guaranteed minimum may be cut off after them. */
const fewestDecimals = 6;

/** Chains, tokens, wallet, receiver and amounts: is it what was asked? */
export function checkSwapDetails(
  quote: SwapQuote,
  asked: SwapQuoteRequest,
  options: CheckSwapDetailsOptions,
  report: ReportProblem,
): void {
  checkEqual(report, "chain", "chainIn", asked.chainIdIn, quote.chainIn);
  checkEqual(report, "chain", "chainOut", asked.chainIdOut, quote.chainOut);
  checkEqual(report, "wallet", "walletAddress", asked.walletAddress, quote.walletAddress);
  for (const field of ["tokenIn", "tokenOut"] as const) {
    // No token of these chains is named by its letter case: Bitcoin's is a word.
    const word = ({ [field]: token }: SwapQuoteRequest | SwapQuote) =>
      typeof token === "string" ? token.toLowerCase() : token;
    if (!isEqual(word(asked), word(quote))) report("token", field, asked[field], quote[field]);
  }
  if (asked.chainIdIn === 0) {
    report(
      "not_supported",
      "chainIn",
      "an EVM chain (what is signed for Bitcoin is not published)",
      0,
    );
  }
  // Older answers name no receiver. Then nothing says that the money goes anywhere but to the wallet itself.
  checkEqual(
    report,
    "receiver",
    "toAddress",
    asked.toAddress,
    isMissing(quote.toAddress) && stays(asked) ? asked.toAddress : quote.toAddress,
  );
  checkAmountIn(quote, asked, report);
  if (asked.minAmountOut === undefined) checkMarketMinimum(quote, asked, options, report);
  for (const least of [asked.minAmountOut, options.minAmountOut ?? undefined]) {
    if (least !== undefined) checkMinimum(quote, least, report);
  }
}

const stays = ({ toAddress, walletAddress }: SwapQuoteRequest) => isEqual(toAddress, walletAddress);

/** Whether the gas comes out of the amount. */
export function deductsGas({
  gasFeePaymentMethod,
  payGasFeeToken,
  tokenIn,
}: SwapQuoteRequest): boolean {
  return gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && isEqual(payGasFeeToken, tokenIn);
}

function checkAmountIn(
  { amountIn, estimatedGasFees: gas }: SwapQuote,
  asked: SwapQuoteRequest,
  report: ReportProblem,
): void {
  const wanted = parseDecimal(asked.amountIn);
  const given = parseDecimal(amountIn);
  // Gas on top leaves the amount as it is. Gas out of it may be left out of the amount that is shown, and nothing else may be.
  const left = deductsGas(asked)
    ? (parseDecimal(gas?.maxGasFeeToken) ?? parseDecimal(gas?.gasFeeTokenAmount))
    : undefined;
  if (wanted && given && given <= wanted && given >= wanted - (left ?? 0n)) return;
  const words = left === undefined ? "" : `, less at most ${formatDecimal(left)} of gas`;
  report("amount_in", "amountIn", `${asked.amountIn} as a decimal string${words}`, amountIn);
}

/** A market swap guarantees what it expects, less the slippage. */
function checkMarketMinimum(
  { minAmountOut, amountOut }: SwapQuote,
  asked: SwapQuoteRequest,
  options: CheckSwapDetailsOptions,
  report: ReportProblem,
) {
  const no = (expected: string) => report("minimum_out", "minAmountOut", expected, minAmountOut);
  const slippage = asked.slippage ?? defaultSlippage;
  const least = parseDecimal(minAmountOut);
  if (!least) return no("an amount above zero");
  const percent = parsePercent(slippage);
  if (percent === undefined || slippage > mostSlippage)
    return report(
      "request",
      "expect.slippage",
      `a percentage from ${leastSlippage} to ${mostSlippage}`,
      slippage,
    );
  // Older answers do not state it. A floor of the caller's own can stand in for it.
  if (isMissing(amountOut) && !isMissing(options.minAmountOut)) return undefined;
  const expected = parseDecimal(amountOut);
  if (expected === undefined)
    return report(
      "amount_out",
      "amountOut",
      "a decimal string, or the option minAmountOut",
      amountOut,
    );
  const floor = takePercent(expected, hundred - percent);
  // What is expected may be told with more digits than the token has.
  const decimals =
    options.tokenOutDecimals ?? Math.max(minAmountOut?.split(".")[1]?.length ?? 0, fewestDecimals);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > decimalPlaces)
    return report("request", "tokenOutDecimals", `a whole number up to ${decimalPlaces}`, decimals);
  if (least < truncateDecimal(floor, decimals))
    no(`at least ${formatDecimal(floor)} (${amountOut} less ${slippage}%)`);
  return least > expected ? no(`at most ${amountOut}, the amount expected`) : undefined;
}

function checkMinimum({ minAmountOut }: SwapQuote, wanted: string, report: ReportProblem): void {
  const floor = parseDecimal(wanted);
  const least = parseDecimal(minAmountOut);
  if (floor === undefined || !least || least < floor)
    report("minimum_out", "minAmountOut", `at least ${wanted}`, minAmountOut);
}
