import { judgeLoss } from "./judge-loss.js";
import {
  getTolerance,
  isEmpty,
  isMissing,
  isSame,
  type JudgedCase,
  keepAfter,
  readAmount,
  readTime,
  type Verdict,
} from "./read-stated.js";

/** The names of the domains of wrapped orders. */
const wrapperNames: Readonly<Record<string, string>> = {
  LightAccountMessage: "LightAccount",
  Kernel: "Kernel",
};

/**
 * Reasonable: by the quote's own prices, the loss is usual; the minimum is the expected amount less
 * the slippage; id, wrapper and receiver can be tied to the request; it is valid no longer than
 * asked; it has no other data to sign.
 */
export function judgeJudged(judged: JudgedCase): Verdict {
  const { quote, request } = judged;
  const { broken, unclear } = judgeLoss(judged);
  const isOrder = !isMissing(request.minAmountOut);
  if (isMissing(quote.toAddress) && !isSame(request.toAddress, request.walletAddress))
    broken.push("no receiver");
  if (!isEmpty(quote.quoteId) && !isSame(quote.quoteId, quote.userOperationHash))
    broken.push("another quote id");
  const { primaryType, domain } = Object(quote.typedData);
  if (isOrder && domain?.name !== wrapperNames[primaryType]) broken.push("another wrapper name");
  if (!isOrder && !isEmpty(quote.typedData)) broken.push("other data to sign");
  if (isTooLate(judged)) broken.push("a later expiry");
  if (!isOrder) broken.push(...findSlippage(judged));
  return { broken, unclear };
}

function isTooLate({ quote, request, now }: JudgedCase): boolean {
  const expiry = readTime(quote.expiresAt) ?? now;
  if (isMissing(request.minAmountOut)) return expiry > now + 3_600_000;
  if (isMissing(request.expiration)) return false;
  return expiry > now + request.expiration * 1_000 + 120_000;
}

function findSlippage({ quote, request }: JudgedCase): string[] {
  const { amountOut, minAmountOut } = quote;
  // The minimum is judged in place of a missing amount.
  if (isMissing(amountOut)) return [];
  const expected = readAmount(amountOut);
  if (expected === undefined) return ["an unreadable expected amount"];
  const floor = keepAfter(expected, request.slippage);
  const minimum = readAmount(minAmountOut) ?? 0n;
  return minimum + getTolerance(floor, amountOut, minAmountOut) < floor
    ? ["a minimum that slippage does not explain"]
    : [];
}
