import { getAddress } from "viem/utils";
import { readExpiry } from "../../contract/shared/expiry.js";
import type { RwaApproval, SwapQuote } from "../../contract/swap/types.js";
import type { SigningProblem } from "../../errors/signing.js";
import { isMissing, isNone } from "../../shared/guards.js";
import { evmAddressPattern } from "../../shared/patterns.js";
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
  formatLines,
  formatStated,
  formatToken,
  type Line,
  notStated,
} from "../shared/format.js";
import { toPlainText, toWords } from "../shared/plain-text.js";
import { isEqual } from "../shared/problems.js";
import { isSameToken } from "../shared/same-token.js";
import type { SigningDescription } from "../skeleton/accept-options.js";
import {
  describeDelegations,
  describeDigests,
  describeProblems,
  hashWarning,
  maxFeeLines,
  orderPermission,
} from "../skeleton/describe-parts.js";
import { listDigests, type PartsToSign } from "../skeleton/parts.js";
import type { Costs, FeeRow } from "./costs.js";
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
  /** The problems that were found, in plain words. Empty without `expect`. */
  problems: string[];
  /** What signing allows in addition to the swap, in words. */
  permissions: string[];
  warnings: string[];
}

/** Your name for a token, by its address with its checksum. */
export type TokenName = (address: string, chainId: number) => string | undefined;

/** What `summarizeQuote` needs in addition to the reading. */
interface SummaryOptions {
  tokenName?: TokenName | undefined;
  now: number;
}

type Summarized = Omit<QuoteReading, "request"> & {
  request: Pick<QuoteReading["request"], "amountIn" | "minAmountOut" | "expiration">;
};

export function summarizeQuote(
  { quote, request, costs, worth, parts }: Summarized,
  problems: readonly SigningProblem[],
  { tokenName, now }: SummaryOptions,
): QuoteSummary {
  const nameToken = (address: unknown, chainId: number) => {
    const text = toPlainText(address);
    const name = tokenName?.(evmAddressPattern.test(text) ? getAddress(text) : text, chainId);
    return isMissing(name) ? formatToken(address, chainId) : toPlainText(name);
  };
  const toAmount = (amount: unknown, token: unknown, chainId: number): DescribedAmount => ({
    amount: formatStated(amount),
    token: nameToken(token, chainId),
    chain: formatChain(chainId),
  });
  const isOrder = !isMissing(request.minAmountOut);
  const expiry = readExpiry(quote.expiresAt);
  const isValid = typeof expiry === "number" && expiry > now;
  const { given, received, outside } = worth;
  const leaves = given && outside !== undefined ? given + outside : undefined;
  const valuesOf = (lines: readonly Line[], title: string) =>
    lines.flatMap(([name, values]) => (name === title ? values : []));
  const delegations = describeDelegations(parts);
  const summary = {
    kind: isOrder ? ("limit order" as const) : ("market swap" as const),
    give: toAmount(quote.amountIn, quote.tokenIn, quote.chainIn),
    getAtLeast: toAmount(quote.minAmountOut, quote.tokenOut, quote.chainOut),
    expected: formatStated(quote.amountOut),
    to: formatAddress(quote.toAddress),
    from: formatAddress(quote.walletAddress) ?? notStated,
    validUntil: typeof expiry === "number" ? new Date(expiry).toISOString() : undefined,
    fees: listFees(costs, quote.chainIn, (token) => nameToken(token, quote.chainIn)),
    totalCost: worth.total === undefined ? undefined : toCents(worth.total),
    loss: leaves && received && received < leaves ? describeLoss(leaves, received) : undefined,
    problems: [...valuesOf(describeProblems(problems), "Problem")],
    permissions: [
      ...valuesOf(delegations, "Permission"),
      ...(isOrder ? [orderPermission] : []),
      ...(parts.approval ? [approvalPermission] : []),
    ],
    warnings: [
      ...describeWarnings(quote, isValid),
      ...(parts.operationData ? [] : [hashWarning]),
      ...(hasUnreadAuthorization(quote, parts) ? [authorizationWarning] : []),
      ...valuesOf(delegations, "Warning"),
    ],
    digests: listDigests(parts),
  };
  const dollars = [quote.amountInUSD, quote.amountOutUSD].map((each) =>
    formatStated(each) === undefined ? notStated : `${formatStated(each)} US dollars`,
  );
  return {
    ...summary,
    text: formatSummary(summary, request, `${dollars[0]}, to get ${dollars[1]}`),
  };
}

const approvalPermission =
  "Signs a further operation, an approval for a real-world asset, whose contents the quote does not state.";

const authorizationWarning =
  "It contains an authorization of your account (EIP-7702) that cannot be read.";

function hasUnreadAuthorization(quote: SwapQuote, parts: PartsToSign): boolean {
  const { authorization } = Object(quote.rwaApproveUserOperation) as Partial<RwaApproval>;
  const isUnread = !isNone(quote.authorization) && !parts.authorization;
  return isUnread || (!isNone(authorization) && !parts.approval?.authorization);
}

/** Rounded up to cents, so that a loss is never shown as none. */
function toCents(value: Decimal): string {
  const cent = getUnit(2);
  return formatAmount(((value + cent - 1n) / cent) * cent);
}

function describeLoss(leaves: Decimal, received: Decimal): QuoteSummary["loss"] {
  const loss = leaves - received;
  return { usd: toCents(loss), percent: toCents(divide(100n * loss, leaves)) };
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
  const most = [estimate, parseAmount(gas.maximum)].reduce(takeHigher);
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

function describeWarnings(quote: SwapQuote, isValid: boolean): string[] {
  const warnings: string[] = [];
  const { revertReason, toAddress, walletAddress, amountOut, minAmountOut } = quote;
  if (!isNone(revertReason))
    warnings.push(`It cannot be executed: "${toWords(revertReason.decoded ?? "no reason given")}"`);
  if (isNone(quote.userOperationHash)) warnings.push("There is nothing to sign.");
  if (!isValid) warnings.push("It has expired, or does not state its expiry.");
  if (!parseAmount(minAmountOut)) warnings.push("No minimum is guaranteed: you may get nothing.");
  if (isNone(amountOut)) warnings.push("It does not state the expected amount.");
  if (isNone(toAddress)) warnings.push("It does not state the receiver.");
  else if (!isEqual(toAddress, walletAddress))
    warnings.push("The receiver is not the wallet that pays.");
  return warnings;
}

function formatSummary(
  summary: Omit<QuoteSummary, "text">,
  request: Summarized["request"],
  worth: string,
): string {
  const { give, getAtLeast, expected, fees, loss, totalCost } = summary;
  const isOrder = summary.kind === "limit order";
  const minimum = `${formatPart(getAtLeast)} on ${getAtLeast.chain}`;
  const asked = formatStated(request.amountIn);
  const isLess = (parseDecimal(give.amount) ?? 0n) < (parseDecimal(asked) ?? 0n);
  const list = (value: unknown) => (isMissing(value) ? [] : [toWords(value)]);
  return formatLines([
    ["You sign", [isOrder ? "a limit order" : "a swap at the market price"]],
    ["You give", [`${formatPart(give)} on ${give.chain}`]],
    ["You asked to give", isLess ? list(asked) : []],
    // Nothing is compared with the expected amount of an order.
    ["You get at least", [expected && !isOrder ? `${minimum} (expected: ${expected})` : minimum]],
    ["From", [summary.from]],
    ["To", [summary.to ?? notStated]],
    [isOrder ? "Order expires" : "Valid until", [summary.validUntil ?? notStated]],
    ["You asked for at least", isOrder ? list(formatStated(request.minAmountOut)) : []],
    ["You asked for an expiry after seconds", isOrder ? list(request.expiration) : []],
    ["Worth by the quote", [worth]],
    ...formatCosts({ fees, totalCost, loss }),
    ["Permission", summary.permissions],
    ["Warning", summary.warnings],
    ["Problem", summary.problems],
    ...describeDigests(summary.digests),
  ]);
}

/** One line per fee, the total, and the loss. */
export function formatCosts({
  fees,
  totalCost,
  loss,
}: Pick<QuoteSummary, "fees" | "totalCost" | "loss">): Line[] {
  const moreFees = fees.length - maxFeeLines;
  const formatFee = (fee: DescribedFee) => {
    const most = fee.most === undefined ? "" : ` (estimated; at most ${fee.most})`;
    return `${formatPart(fee)}${most}${fee.to ? `, to ${fee.to}` : ""}`;
  };
  return [
    ...fees.slice(0, maxFeeLines).map((fee): Line => [`Fee (${fee.type})`, [formatFee(fee)]]),
    ["Fee", moreFees > 0 ? [`${moreFees} more, which the total cost includes`] : []],
    ["Total cost", [formatTotal(totalCost, fees)]],
    ["Loss", loss ? [`${loss.usd} US dollars, ${loss.percent}%, with all fees and gas`] : []],
  ];
}

function formatTotal(usd: string | undefined, fees: readonly DescribedFee[]): string {
  if (usd === undefined) return "not known";
  return fees.length === 0 ? "none stated" : `${usd} US dollars`;
}

export function formatPart({
  amount,
  token,
}: {
  amount: string | undefined;
  token: string;
}): string {
  return `${amount ?? "an unknown amount"} of ${token}`;
}
