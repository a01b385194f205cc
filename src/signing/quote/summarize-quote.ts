import type { SigningDigests } from "../../contract/operations/types.js";
import { readExpiry, timeOf } from "../../contract/shared/expiry.js";
import { isLimitOrder } from "../../contract/swap/is-limit-order.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import type { SigningProblem } from "../../errors/signing.js";
import {
  type Delegation,
  describeDelegations,
  orderPermission,
} from "../describe/describe-delegations.js";
import type { SigningDescription } from "../describe/signing-description.js";
import {
  type Decimal,
  formatDecimal,
  hundred,
  oneCent,
  parseAmount,
  parseDecimal,
  truncateDecimal,
} from "../shared/decimal.js";
import { isEqual, isMissing, isNone, isObject } from "../shared/problems.js";
import { formatChain } from "../shared/text/format-chain.js";
import { formatDigests } from "../shared/text/format-digests.js";
import { formatLines, notStated } from "../shared/text/format-lines.js";
import { maxFeeLines } from "../shared/text/format-stated-fees.js";
import { formatToken } from "../shared/text/format-token.js";
import { formatAddress, formatAmountText } from "../shared/text/format-values.js";
import { toPlainText, toWords } from "../shared/text/plain-text.js";
import { explainProblems } from "../shared/text/plain-words.js";
import { getSpentAmount, getStatedDeduction } from "./fees/deducted-gas.js";
import { type DescribedFee, describeFees } from "./fees/describe-fees.js";
import { type FeeRequest, type FeeTable, readFeeTable, statesCost } from "./fees/fee-table.js";
import { getWorthIn } from "./worth.js";

/** An amount of one token. All strings are safe to show. */
export interface DescribedAmount {
  /** Decimal string in whole tokens. Undefined if the quote does not state it. */
  amount: string | undefined;
  token: string;
  chain: string;
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
  /** The highest total of all fees, per token. */
  totalCost: { amount: string; token: string }[];
  /** What the quote loses by its own USD values. Undefined without a loss or without the values. */
  loss: { usd: string; percent: string } | undefined;
  /** The problems that were found, in plain words. Empty without `expect`. */
  problems: string[];
  /** What signing allows in addition to the swap, in words. */
  permissions: string[];
  warnings: string[];
}

/** What `summarizeQuote` needs in addition to the quote. */
interface SummaryOptions {
  tokenName?: ((address: string, chainId: number) => string | undefined) | undefined;
  now?: number | undefined;
  expect?: SwapQuoteRequest | undefined;
  digests: SigningDigests;
}

/** What is signed as a limit order: what was requested as one, not what looks like one. */
export function isOrder(quote: SwapQuote, expect: SwapQuoteRequest | null | undefined): boolean {
  return isMissing(expect) ? isLimitOrder(quote) : !isMissing(expect.minAmountOut);
}

/** Takes a copied quote. The problems and digests must be those of the same copy. */
export function summarizeQuote(
  quote: SwapQuote,
  problems: readonly SigningProblem[],
  { tokenName, now, expect, digests }: SummaryOptions,
): QuoteSummary {
  const nameToken = (address: unknown, chainId: number) => {
    const name = tokenName?.(toPlainText(address), chainId);
    return isMissing(name) ? formatToken(address, chainId) : toPlainText(name);
  };
  const give = {
    amount: formatAmountText(quote.amountIn),
    token: nameToken(quote.tokenIn, quote.chainIn),
    chain: formatChain(quote.chainIn),
  };
  const getAtLeast = {
    amount: formatAmountText(quote.minAmountOut),
    token: nameToken(quote.tokenOut, quote.chainOut),
    chain: formatChain(quote.chainOut),
  };
  const expiry = readExpiry(quote.expiresAt);
  const isValid = typeof expiry === "number" && expiry > timeOf(now);
  const request: FeeRequest = isObject(expect) ? expect : readRequest(quote);
  const fees = readFeeTable(quote, request);
  const name = (address: unknown) => nameToken(address, quote.chainIn);
  const isLimit = isOrder(quote, expect);
  const delegations = describeDelegations(listDelegations(quote));
  const summary = {
    kind: isLimit ? ("limit order" as const) : ("market swap" as const),
    give,
    getAtLeast,
    expected: formatAmountText(quote.amountOut),
    to: formatAddress(quote.toAddress),
    from: formatAddress(quote.walletAddress) ?? notStated,
    validUntil: typeof expiry === "number" ? new Date(expiry).toISOString() : undefined,
    ...describeFees(quote, fees, request, name),
    loss: describeLoss(quote, fees),
    problems: explainProblems(problems),
    permissions: [...delegations.permissions, ...describePermissions(quote, isLimit)],
    warnings: [...describeWarnings(quote, isValid), ...delegations.warnings],
    digests,
  };
  const worth = `${formatDollars(quote.amountInUSD)}, to get ${formatDollars(quote.amountOutUSD)}`;
  const noCost = statesCost(fees) ? "none" : "none stated";
  return { ...summary, text: formatSummary({ ...summary, worth, noCost }, expect) };
}

function formatDollars(worth: unknown): string {
  return isMissing(worth) ? notStated : `${formatAmountText(worth)} US dollars`;
}

/** Without a request, the quote is compared with itself. */
function readRequest(quote: SwapQuote): FeeRequest {
  const { amountIn, tokenIn, chainIn, estimatedGasFees } = quote;
  const { payGasFeeToken } = Object(estimatedGasFees) as Record<string, unknown>;
  return { amountIn, tokenIn, payGasFeeToken, chainIdIn: chainIn };
}

function describeLoss(quote: SwapQuote, fees: FeeTable): QuoteSummary["loss"] {
  const spent = getSpentAmount(quote, fees, getStatedDeduction(fees));
  const worthIn = getWorthIn(quote, fees.amountIn, spent);
  const worthOut = parseAmount(quote.amountOutUSD);
  if (!worthIn || worthOut === undefined || worthOut >= worthIn) return undefined;
  const loss = worthIn - worthOut;
  // Rounded up, so that a loss is never shown as none.
  const format = (value: Decimal) => formatDecimal(truncateDecimal(value + oneCent - 1n, 2));
  return { usd: format(loss), percent: format((loss * hundred) / worthIn) };
}

function listDelegations(quote: SwapQuote): Delegation[] {
  const { authorization, rwaApproveUserOperation: approval } = quote;
  return [authorization, approval?.authorization].filter((each) => !isNone(each));
}

function describePermissions(quote: SwapQuote, isLimit: boolean): string[] {
  const { rwaApproveUserOperation: approval } = quote;
  const permissions = isLimit ? [orderPermission] : [];
  if (!isNone(approval) && !isNone(approval.userOperationHash))
    permissions.push(
      "Signs a further operation, an approval for a real-world asset, whose contents the quote does not state.",
    );
  return permissions;
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
  summary: Omit<QuoteSummary, "text"> & { worth: string; noCost: string },
  expect: SwapQuoteRequest | undefined,
): string {
  const { give, getAtLeast, expected, fees, loss, totalCost } = summary;
  const isLimit = summary.kind === "limit order";
  const moreFees = fees.length - maxFeeLines;
  const minimum = `${formatAmount(getAtLeast)} on ${getAtLeast.chain}`;
  const formatFee = (fee: DescribedFee) => {
    const most = fee.most === undefined ? "" : ` (estimated; at most ${fee.most})`;
    return `${formatAmount(fee)}${most}${fee.to ? `, to ${fee.to}` : ""}`;
  };
  return formatLines([
    ["You sign", [isLimit ? "a limit order" : "a swap at the market price"]],
    ["You give", [`${formatAmount(give)} on ${give.chain}`]],
    ["You asked to give", isLess(give.amount, expect?.amountIn) ? [toWords(expect?.amountIn)] : []],
    // Nothing is compared with the expected amount of an order.
    ["You get at least", [expected && !isLimit ? `${minimum} (expected: ${expected})` : minimum]],
    ["From", [summary.from]],
    ["To", [summary.to ?? notStated]],
    [isLimit ? "Order expires" : "Valid until", [summary.validUntil ?? notStated]],
    ["Order fills for at least", isLimit ? [minimum] : []],
    ["You asked for at least", isLimit ? listPresent(expect?.minAmountOut) : []],
    ["You asked for an expiry after seconds", isLimit ? listPresent(expect?.expiration) : []],
    ["Worth by the quote", [summary.worth]],
    ...fees.slice(0, maxFeeLines).map((fee) => [`Fee (${fee.type})`, [formatFee(fee)]] as const),
    ["Fee", moreFees > 0 ? [`${moreFees} more, which the total cost includes`] : []],
    ["Total cost", [totalCost.map(formatAmount).join(", ") || summary.noCost]],
    ["Loss", loss ? [`${loss.usd} US dollars, ${loss.percent}%`] : []],
    ["Permission", summary.permissions],
    ["Warning", summary.warnings],
    ["Problem", summary.problems],
    ...formatDigests(summary.digests),
  ]);
}

const isLess = (stated: unknown, requested: unknown) =>
  (parseDecimal(stated) ?? 0n) < (parseDecimal(requested) ?? 0n);

const listPresent = (value: unknown) => (isMissing(value) ? [] : [toWords(value)]);

function formatAmount({ amount, token }: { amount: string | undefined; token: string }): string {
  return `${amount ?? "an unknown amount"} of ${token}`;
}
