import { readExpiry } from "../../contract/shared/expiry.js";
import type { Statement } from "../../contract/shared/statement.js";
import type { RwaApproval, SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing, isNone } from "../../shared/guards.js";
import {
  type Decimal,
  divide,
  getUnit,
  maxDecimal,
  parseAmount,
  parseDecimal,
} from "../shared/decimal.js";
import {
  formatAddress,
  formatAmount,
  formatChain,
  formatFeeType,
  formatPart,
  formatStated,
  formatToken,
  type Line,
  type NameToken,
  notStated,
} from "../shared/format.js";
import { toWords } from "../shared/plain-text.js";
import { isEqual } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import {
  describeData,
  describeDelegations,
  formatExpiry,
  hashWarning,
  maxFeeLines,
  orderPermission,
  withText,
} from "../skeleton/describe-parts.js";
import { listDigests, type PartsToSign } from "../skeleton/parts.js";
import type { Costs, FeeRow } from "../statement/costs.js";
import { sumLeaves } from "../statement/statement.js";
import { wrappers } from "../typed-data/check-typed-data.js";
import type { Worth } from "./judge-loss.js";
import type { QuoteReading } from "./read-quote.js";

/** An amount of one token. All strings are safe to show. */
export interface DescribedAmount {
  /** Decimal string in whole tokens. Undefined if the quote does not state it. */
  amount: string | undefined;
  token: string;
  chain: string;
}

/** One fee. All strings are safe to show. */
export interface DescribedFee {
  type: string;
  amount: string | undefined;
  /** The highest stated amount, if `amount` is an estimate. */
  most?: string | undefined;
  token: string;
  to: string | undefined;
}

/** What signing a quote does. All strings of the quote are short and printable ASCII. */
export interface QuoteSummary extends SigningDescription {
  kind: "limit order" | "market swap";
  give: DescribedAmount;
  /** All that leaves the wallet, at most, with fees and gas: one entry per token. */
  leaves: DescribedAmount[];
  getAtLeast: DescribedAmount;
  /**
   * The expected amount, which is not guaranteed. That of a limit order is compared with nothing,
   * so the text omits it.
   */
  expected: string | undefined;
  /** The receiver. Undefined if the quote does not state it. */
  to: string | undefined;
  from: string;
  /** ISO 8601. Undefined if the quote does not state it. */
  validUntil: string | undefined;
  fees: DescribedFee[];
  /**
   * All fees and gas in US dollars by the quote's own prices. Undefined if a price or an amount is
   * not known.
   */
  totalCost: string | undefined;
  /**
   * What you give, with all fees and gas, less what you get, by the quote's own prices. Undefined
   * without a loss or without the prices.
   */
  loss: { usd: string; percent: string } | undefined;
  /** The problems that were found, in plain words. Empty if the request is not known. */
  problems: string[];
  /** What signing allows in addition to the swap, in words. */
  permissions: string[];
  warnings: string[];
}

export function summarizeQuote(
  { quote, request, costs, worth, statement, parts }: QuoteReading,
  problems: string[],
  now: number,
  nameToken: NameToken = formatToken,
): QuoteSummary {
  const toAmount = (amount: unknown, token: unknown, chainId: number): DescribedAmount => ({
    amount: formatStated(amount),
    token: nameToken(token, chainId),
    chain: formatChain(chainId),
  });
  const isOrder = !isMissing(request.minAmountOut);
  const delegations = describeDelegations(parts);
  const summary = {
    kind: isOrder ? ("limit order" as const) : ("market swap" as const),
    give: toAmount(quote.amountIn, quote.tokenIn, quote.chainIn),
    leaves: describeLeaves(statement, nameToken),
    getAtLeast: toAmount(quote.minAmountOut, quote.tokenOut, quote.chainOut),
    expected: formatStated(quote.amountOut),
    to: formatAddress(quote.toAddress),
    from: formatAddress(quote.walletAddress) ?? notStated,
    validUntil: formatExpiry(quote.expiresAt),
    fees: listFees(costs, quote.chainIn, (token) => nameToken(token, quote.chainIn)),
    totalCost: worth.total === undefined ? undefined : toCents(worth.total),
    loss: describeLoss(worth),
    problems,
    permissions: [
      ...delegations.permissions,
      ...(isOrder ? [orderPermission] : []),
      ...(parts.approval ? [approvalPermission] : []),
    ],
    warnings: [...describeWarnings(quote, parts, now), ...delegations.warnings],
    digests: listDigests(parts),
  };
  const isKnown = isOrder && wrappers.has(parts.typedData?.primaryType);
  const data = isKnown ? [] : describeData(parts);
  return withText(summary, [...listTerms(summary, quote, request), ...data]);
}

const approvalPermission =
  "Signs a further operation, an approval for a real-world asset, whose contents the quote does not state.";

export const describeLeaves = ({ leaves }: Statement, nameToken: NameToken): DescribedAmount[] =>
  sumLeaves(leaves).map(({ chainId, token, amount }) => ({
    amount: formatAmount(amount),
    token: nameToken(token, chainId),
    chain: formatChain(chainId),
  }));

export const formatLeaves = (leaves: readonly DescribedAmount[]): Line => [
  "Leaves the wallet",
  leaves.map((each) => `at most ${formatPart(each)} on ${each.chain}`),
];

/** Rounded up to cents, so that a loss is never shown as none. */
function toCents(value: Decimal): string {
  const cent = getUnit(2);
  return formatAmount(((value + cent - 1n) / cent) * cent);
}

function describeLoss({ given, received, outside }: Worth): QuoteSummary["loss"] {
  if (!given || !received || outside === undefined) return undefined;
  const leaves = given + outside;
  const loss = leaves - received;
  return loss > 0n
    ? { usd: toCents(loss), percent: toCents(divide(100n * loss, leaves)) }
    : undefined;
}

const takeHigher = (a: Decimal | undefined, b: Decimal | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : maxDecimal(a, b);

/** Older quotes list no fees, and state them only in sums. The gas is shown once. */
function listFees(
  { listed, collected, gas }: Costs,
  chainId: number,
  nameToken: (token: unknown) => string,
): DescribedFee[] {
  const toFee = ({ type, token, receiver, amount, cost }: FeeRow): DescribedFee => ({
    type: formatFeeType(type),
    amount: formatStated(amount) ?? (cost === undefined ? undefined : formatAmount(cost)),
    token: nameToken(token),
    to: formatAddress(receiver),
  });
  const sum = (rows: readonly FeeRow[]) => rows.reduce((total, { cost = 0n }) => total + cost, 0n);
  const listIn = (given: unknown, isGas: boolean) =>
    listed.filter((row) => row.isGas === isGas && isSameToken(row.token, given, chainId));
  const estimate = parseAmount(gas.estimate);
  const most = takeHigher(estimate, parseAmount(gas.maximum));
  const gasRows = listIn(gas.token, true);
  const inList = sum(gasRows);
  const isGasListed = gasRows.length > 0 && (estimate ?? 0n) <= inList;
  const more = (most ?? 0n) - inList;
  const lastGas = isGasListed && more > 0n ? gasRows[gasRows.length - 1] : undefined;
  const fees = listed.map((row) =>
    row === lastGas ? { ...toFee(row), most: formatAmount(more + (row.cost ?? 0n)) } : toFee(row),
  );
  if (!isGasListed && !(isMissing(gas.estimate) && isMissing(gas.maximum))) {
    const limit = most === undefined || most === estimate ? {} : { most: formatAmount(most) };
    const amount = formatStated(gas.estimate);
    fees.push({ type: "GAS", amount, ...limit, token: nameToken(gas.token), to: undefined });
  }
  const isKnown = collected.every(({ cost }) => cost !== undefined);
  const isInList = isKnown && sum(collected) <= sum(listIn(collected[0]?.token, false));
  return isInList ? fees : [...fees, ...collected.filter(({ cost }) => cost !== 0n).map(toFee)];
}

function describeWarnings(quote: SwapQuote, parts: PartsToSign, now: number): string[] {
  const { revertReason, toAddress, walletAddress } = quote;
  const { authorization } = Object(quote.rwaApproveUserOperation) as Partial<RwaApproval>;
  const expiry = readExpiry(quote.expiresAt);
  const reason = toWords(revertReason?.decoded ?? "no reason given");
  const isElsewhere = !isNone(toAddress) && !isEqual(toAddress, walletAddress);
  const isUnread =
    (!isNone(quote.authorization) && !parts.authorization) ||
    (!isNone(authorization) && !parts.approval?.authorization);
  const warnings: readonly (readonly [isShown: boolean, warning: string])[] = [
    [!isNone(revertReason), `It cannot be executed: "${reason}"`],
    [isNone(quote.userOperationHash), "There is nothing to sign."],
    [!(Number(expiry) > now), "It has expired, or does not state its expiry."],
    [!parseAmount(quote.minAmountOut), "No minimum is guaranteed: you may get nothing."],
    [isNone(quote.amountOut), "It does not state the expected amount."],
    [isNone(toAddress), "It does not state the receiver."],
    [isElsewhere, receiverWarning],
    [true, hashWarning],
    [isUnread, "It contains an authorization of your account (EIP-7702) that cannot be read."],
  ];
  return warnings.flatMap(([isShown, warning]) => (isShown ? [warning] : []));
}

/** Not shown of a transfer, which always has another receiver. */
export const receiverWarning = "The receiver is not the wallet that pays.";

function listTerms(
  summary: Omit<QuoteSummary, "text">,
  { amountInUSD, amountOutUSD }: SwapQuote,
  { amountIn, minAmountOut, expiration }: SwapQuoteRequest,
): Line[] {
  const { give, getAtLeast, expected } = summary;
  const isOrder = summary.kind === "limit order";
  const minimum = `${formatPart(getAtLeast)} on ${getAtLeast.chain}`;
  const asked = formatStated(amountIn);
  const isLess = (parseDecimal(give.amount) ?? 0n) < (parseDecimal(asked) ?? 0n);
  const formatDollars = (stated: unknown) =>
    formatStated(stated) === undefined ? notStated : `${formatStated(stated)} US dollars`;
  return [
    ["You sign", isOrder ? "a limit order" : "a swap at the market price"],
    ["You give", `${formatPart(give)} on ${give.chain}`],
    ["You asked to give", isLess ? asked : undefined],
    // Nothing is compared with the expected amount of an order.
    ["You get at least", expected && !isOrder ? `${minimum} (expected: ${expected})` : minimum],
    formatLeaves(summary.leaves),
    ["From", summary.from],
    ["To", summary.to ?? notStated],
    [isOrder ? "Sign before" : "Valid until", summary.validUntil ?? notStated],
    ["You asked for at least", isOrder ? formatStated(minAmountOut) : undefined],
    [
      "You asked for an expiry after seconds",
      isOrder && !isMissing(expiration) ? toWords(expiration) : undefined,
    ],
    ["Worth by the quote", `${formatDollars(amountInUSD)}, to get ${formatDollars(amountOutUSD)}`],
    ...formatCosts(summary),
  ];
}

export function formatCosts({
  fees,
  totalCost,
  loss,
}: Pick<QuoteSummary, "fees" | "totalCost" | "loss">): Line[] {
  const moreFees = fees.length - maxFeeLines;
  const shown = fees.slice(0, maxFeeLines).map((fee): Line => {
    const most = fee.most === undefined ? "" : ` (estimated; at most ${fee.most})`;
    return [`Fee (${fee.type})`, `${formatPart(fee)}${most}${fee.to ? `, to ${fee.to}` : ""}`];
  });
  const total = fees.length === 0 ? "none stated" : `${totalCost} US dollars`;
  return [
    ...shown,
    ["Fee", moreFees > 0 ? `${moreFees} more, which the total cost includes` : undefined],
    ["Total cost", totalCost === undefined ? "not known" : total],
    ["Loss", loss && `${loss.usd} US dollars, ${loss.percent}%, with all fees and gas`],
  ];
}
