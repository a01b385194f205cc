import type { Fee } from "../../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../../contract/swap/types.js";
import {
  countDecimals,
  type Decimal,
  formatDecimal,
  getUnit,
  maxDecimal,
  maxRoundingError,
  one,
  parseAmount,
  parseDecimal,
  parsePercent,
  roundingOf,
  takePercent,
} from "../../shared/decimal.js";
import { isMissing } from "../../shared/problems.js";
import { isSameToken } from "../same-token.js";

/** The caller's own limits. */
export interface FeeLimits {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
}

/** What the fees of a quote may be by its request, and how far rounding may exceed that. */
export interface FeeTerms {
  readonly request: SwapQuoteRequest;
  /** The requested amount. */
  readonly amountIn: Decimal;
  /** The fees of the caller's project. */
  readonly projectPercent: Decimal;
  /** The caller's extra fee. */
  readonly extraPercent: Decimal;
  readonly maxServicePercent: Decimal;
  /** The option `maxGasFee`. */
  readonly ownGasLimit: FeeLimit | undefined;
  readonly paysGasInInput: boolean;
  /** The default gas limit if gas is paid in the input token. */
  readonly quarterOfInput: Decimal;
  shareOfInput(percent: Decimal): Decimal;
  /** A coarse digit of a valuable token is more than rounding. */
  isSmallWorth(amount: Decimal): boolean;
  /** How much an amount of the input token may exceed its limit by rounding. */
  getRounding(amount: unknown, limit: Decimal): Decimal;
}

const defaultServiceFeePercent = 1;
/** What rounding may cost, in US dollars by the quote's own prices. */
const maxRoundedWorth = one;

const parseOptionalPercent = (percent: number | null | undefined) =>
  parsePercent(percent ?? 0) ?? 0n;

export function readFeeTerms(
  quote: SwapQuote,
  fees: readonly Partial<Fee>[],
  request: SwapQuoteRequest,
  { maxServiceFeePercent, maxGasFee }: FeeLimits,
): FeeTerms {
  const { tokenIn, payGasFeeToken, extraFee, chainIdIn } = request;
  const amountIn = parseDecimal(request.amountIn) ?? 0n;
  const paysGasInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const shareOfInput = (percent: Decimal) => takePercent(amountIn, percent);
  /** The rounding error of one share of the input. */
  const tolerance = maxDecimal(
    isSmallWorth(maxRoundingError) ? maxRoundingError : 0n,
    shareOfInput(maxRoundingError),
  );
  const inputRounding = findInputRounding();

  return {
    request,
    amountIn,
    projectPercent: parseOptionalPercent(request.transactionFeePercent),
    extraPercent: parseOptionalPercent(extraFee?.percentage),
    maxServicePercent: parseOptionalPercent(maxServiceFeePercent ?? defaultServiceFeePercent),
    ownGasLimit: isMissing(maxGasFee)
      ? undefined
      : [parseDecimal(maxGasFee) ?? 0n, `at most ${maxGasFee}`],
    paysGasInInput,
    quarterOfInput: amountIn / 4n,
    shareOfInput,
    isSmallWorth,
    getRounding,
  };

  function isSmallWorth(amount: Decimal): boolean {
    const worthIn = parseAmount(quote.amountInUSD);
    if (amount <= amountIn / 100n) return true;
    return worthIn !== undefined && amount * worthIn <= maxRoundedWorth * amountIn;
  }

  /** The rounding of the amount of the input token that shows the most decimals. */
  function findInputRounding(): Decimal {
    const { estimatedCollectedFee: collected, estimatedGasFees: estimate } = quote;
    const amounts: unknown[] = [request.amountIn, quote.amountIn];
    amounts.push(collected?.collectedFee, collected?.serviceCollectedFee);
    if (paysGasInInput) amounts.push(estimate?.maxGasFeeToken, estimate?.gasFeeTokenAmount);
    for (const fee of fees)
      if (isSameToken(fee.token, tokenIn, chainIdIn)) amounts.push(fee.amount);
    return getUnit(Math.max(...amounts.map(countDecimals))) - 1n;
  }

  function getRounding(amount: unknown, limit: Decimal): Decimal {
    const unit = roundingOf(amount);
    // Rounding never makes a fee of none. A coarse digit needs a token without finer ones.
    if (!limit || isMissing(amount)) return tolerance;
    const coarse = isSmallWorth(inputRounding) ? inputRounding : 0n;
    return maxDecimal(tolerance, unit <= amountIn / 1_000n ? unit : coarse);
  }
}

/** A maximum and its description for a problem. */
export type FeeLimit = readonly [maximum: Decimal, description: string];

export const createFeeLimit = (maximum: Decimal, note = ""): FeeLimit => [
  maximum,
  `at most ${formatDecimal(maximum)}${note}`,
];

export const minDecimal = (a: Decimal, b: Decimal) => (a < b ? a : b);
