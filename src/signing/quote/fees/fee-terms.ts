import type { SwapQuote, SwapQuoteRequest } from "../../../contract/swap/types.js";
import {
  countDecimals,
  type Decimal,
  formatDecimal,
  getUnit,
  maxDecimal,
  maxRoundingError,
  minDecimal,
  parseDecimal,
  parsePercent,
  roundingOf,
  takePercent,
} from "../../shared/decimal.js";
import { isMissing } from "../../shared/problems.js";
import { getGasWorth, getRoundingLimit, getWorthIn } from "../worth.js";
import type { FeeTable } from "./fee-table.js";

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
  /** How much an amount of the input token may exceed its limit by rounding. */
  getRounding(amount: unknown, limit: Decimal): Decimal;
  /** A coarse digit of a valuable token is more than rounding. */
  limitRounding(rounding: Decimal): Decimal;
  /** The same for the gas token and its limit. Rounding never exceeds the caller's own limit. */
  limitGasRounding(rounding: Decimal, limit: Decimal): Decimal;
}

const defaultServiceFeePercent = 1;

const parseOptionalPercent = (percent: number | null | undefined) =>
  parsePercent(percent ?? 0) ?? 0n;

export function readFeeTerms(
  quote: SwapQuote,
  table: FeeTable,
  request: SwapQuoteRequest,
  { maxServiceFeePercent, maxGasFee }: FeeLimits,
): FeeTerms {
  const { amountIn, paysGasInInput } = table;
  const ownLimit = isMissing(maxGasFee) ? undefined : (parseDecimal(maxGasFee) ?? 0n);
  const [gasAmount, gasWorth] = getGasWorth(quote);
  const mostRounding = getRoundingLimit(amountIn, getWorthIn(quote, amountIn), 1_000n);
  const limitRounding = (rounding: Decimal) => minDecimal(rounding, mostRounding);
  const shareOfInput = (percent: Decimal) => takePercent(amountIn, percent);
  /** The rounding error of one share of the input. */
  const tolerance = maxDecimal(limitRounding(maxRoundingError), shareOfInput(maxRoundingError));
  const inputRounding = findInputRounding();

  return {
    request,
    amountIn,
    projectPercent: parseOptionalPercent(request.transactionFeePercent),
    extraPercent: parseOptionalPercent(request.extraFee?.percentage),
    maxServicePercent: parseOptionalPercent(maxServiceFeePercent ?? defaultServiceFeePercent),
    ownGasLimit: ownLimit === undefined ? undefined : [ownLimit, `at most ${maxGasFee}`],
    paysGasInInput,
    quarterOfInput: amountIn / 4n,
    shareOfInput,
    limitRounding,
    limitGasRounding(rounding, limit) {
      const most = paysGasInInput
        ? mostRounding
        : getRoundingLimit(gasWorth ? gasAmount : limit, gasWorth, 100n);
      const room = ownLimit === undefined ? most : maxDecimal(ownLimit - limit, 0n);
      return minDecimal(rounding, minDecimal(most, room));
    },
    getRounding(amount, limit) {
      const unit = roundingOf(amount);
      // Rounding never makes a fee of none. A coarse digit needs a token without finer ones.
      if (!limit || isMissing(amount)) return tolerance;
      const rounding = unit <= amountIn / 1_000n ? unit : inputRounding;
      return maxDecimal(tolerance, limitRounding(rounding));
    },
  };

  /** The rounding of the amount of the input token that shows the most decimals. */
  function findInputRounding(): Decimal {
    const { listed, collected, gas } = table;
    const amounts: unknown[] = [request.amountIn, quote.amountIn];
    if (paysGasInInput) amounts.push(gas.maximum.stated, gas.estimate.stated);
    for (const { isInInput, amount } of [...listed, ...collected])
      if (isInInput) amounts.push(amount.stated);
    return getUnit(Math.max(...amounts.map(countDecimals))) - 1n;
  }
}

/** A maximum and its description for a problem. */
export type FeeLimit = readonly [maximum: Decimal, description: string];

export const createFeeLimit = (maximum: Decimal, note = ""): FeeLimit => [
  maximum,
  `at most ${formatDecimal(maximum)}${note}`,
];
