import { defaultSlippage, maxSlippage, minSlippage } from "../../contract/shared/patterns.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  cutTo,
  decimalOf,
  hundred,
  percentage,
  places,
  printDecimal,
  readDecimal,
} from "../shared/decimal.js";
import { hold, isMissing, type Report, same } from "../shared/problems.js";

/** What `checkTerms` needs to know beside the request. */
export interface TermsOptions {
  minAmountOut?: string | undefined;
  tokenOutDecimals?: number | undefined;
}

/** No token that matters has fewer; a guaranteed minimum may be cut off after them. */
const fewestDecimals = 6;

/** Chains, tokens, wallet, receiver and amounts: is it what was asked? */
export function checkTerms(
  quote: SwapQuote,
  asked: SwapQuoteRequest,
  options: TermsOptions,
  report: Report,
): void {
  hold(report, "chain", "chainIn", asked.chainIdIn, quote.chainIn);
  hold(report, "chain", "chainOut", asked.chainIdOut, quote.chainOut);
  hold(report, "wallet", "walletAddress", asked.walletAddress, quote.walletAddress);
  for (const field of ["tokenIn", "tokenOut"] as const) {
    // No token of these chains is named by its letter case: Bitcoin's is a word.
    const word = ({ [field]: token }: SwapQuoteRequest | SwapQuote) =>
      typeof token === "string" ? token.toLowerCase() : token;
    if (!same(word(asked), word(quote))) report("token", field, asked[field], quote[field]);
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
  hold(
    report,
    "receiver",
    "toAddress",
    asked.toAddress,
    isMissing(quote.toAddress) && stays(asked) ? asked.toAddress : quote.toAddress,
  );
  checkAmountIn(quote, asked, report);
  if (asked.minAmountOut === undefined) checkMarketMinimum(quote, asked, options, report);
  for (const least of [asked.minAmountOut, options.minAmountOut ?? undefined]) {
    if (least !== undefined) checkAtLeast(quote, least, report);
  }
}

const stays = ({ toAddress, walletAddress }: SwapQuoteRequest) => same(toAddress, walletAddress);

/** Whether the gas comes out of the amount. */
export function deductsGas({
  gasFeePaymentMethod,
  payGasFeeToken,
  tokenIn,
}: SwapQuoteRequest): boolean {
  return gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && same(payGasFeeToken, tokenIn);
}

function checkAmountIn(
  { amountIn, estimatedGasFees: gas }: SwapQuote,
  asked: SwapQuoteRequest,
  report: Report,
): void {
  const wanted = readDecimal(asked.amountIn);
  const given = readDecimal(amountIn);
  // Gas on top leaves the amount as it is. Gas out of it may be left out of the amount that is shown, and nothing else may be.
  const left = deductsGas(asked)
    ? (readDecimal(gas?.maxGasFeeToken) ?? readDecimal(gas?.gasFeeTokenAmount))
    : undefined;
  if (wanted && given && given <= wanted && given >= wanted - (left ?? 0n)) return;
  const words = left === undefined ? "" : `, less at most ${printDecimal(left)} of gas`;
  report("amount_in", "amountIn", `${asked.amountIn} as a decimal string${words}`, amountIn);
}

/** A market swap guarantees what it expects, less the slippage. */
function checkMarketMinimum(
  { minAmountOut, amountOut }: SwapQuote,
  asked: SwapQuoteRequest,
  options: TermsOptions,
  report: Report,
) {
  const no = (expected: string) => report("minimum_out", "minAmountOut", expected, minAmountOut);
  const slippage = asked.slippage ?? defaultSlippage;
  const least = readDecimal(minAmountOut);
  if (!least) return no("an amount above zero");
  const percent = decimalOf(slippage);
  if (percent === undefined || slippage > maxSlippage)
    return report(
      "request",
      "expect.slippage",
      `a percentage from ${minSlippage} to ${maxSlippage}`,
      slippage,
    );
  // Older answers do not state it. A floor of the caller's own can stand in for it.
  if (isMissing(amountOut) && !isMissing(options.minAmountOut)) return undefined;
  const expected = readDecimal(amountOut);
  if (expected === undefined)
    return report(
      "amount_out",
      "amountOut",
      "a decimal string, or the option minAmountOut",
      amountOut,
    );
  const floor = percentage(expected, hundred - percent);
  // What is expected may be told with more digits than the token has.
  const decimals =
    options.tokenOutDecimals ?? Math.max(minAmountOut?.split(".")[1]?.length ?? 0, fewestDecimals);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > places)
    return report("request", "tokenOutDecimals", `a whole number up to ${places}`, decimals);
  if (least < cutTo(floor, decimals))
    no(`at least ${printDecimal(floor)} (${amountOut} less ${slippage}%)`);
  return least > expected ? no(`at most ${amountOut}, the amount expected`) : undefined;
}

function checkAtLeast({ minAmountOut }: SwapQuote, wanted: string, report: Report): void {
  const floor = readDecimal(wanted);
  const least = readDecimal(minAmountOut);
  if (floor === undefined || !least || least < floor)
    report("minimum_out", "minAmountOut", `at least ${wanted}`, minAmountOut);
}
