import type { SwapQuote, SwapQuoteRequest } from "../contract/types/swap.js";
import { compare, cutTo, type Decimal, decimalOf, hundred, minus, percentage, printDecimal, readDecimal } from "./decimal.js";
import { type Report, sameAddress, sameText } from "./report.js";

/** What `checkTerms` needs to know beside the request. */
export interface TermsOptions {
  minAmountOut?: string | undefined;
  tokenOutDecimals?: number | undefined;
}

/** No token that matters has fewer; a guaranteed minimum may be cut off after them. */
const fewestDecimals = 6;
const defaultSlippage = 0.5;

/** Chains, tokens, wallet, receiver and amounts: is it what was asked? */
export function checkTerms(quote: SwapQuote, asked: SwapQuoteRequest, options: TermsOptions, report: Report): void {
  checkRoute(quote, asked, report);
  checkAmountIn(quote, asked, report);
  if (asked.minAmountOut === undefined) checkMarketMinimum(quote, asked, options, report);
  for (const least of [asked.minAmountOut, options.minAmountOut]) {
    if (least !== undefined) checkAtLeast(quote, least, report);
  }
}

function checkRoute(quote: SwapQuote, asked: SwapQuoteRequest, report: Report): void {
  for (const [field, wanted] of [
    ["chainIn", asked.chainIdIn],
    ["chainOut", asked.chainIdOut],
  ] as const) {
    if (quote[field] !== wanted) report("chain", field, wanted, quote[field], "not the chain that was asked for");
  }
  if (asked.chainIdIn === 0) {
    report("not_supported", "chainIn", "one of the nine EVM chains", 0, "what is signed for a swap out of Bitcoin has not been published");
  }
  for (const field of ["tokenIn", "tokenOut"] as const) {
    if (!sameText(quote[field], asked[field])) {
      report("token", field, asked[field], quote[field], "not the token that was asked for");
    }
  }
  if (!sameAddress(quote.walletAddress, asked.walletAddress)) {
    report("wallet", "walletAddress", asked.walletAddress, quote.walletAddress, "not the wallet that swaps");
  }
  checkReceiver(quote, asked, report);
}

function checkReceiver({ toAddress }: SwapQuote, asked: SwapQuoteRequest, report: Report): void {
  // Older answers name no receiver. Then nothing says that the money goes anywhere but to the wallet itself.
  const unnamed = toAddress === null || toAddress === undefined;
  const stays = sameAddress(asked.toAddress, asked.walletAddress);
  if (unnamed ? !stays : !sameAddress(toAddress, asked.toAddress)) {
    report("receiver", "toAddress", asked.toAddress, toAddress, "not the receiver that was asked for");
  }
}

function checkAmountIn(quote: SwapQuote, asked: SwapQuoteRequest, report: Report) {
  const wanted = readDecimal(asked.amountIn);
  const given = readDecimal(quote.amountIn);
  const no = (expected: string) => report("amount_in", "amountIn", expected, quote.amountIn, "not the amount that was asked for");
  if (!wanted || !given || wanted.units === 0n) return no(asked.amountIn);
  const sides = compare(given, wanted);
  if (sides === 0) return;
  const gas = gasInTokenIn(quote, asked);
  // Gas on top leaves the amount as it is. Gas out of it may be left out of the amount that is shown, and nothing else may be.
  if (sides > 0 || !gas) return no(asked.amountIn);
  if (compare(given, minus(wanted, gas)) < 0 || given.units === 0n) {
    no(`${asked.amountIn}, less at most ${printDecimal(gas)} of gas`);
  }
}

/** The most gas that a quote names, where it comes out of the amount. */
function gasInTokenIn({ estimatedGasFees }: SwapQuote, asked: SwapQuoteRequest): Decimal | undefined {
  if (asked.gasFeePaymentMethod !== "DEDUCT_FROM_AMOUNT" || !sameText(asked.payGasFeeToken, asked.tokenIn)) return undefined;
  return readDecimal(estimatedGasFees?.maxGasFeeToken) ?? readDecimal(estimatedGasFees?.gasFeeTokenAmount);
}

/** A market swap guarantees what it expects, less the slippage. */
function checkMarketMinimum(quote: SwapQuote, asked: SwapQuoteRequest, options: TermsOptions, report: Report) {
  const no = (expected: string, why: string) => report("minimum_out", "minAmountOut", expected, quote.minAmountOut, why);
  const least = readDecimal(quote.minAmountOut);
  if (!least || least.units === 0n) return no("an amount above zero", "nothing is guaranteed");
  const percent = decimalOf(asked.slippage ?? defaultSlippage);
  if (!percent || compare(percent, hundred) > 0) {
    return report("request", "expect.slippage", "a percentage from 0.5 to 99", asked.slippage, "not a slippage");
  }
  if (quote.amountOut === null || quote.amountOut === undefined) {
    // Older answers do not state it. A floor of the caller's own can stand in for it.
    if (options.minAmountOut !== undefined) return;
    return report("amount_out", "amountOut", "an amount, or a minAmountOut among the options", quote.amountOut, "no slippage to see");
  }
  const expected = readDecimal(quote.amountOut);
  if (!expected) return report("amount_out", "amountOut", "a decimal string", quote.amountOut, "not an amount");
  const floor = percentage(expected, minus(hundred, percent));
  const places = options.tokenOutDecimals ?? Math.max(expected.places, least.places, fewestDecimals);
  if (compare(least, cutTo(floor, places)) < 0) {
    no(`at least ${printDecimal(floor)}`, `less than ${quote.amountOut} and a slippage of ${asked.slippage ?? defaultSlippage}% allow`);
  }
  if (compare(least, expected) > 0) {
    report("minimum_out", "minAmountOut", `at most ${quote.amountOut}`, quote.minAmountOut, "more than the swap is expected to yield");
  }
}

function checkAtLeast({ minAmountOut }: SwapQuote, wanted: string, report: Report): void {
  const floor = readDecimal(wanted);
  const least = readDecimal(minAmountOut);
  if (!floor || !least || least.units === 0n || compare(least, floor) < 0) {
    report("minimum_out", "minAmountOut", `at least ${wanted}`, minAmountOut, "less than was asked for");
  }
}
