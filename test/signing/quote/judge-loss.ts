import {
  divide,
  highest,
  multiply,
  percentOf,
  readScaled,
  type Scaled,
  unit,
} from "./random-numbers.js";
import { readCosts, type StatedCost, type StatedCosts } from "./read-costs.js";
import {
  isMissing,
  isSameToken,
  type JudgedCase,
  keepAfter,
  readAmount,
  readWorth,
  type Verdict,
} from "./read-stated.js";

/** What an amount is worth: the least and the most by the prices of the quote. */
type Range = readonly [least: Scaled, most: Scaled];

/** A loss is unusual above both: percent, and US dollars. */
const unusualLosses = [
  [10, 5n],
  [3, 500n],
] as const;

/**
 * The worth of the requested amount. Its stated worth is that of what is left after deducted gas;
 * its price may be higher.
 */
function getWorthIn(judged: JudgedCase): Scaled {
  const { quote, request } = judged;
  const asked = readScaled(request.amountIn) as Scaled;
  const given = readAmount(quote.amountIn) ?? asked;
  const deducted = getDeductedGas(judged);
  const rest = asked - deducted;
  // Without deducted gas, the worth is that of the stated amount, which may be rounded up.
  const left = deducted === 0n || given < rest ? given : rest;
  const stated = readWorth(quote.amountInUSD) ?? 0n;
  const price = readWorth(quote.tokenInPrice) ?? 0n;
  // The last decimal can be rounded, but no whole number.
  return highest(left > 0n ? (stated * asked) / left : 0n, multiply(price, asked));
}

/** The highest gas that the quote states, where the request deducts it from the input. */
function getDeductedGas(judged: JudgedCase): Scaled {
  const { tokenIn, payGasFeeToken, chainIdIn, gasFeePaymentMethod } = judged.request;
  const isInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  if (!isInInput || gasFeePaymentMethod !== "DEDUCT_FROM_AMOUNT") return 0n;
  const { estimate, listed } = readCosts(judged);
  const isOwn = ({ token }: { token: unknown }) => isSameToken(token, tokenIn, chainIdIn);
  const rows = listed.filter((cost) => cost.isGas && isOwn(cost));
  const sum = rows.reduce((total, { amount }) => total + amount, 0n);
  return highest((isOwn(estimate) && estimate.amount) || 0n, sum);
}

/** Fees and gas in the input token, but for the fees that the request names. */
function hasHighCosts(judged: JudgedCase, { estimate, listed, collected }: StatedCosts): boolean {
  const { request } = judged;
  const { tokenIn, chainIdIn, transactionFeePercent, extraFee } = request;
  const asked = readScaled(request.amountIn) as Scaled;
  const isOwn = ({ token }: { token: unknown }) => isSameToken(token, tokenIn, chainIdIn);
  const sumOf = (costs: readonly StatedCost[]) =>
    costs.filter(isOwn).reduce((total, { amount }) => total + amount, 0n);
  const isPaid = isSameToken(request.payGasFeeToken, tokenIn, chainIdIn);
  const gas = highest(
    (isOwn(estimate) && estimate.amount) || 0n,
    sumOf(listed.filter(({ isGas }) => isGas)),
  );
  const fees = highest(sumOf(listed.filter(({ isGas }) => !isGas)), sumOf(collected));
  const percent = (transactionFeePercent ?? 0) + (extraFee?.percentage ?? 0);
  const named = percentOf(asked, percent);
  return (isPaid ? gas : 0n) + highest(fees - named) > asked / 10n;
}

/** What the wallet pays in addition to the amount. */
function listOutside({ request }: JudgedCase, costs: StatedCosts) {
  const { tokenIn, tokenOut, chainIdIn, chainIdOut, gasFeePaymentMethod } = request;
  const isInInput = ({ token }: StatedCost) => isSameToken(token, tokenIn, chainIdIn);
  const isDeducted = gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT";
  const isOutside = (cost: StatedCost) =>
    cost.amount > 0n && !(isInInput(cost) && (isDeducted || !cost.isGas));
  const estimate = { ...costs.estimate, amount: costs.estimate.amount ?? 0n, isGas: true };
  const listed = costs.listed.filter(isOutside);
  const isSwapped =
    isInInput(estimate) ||
    (chainIdIn === chainIdOut && isSameToken(tokenOut, estimate.token, chainIdIn));
  // The same gas can be stated twice: by the estimate, and by its entries in its token. Where that
  // token is not swapped, an entry of any type can be gas.
  const isSameGas = ({ token, isGas }: StatedCost) =>
    (isGas || !isSwapped) && isSameToken(token, estimate.token, chainIdIn);
  const sum = listed.filter(isSameGas).reduce((total, { amount }) => total + amount, 0n);
  return {
    gas: [{ ...estimate, amount: highest(estimate.amount, sum) }].filter(isOutside),
    // The same fees of a token can be stated twice, too.
    fees: takeHigherOf(
      listed.filter((cost) => !isSameGas(cost)),
      costs.collected.filter(isOutside),
      chainIdIn,
    ),
    all: [estimate, ...listed, ...costs.collected].filter(isOutside),
  };
}

/** The costs in each token of the first list, or of the second one if they are higher. */
function takeHigherOf(
  first: readonly StatedCost[],
  second: readonly StatedCost[],
  chainId: number,
): StatedCost[] {
  const both = [...first, ...second];
  const tokens = both.filter(
    ({ token }, i) => both.findIndex((cost) => isSameToken(cost.token, token, chainId)) === i,
  );
  return tokens.map((cost) => {
    const sumOf = (costs: readonly StatedCost[]) =>
      costs
        .filter(({ token }) => isSameToken(token, cost.token, chainId))
        .reduce((sum, { amount }) => sum + amount, 0n);
    return { ...cost, amount: highest(sumOf(first), sumOf(second)) };
  });
}

/** The prices that the quote states for a token, in US dollars per token. */
function listPrices(judged: JudgedCase, token: unknown): Scaled[] {
  const { quote, request } = judged;
  const { tokenIn, tokenOut, chainIdIn, chainIdOut } = request;
  const asked = readScaled(request.amountIn) as Scaled;
  const prices: Scaled[] = [];
  const gas = Object(quote.estimatedGasFees);
  const gasAmount = readWorth(gas.gasFeeTokenAmount) || readWorth(gas.maxGasFeeToken);
  const gasWorth = readWorth(gas.gasFeeTokenAmountUSD);
  const gasToken = gas.payGasFeeToken ?? request.payGasFeeToken;
  if (gasAmount && gasWorth && isSameToken(token, gasToken, chainIdIn))
    prices.push(divide(gasWorth, gasAmount));
  const worthIn = getWorthIn(judged);
  if (worthIn && isSameToken(token, tokenIn, chainIdIn)) prices.push(divide(worthIn, asked));
  const isOrder = !isMissing(request.minAmountOut);
  const stated = readAmount(quote.amountOut) || readAmount(quote.minAmountOut);
  // The caller gives the worth of the input for at least the minimum of an order.
  const out = isOrder ? readScaled(request.minAmountOut) : stated;
  const worthOut = isOrder ? worthIn : readWorth(quote.amountOutUSD);
  if (out && worthOut && chainIdIn === chainIdOut && isSameToken(token, tokenOut, chainIdIn))
    prices.push(divide(worthOut, out));
  return prices;
}

function getWorth(judged: JudgedCase, { token, amount }: StatedCost): Range | undefined {
  const prices = listPrices(judged, token).map((price) => multiply(price, amount));
  const most = highest(...prices);
  return prices.length > 0 ? [prices.reduce((a, b) => (a < b ? a : b)), most] : undefined;
}

/** What arrives: the expected worth. Without an expected amount, that of the minimum. */
function getWorthOut({ quote, request }: JudgedCase): Scaled | undefined {
  const stated = readWorth(quote.amountOutUSD);
  if (!stated || !isMissing(quote.amountOut)) return stated;
  return keepAfter(stated, request.slippage);
}

/** Judges the loss by the prices of the quote, with all fees and gas. */
export function judgeLoss(judged: JudgedCase): Verdict {
  const { quote, request } = judged;
  const costs = readCosts(judged);
  const broken = costs.unreadable.map((path) => `a cost that cannot be read: ${path}`);
  const unclear = [...costs.unclear];
  const isOrder = !isMissing(request.minAmountOut);
  if (hasHighCosts(judged, costs)) broken.push("costs above a tenth");
  const worthIn = getWorthIn(judged);
  const worthOut = getWorthOut(judged);
  const outside = listOutside(judged, costs);
  const [gas, fees] = [outside.gas, outside.fees].map((each) => sumWorth(judged, each, 0));
  const most = sumWorth(judged, outside.all, 1);
  const least = gas !== undefined && fees !== undefined ? gas + fees : undefined;
  if (least === undefined) broken.push("a cost of an unknown worth");
  if (most === undefined) unclear.push("a cost of an unknown worth");
  // A price alone is no worth of the amount: it can be rounded.
  if (!isOrder && !(readWorth(quote.amountInUSD) && worthIn && worthOut))
    broken.push("an unknown worth");
  else if (isOrder && !readWorth(quote.amountInUSD) && outside.all.length > 0)
    unclear.push("an order of an unknown worth");
  if (!worthIn || least === undefined || most === undefined) return { broken, unclear };
  const { transactionFeePercent, extraFee } = request;
  const named = percentOf(worthIn, (transactionFeePercent ?? 0) + (extraFee?.percentage ?? 0));
  const lossOf = (paid: Scaled) =>
    isOrder ? paid : highest(worthIn + paid - (worthOut ?? 0n) - named);
  // Quotients of this judge have fewer decimals than those of the source.
  const rounding = (worthIn + most) / 10n ** 30n + 1n;
  if (isUnusual(judged, lossOf(least) - rounding, worthIn + least)) broken.push("an unusual loss");
  else if (isUnusual(judged, lossOf(most) + rounding, worthIn)) unclear.push("an unusual loss");
  return { broken, unclear };
}

/** Undefined if a cost is worth an unknown amount. */
function sumWorth(
  judged: JudgedCase,
  costs: readonly StatedCost[],
  end: 0 | 1,
): Scaled | undefined {
  const worths = costs.map((cost) => getWorth(judged, cost)?.[end]);
  return worths.includes(undefined)
    ? undefined
    : worths.reduce<Scaled>((sum, worth) => sum + (worth ?? 0n), 0n);
}

function isUnusual(
  { options: { maxLossPercent } }: JudgedCase,
  loss: Scaled,
  base: Scaled,
): boolean {
  const isAbove = (limit: Scaled) => loss > limit;
  if (!isMissing(maxLossPercent)) return isAbove(percentOf(base, maxLossPercent));
  return unusualLosses.some(
    ([percent, dollars]) => isAbove(percentOf(base, percent)) && isAbove(dollars * unit),
  );
}
