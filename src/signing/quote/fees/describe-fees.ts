import type { Fee } from "../../../contract/shared/types.js";
import type { SwapQuote } from "../../../contract/swap/types.js";
import { type Decimal, formatDecimal, parseAmount } from "../../shared/decimal.js";
import { formatAddress, formatAmountText, formatFeeType } from "../../shared/format-values.js";
import { isEqual, isMissing, isNone, isObject } from "../../shared/problems.js";
import { isSameToken } from "../same-token.js";
import { isGasFee } from "./is-gas-fee.js";

/** One fee. All strings are safe to show. */
export interface DescribedFee {
  type: string;
  amount: string | undefined;
  /** The highest stated amount, if `amount` is an estimate. */
  most?: string | undefined;
  token: string;
  to: string | undefined;
}

/** Older quotes list no fees and state them only in the estimates. */
export function describeFees(
  quote: SwapQuote,
  nameToken: (address: unknown) => string,
): DescribedFee[] {
  const { fees, estimatedGasFees: gas, estimatedCollectedFee: collected } = quote;
  const { tokenIn, chainIn: chainIdIn } = quote;
  const payGasFeeToken = gas?.payGasFeeToken;
  const isGas = (fee: Fee | null | undefined) =>
    isObject(fee) && isGasFee(fee, { tokenIn, chainIdIn, payGasFeeToken });
  const toFee = (type: unknown, amount: unknown, token: unknown, to?: unknown): DescribedFee => ({
    type: formatFeeType(type),
    amount: formatAmountText(amount),
    token: nameToken(token),
    to: formatAddress(to),
  });
  const list: (Fee | null | undefined)[] = Array.isArray(fees) ? Array.from(fees) : [];
  const listed = list.map((fee) => toFee(fee?.type, fee?.amount, fee?.token, fee?.toAddress));
  const estimated: DescribedFee[] = [];
  if (!isNone(gas)) {
    const { gasFeeTokenAmount, maxGasFeeToken } = gas;
    const isGasEntry = list.map(
      (fee) =>
        isGas(fee) &&
        isSameToken(fee?.token, payGasFeeToken, chainIdIn) &&
        sumAmounts([fee?.amount]) > 0n,
    );
    const amounts = [maxGasFeeToken, gasFeeTokenAmount];
    listed.forEach((fee, i) => {
      if (isGasEntry[i]) fee.most = findHighest([fee.amount, ...amounts]);
    });
    const most = isMissing(maxGasFeeToken) ? undefined : findHighest(amounts);
    if (!isGasEntry.includes(true))
      estimated.push({ ...toFee("GAS", gasFeeTokenAmount, payGasFeeToken), most });
  }
  if (!isNone(collected)) {
    const { collectedFee, serviceCollectedFee, collectedFeeToken } = collected;
    const listedAmounts = list
      .filter((fee) => !isGas(fee) && isEqual(fee?.token, collectedFeeToken))
      .map((fee) => fee?.amount);
    const parts = [collectedFee, serviceCollectedFee];
    const isMalformed = parts.some((part) => !isMissing(part) && parseAmount(part) === undefined);
    // A small fee in the list must not hide a higher estimate.
    if (isMalformed || sumAmounts(listedAmounts) < sumAmounts(parts))
      estimated.push(
        toFee("PROJECT", collectedFee, collectedFeeToken),
        toFee("SERVICE", serviceCollectedFee, collectedFeeToken),
      );
  }
  const isFree = ({ amount, most }: DescribedFee) => isZeroAmount(amount) && isZeroAmount(most);
  return [...listed, ...estimated.filter((fee) => !isFree(fee))];
}

/** A malformed amount counts as the highest, so that it is shown. */
function findHighest(amounts: readonly unknown[]): string | undefined {
  const texts = amounts.map(formatAmountText).filter((text) => text !== undefined);
  const malformed = texts.find((text) => parseAmount(text) === undefined);
  const highest = texts.reduce((a, b) => (sumAmounts([a]) < sumAmounts([b]) ? b : a), texts[0]);
  return malformed ?? highest;
}

/** Malformed amounts count as zero. */
const sumAmounts = (amounts: unknown[]) =>
  amounts.reduce<Decimal>((sum, amount) => sum + (parseAmount(amount) ?? 0n), 0n);

/** Malformed amounts are not zero, so that they are shown. */
const isZeroAmount = (amount = "") => /^[0.]*$/.test(amount);

/** The highest total of all fees, per token. */
export function sumFees(fees: readonly DescribedFee[]): { amount: string; token: string }[] {
  const tokens = [...new Set(fees.map(({ token }) => token))];
  return tokens.flatMap((token) => {
    const amounts = fees
      .filter((fee) => fee.token === token)
      .map(({ amount, most }) => most ?? amount);
    const isMalformed = amounts.some((amount) => parseAmount(amount ?? "0") === undefined);
    const sum = sumAmounts(amounts);
    if (isMalformed) return { amount: "an unknown amount", token };
    return sum ? { amount: formatDecimal(sum), token } : [];
  });
}
