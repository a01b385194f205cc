import type { JudgedCase } from "./harm.js";
import { readScaled, type Scaled, scale } from "./random-numbers.js";
import { dollar, isSame, read } from "./read-stated.js";

const highest = (...values: (Scaled | undefined)[]) =>
  values.reduce<Scaled>((a, b = 0n) => (a > b ? a : b), 0n);

/** The worth of the requested amount: as stated, or by the price without its last digit. */
function getWorthIn({ quote, request }: JudgedCase): Scaled | undefined {
  const stated = read(quote.amountInUSD);
  if (stated !== undefined) return stated;
  const price = read(quote.tokenInPrice);
  if (price === undefined) return undefined;
  const places = /e/i.test(String(quote.tokenInPrice))
    ? 2
    : (String(quote.tokenInPrice).split(".")[1]?.length ?? 0);
  const least = price - 10n ** BigInt(scale - Math.min(Math.max(places, 2), scale));
  return least > 0n ? (least * (readScaled(request.amountIn) as Scaled)) / dollar : 0n;
}

/** Gas in another token than the input: only its stated worth says how much it is. */
export function findGasWorthDoubts(judged: JudgedCase): string[] {
  const { quote, request, maxGasFee } = judged;
  if (maxGasFee != null || isSame(request.payGasFeeToken, request.tokenIn)) return [];
  const estimate = Object(quote.estimatedGasFees);
  const isOwn =
    estimate.payGasFeeToken == null || isSame(estimate.payGasFeeToken, request.payGasFeeToken);
  const [amount, maximum] = isOwn
    ? [read(estimate.gasFeeTokenAmount), read(estimate.maxGasFeeToken)]
    : [];
  const fees = (Array.isArray(quote.fees) ? quote.fees : []).map((fee) => Object(fee));
  const listed = fees
    .filter(({ token }) => isSame(token, request.payGasFeeToken))
    .reduce<Scaled>((sum, fee) => sum + (read(fee.amount) ?? 0n), 0n);
  const most = highest(amount, maximum, listed);
  if (most === 0n) return [];
  const worth = read(estimate.gasFeeTokenAmountUSD);
  const priced = amount || maximum;
  const worthIn = getWorthIn(judged);
  if (!worth || !priced || worthIn === undefined) return ["gas of an unknown worth"];
  // The limit is a quarter and a cent. Rounding may add a US dollar.
  return (most * worth) / priced > worthIn / 2n + 2n * dollar
    ? ["gas worth half of the input"]
    : [];
}

/** Half of the worth is more than all fees, gas and points together. */
export function findLossDoubts(judged: JudgedCase): string[] {
  const { quote, request } = judged;
  const [worthIn, worthOut] = [getWorthIn(judged), read(quote.amountOutUSD)];
  if (request.minAmountOut != null || worthOut === undefined) return [];
  return worthIn && worthIn > 20n * dollar && worthOut * 2n < worthIn
    ? ["a loss of half the worth"]
    : [];
}

/** Rounding takes at most one US dollar of each amount, or a fiftieth of the minimum. */
export function findMinimumDoubts({ quote, request }: JudgedCase): string[] {
  const [expected, minimum] = [readScaled(quote.amountOut), readScaled(quote.minAmountOut)];
  const worthOut = read(quote.amountOutUSD);
  if (request.minAmountOut != null || !expected || minimum === undefined) return [];
  const kept = BigInt(Math.floor((100 - (request.slippage ?? 0.5)) * 1_000));
  const missing = (expected * kept) / 100_000n - minimum;
  const isSmall = worthOut !== undefined && (missing * worthOut) / expected < 3n * dollar;
  return missing * 20n > expected && !isSmall ? ["a minimum far below the slippage"] : [];
}
