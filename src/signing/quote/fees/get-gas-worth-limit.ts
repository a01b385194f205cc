import type { SwapQuote } from "../../../contract/swap/types.js";
import { type Decimal, oneCent, parseAmount, truncateDecimal } from "../../shared/decimal.js";

/** No token of the service has more decimals. */
const maxDecimals = 18;

/**
 * The amount of the gas token that is worth a quarter of the input and one cent, by the quote's own
 * prices. Undefined if the quote states no worth.
 */
export function getGasWorthLimit({
  amountInUSD,
  estimatedGasFees,
}: Pick<SwapQuote, "amountInUSD" | "estimatedGasFees">): Decimal | undefined {
  const { gasFeeTokenAmountUSD, gasFeeTokenAmount, maxGasFeeToken } = Object(
    estimatedGasFees,
  ) as Partial<Record<string, unknown>>;
  const worthIn = parseAmount(amountInUSD);
  const worthOfEstimate = parseAmount(gasFeeTokenAmountUSD);
  const estimate = parseAmount(gasFeeTokenAmount) || parseAmount(maxGasFeeToken);
  if (worthIn === undefined || !worthOfEstimate || !estimate) return undefined;
  const limit = (estimate * (worthIn / 4n + oneCent)) / worthOfEstimate;
  return truncateDecimal(limit, maxDecimals);
}
