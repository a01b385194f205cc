import type { SwapQuote } from "../../../contract/swap/types.js";
import {
  addUp,
  type Decimal,
  formatDecimal,
  maxDecimal,
  parseDecimal,
  truncateDecimal,
} from "../../shared/decimal.js";
import { isMissing } from "../../shared/problems.js";
import { isSameToken, normalizeToken } from "../../shared/same-token.js";
import {
  formatAddress,
  formatAmountText,
  formatFeeType,
  unreadableAmount,
} from "../../shared/text/format-values.js";
import { getSpentAmount, getStatedDeduction } from "./deducted-gas.js";
import { type FeeEntry, type FeeRequest, type FeeTable, isUnreadable } from "./fee-table.js";

/** One fee. All strings are safe to show. */
export interface DescribedFee {
  /** `DEDUCTED` is what the quote takes from the requested amount without stating a fee or gas. */
  type: string;
  amount: string | undefined;
  /** The highest stated amount, if `amount` is an estimate. */
  most?: string | undefined;
  token: string;
  to: string | undefined;
}

export interface DescribedFees {
  fees: DescribedFee[];
  /** The highest total of all fees, per token. */
  totalCost: { amount: string; token: string }[];
}

/** A fee before its token has a name. */
interface Cost {
  readonly type: unknown;
  readonly token: unknown;
  readonly to?: unknown;
  readonly amount: string | undefined;
  most?: string | undefined;
  /** The most that it can cost. Undefined if that is not known. */
  highest: Decimal | undefined;
}

/** Older quotes list no fees and state them only in the estimates. */
export function describeFees(
  quote: SwapQuote,
  table: FeeTable,
  request: FeeRequest,
  nameToken: (address: unknown) => string,
): DescribedFees {
  const { chainIdIn, tokenIn } = request;
  const costs = table.listed.map(toCost);
  addGas(table, costs, chainIdIn);
  addCollected(table, costs, chainIdIn);
  const deducted = getUnstatedDeduction(quote, table);
  if (deducted)
    costs.push({ type: "DEDUCTED", token: tokenIn, ...toAmount(deducted), highest: deducted });
  return {
    fees: costs.map(({ type, amount, most, token, to }) => ({
      type: formatFeeType(type),
      amount,
      ...(most !== undefined && { most }),
      token: nameToken(token),
      to: formatAddress(to),
    })),
    totalCost: sumCosts(costs, chainIdIn, nameToken),
  };
}

/** What the quote deducts from the requested amount without a statement. */
function getUnstatedDeduction(quote: SwapQuote, table: FeeTable): Decimal {
  if (!table.deductsGas || parseDecimal(quote.amountIn) === undefined) return 0n;
  return table.amountIn - getSpentAmount(quote, table, getStatedDeduction(table));
}

function toCost({ type, token, receiver, amount, percent, cost }: FeeEntry): Cost {
  const isStated = !isMissing(amount.stated) || isUnreadable(percent);
  const shown = isStated ? { amount: formatAmountText(amount.stated) } : toAmount(cost);
  const isHigher = isStated && cost !== undefined && cost > (amount.value ?? 0n);
  const most = isHigher ? { most: toAmount(cost).amount } : {};
  return { type, token, to: receiver, ...shown, ...most, highest: cost };
}

const toAmount = (amount: Decimal | undefined) => ({
  amount: amount === undefined ? amount : formatDecimal(truncateDecimal(amount, shownDecimals)),
});
const shownDecimals = 18;

/** The estimate is shown with the listed gas, or else as a fee. */
function addGas({ gas, listed }: FeeTable, costs: Cost[], chainId: unknown): void {
  const { token, maximum, estimate } = gas;
  const isUnknown = isUnreadable(maximum) || isUnreadable(estimate);
  const highest = isUnknown ? undefined : maxDecimal(maximum.value ?? 0n, estimate.value ?? 0n);
  const isListed = ({ isGas, ...entry }: FeeEntry) =>
    isGas && isSameToken(entry.token, token, chainId) && entry.cost !== 0n;
  const listedGas = costs.filter((_, i) => isListed(listed[i] as FeeEntry));
  const last = listedGas[listedGas.length - 1];
  if (highest === 0n && isMissing(last)) return;
  const most = isUnknown ? unreadableAmount : toAmount(highest).amount;
  if (!last) {
    const amount = formatAmountText(estimate.stated);
    const isEstimate = !isMissing(maximum.stated);
    costs.push({ type: "GAS", token, amount, ...(isEstimate && { most }), highest });
    return;
  }
  const others = addUp(listedGas.slice(0, -1).map((cost) => cost.highest));
  if (isMissing(maximum.stated) && isMissing(estimate.stated)) return;
  const isReadable = highest !== undefined && last.amount !== unreadableAmount;
  last.highest = isReadable ? maxDecimal(highest - others, last.highest ?? 0n) : undefined;
  last.most = isReadable ? toAmount(last.highest).amount : unreadableAmount;
}

/** Shows the collected fees that the list does not cover. The total counts the higher sum. */
function addCollected({ listed, collected }: FeeTable, costs: Cost[], chainId: unknown): void {
  const isCovering = ({ isGas, token }: FeeEntry) =>
    !isGas && isSameToken(token, collected[0]?.token, chainId);
  const covering = listed.filter(isCovering);
  let covered = addUp(covering.map(({ cost }) => cost));
  const isListed = ({ type }: FeeEntry) => covering.some((entry) => entry.type === type);
  // The list covers its own types first.
  for (const entry of [...collected].sort((a, b) => Number(isListed(b)) - Number(isListed(a)))) {
    const { amount, percent, cost } = entry;
    if (isMissing(amount.stated) && isMissing(percent.stated)) continue;
    if (cost === undefined || cost > covered)
      costs.push({ ...toCost(entry), highest: cost && cost - covered });
    covered = maxDecimal(covered - (cost ?? 0n), 0n);
  }
}

function sumCosts(
  costs: readonly Cost[],
  chainId: unknown,
  nameToken: (address: unknown) => string,
): DescribedFees["totalCost"] {
  const totals = new Map<unknown, { token: string; sum: Decimal | undefined }>();
  for (const { token, highest } of costs) {
    const name = nameToken(token);
    const key = formatAddress(token) === token ? normalizeToken(token, chainId) : name;
    const sum = totals.has(key) ? totals.get(key)?.sum : 0n;
    const isKnown = sum !== undefined && highest !== undefined;
    totals.set(key, {
      token: totals.get(key)?.token ?? name,
      sum: isKnown ? sum + highest : undefined,
    });
  }
  return [...totals.values()].flatMap(({ token, sum }) =>
    sum === 0n ? [] : { amount: toAmount(sum).amount ?? "an unknown amount", token },
  );
}
