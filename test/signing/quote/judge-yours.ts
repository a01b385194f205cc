import { highest, readScaled, type Scaled } from "./random-numbers.js";
import { readCosts, type StatedCost } from "./read-costs.js";
import {
  getLastUnit,
  isMissing,
  isSameToken,
  type JudgedCase,
  readAmount,
  type Verdict,
} from "./read-stated.js";

/**
 * Within your limits: the minimum is at least that of the option and of the order, and the stated
 * gas is at most `maxGasFee`. Only digits that the quote does not show are ignored.
 */
export function judgeYours(judged: JudgedCase): Verdict {
  const { quote, request, options } = judged;
  const broken: string[] = [];
  const minimum = readAmount(quote.minAmountOut) ?? 0n;
  const isBelow = (limit: Scaled) => {
    if (minimum >= limit) return false;
    // Digits that the quote does not show, but no more than the eighth of the limit.
    const shown = getLastUnit(quote.minAmountOut);
    const eighth = 10n ** BigInt(String(limit).length - 8);
    const hidden = shown < eighth ? shown : eighth;
    return minimum + hidden <= limit;
  };
  if (!isMissing(request.minAmountOut) && isBelow(readScaled(request.minAmountOut) as Scaled))
    broken.push("a minimum below that of the order");
  if (!isMissing(options.minReceived) && isBelow(readScaled(options.minReceived) as Scaled))
    broken.push("a minimum below minReceived");
  if (isMissing(options.maxGasFee)) return { broken, unclear: [] };
  const limit = readScaled(options.maxGasFee) as Scaled;
  const gas = judgeGas(judged, limit, ({ isGas }) => isGas);
  // A fee of another type in the gas token can be gas, too: the service documents no other type.
  const withFees = judgeGas(judged, limit, () => true);
  if (gas.length > 0 && withFees.length > 0) broken.push(...gas);
  return { broken, unclear: [...gas, ...withFees] };
}

/** Judges the estimate and the listed entries that `isGas` selects. */
function judgeGas(
  judged: JudgedCase,
  limit: Scaled,
  isGas: (cost: StatedCost) => boolean,
): string[] {
  const { payGasFeeToken, tokenIn, chainIdIn } = judged.request;
  const { estimate, listed, unreadableGas } = readCosts(judged);
  if (unreadableGas.length > 0) return ["gas that cannot be read"];
  const isOwn = ({ token }: { token: unknown }) => isSameToken(token, payGasFeeToken, chainIdIn);
  const isForeign = [{ ...estimate, isGas: true }, ...listed].some(
    (cost) => cost.isGas && cost.amount && !isOwn(cost),
  );
  if (isForeign) return ["gas in another token, which maxGasFee does not limit"];
  const isPaidInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const rows = listed.filter(
    (cost) => isOwn(cost) && (cost.isGas || (!isPaidInInput && isGas(cost))),
  );
  const estimated = isOwn(estimate) ? estimate.amount : undefined;
  if (estimated === undefined && rows.length === 0) return ["no stated gas"];
  const sum = rows.reduce((total, { amount }) => total + amount, 0n);
  return highest(estimated ?? 0n, sum) > limit ? ["gas above maxGasFee"] : [];
}
