import type { SwapQuote } from "../../contract/swap/types.js";
import {
  type Decimal,
  maxDecimal,
  one,
  oneCent,
  parseAmount,
  parseDecimal,
  roundingOf,
  truncateDecimal,
} from "../shared/decimal.js";

/** No token of the service has more decimals. */
const maxDecimals = 18;

/**
 * The worth of the requested amount in US dollars, by the quote's own values. Zero if it is not
 * known. If they contradict each other, the highest counts: a low one would hide a loss. `spent` is
 * the part of the amount that the quote explains.
 */
export function getWorthIn(
  { amountInUSD, amountIn, tokenInPrice }: Partial<SwapQuote>,
  requested: Decimal,
  spent = requested,
): Decimal {
  const stated = parseAmount(amountInUSD) ?? 0n;
  const price = parseAmount(tokenInPrice) ?? 0n;
  const atPrice = (each: Decimal) => truncateDecimal((each * requested) / one, maxDecimals);
  const byPrice = atPrice(price);
  const difference = maxDecimal(stated - byPrice, byPrice - stated);
  // Prices of two sources differ a little, and the price of a cheap token can be rounded to a cent.
  const rounding = price ? atPrice(roundingOf(tokenInPrice)) : 0n;
  const isOfRequested = difference <= maxDecimal(byPrice / 100n, rounding);
  // Otherwise it can be the worth of what is left after the gas.
  const part = isOfRequested ? spent : parseDecimal(amountIn);
  const ofAll = part && part < requested ? (stated * requested) / part : stated;
  return maxDecimal(isOfRequested ? stated : byPrice, truncateDecimal(ofAll, maxDecimals));
}

/** What rounding may take from an amount with this worth: a US dollar, or else a small part. */
export function getRoundingLimit(amount: Decimal, worth: Decimal, part: bigint): Decimal {
  return worth ? (amount * one) / worth : amount / part;
}

/** The stated worth of an amount of the gas token. Zero if it is not known. */
export function getGasWorth({
  estimatedGasFees,
}: Partial<SwapQuote>): [amount: Decimal, worth: Decimal] {
  const { gasFeeTokenAmountUSD, gasFeeTokenAmount, maxGasFeeToken } = Object(
    estimatedGasFees,
  ) as Partial<Record<string, unknown>>;
  const amount = parseAmount(gasFeeTokenAmount) || parseAmount(maxGasFeeToken) || 0n;
  return [amount, amount && (parseAmount(gasFeeTokenAmountUSD) ?? 0n)];
}

/**
 * The amount of the gas token that is worth a quarter of the input and one cent, by the quote's own
 * prices. Undefined if the worth of the gas or of the input is not known.
 */
export function getGasWorthLimit(quote: Partial<SwapQuote>): Decimal | undefined {
  const stated = parseAmount(quote.amountInUSD);
  const worthIn = stated ?? getWorthIn(quote, parseDecimal(quote.amountIn) ?? 0n);
  const [amount, worth] = getGasWorth(quote);
  if ((stated === undefined && !worthIn) || !worth) return undefined;
  return truncateDecimal((amount * (worthIn / 4n + oneCent)) / worth, maxDecimals);
}
