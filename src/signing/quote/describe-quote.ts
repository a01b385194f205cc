import { nativeToken } from "../../contract/shared/chain-ids.js";
import { readExpiry, timeOf } from "../../contract/shared/expiry.js";
import type { Authorization, Fee } from "../../contract/shared/types.js";
import { isLimitOrder } from "../../contract/swap/is-limit-order.js";
import type { SwapQuote } from "../../contract/swap/types.js";
import { ConfigurationError } from "../../errors/data.js";
import { ignoreIndex } from "../../errors/ignore-index.js";
import { parseDecimal } from "../shared/decimal.js";
import { formatChain } from "../shared/format-chain.js";
import { formatAnyChain, formatLines, notStated, toOptionalText } from "../shared/format-lines.js";
import { formatValue, toPlainText } from "../shared/plain-text.js";
import { isEqual, isMissing, isNone, isObject } from "../shared/problems.js";
import { readOptions } from "../shared/read-fields.js";

/** Options of `describeQuote`. */
export interface DescribeQuoteOptions {
  /**
   * Your name for a token. Do not use the service's names: every token can be named USDC.
   * @defaultValue its address
   */
  tokenName?: ((address: string, chainId: number) => string | undefined) | undefined;
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
}

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
  /** The maximum, if `amount` is an estimate. */
  most?: string | undefined;
  token: string;
  to: string | undefined;
}

/** What signing a quote does. All strings are free of control and invisible characters. */
export interface QuoteSummary {
  give: DescribedAmount;
  getAtLeast: DescribedAmount;
  /** The expected amount, which is not guaranteed. */
  expected: string | undefined;
  /** The receiver. Undefined if the quote does not state it. */
  to: string | undefined;
  from: string;
  /** ISO 8601. Undefined if the quote does not state it. */
  validUntil: string | undefined;
  fees: DescribedFee[];
  /** What signing allows in addition to the swap, in words. */
  permissions: string[];
  warnings: string[];
  /** The whole summary with one fact per line. */
  text: string;
}

/**
 * Describes a quote for the user before signing: what they give, the minimum they get, receiver,
 * chain, expiry, fees and permissions. It repeats what the quote states. Only `checkQuote` compares
 * the quote with your request.
 *
 * @throws {ConfigurationError} if the quote is not an object, or an option is unknown or invalid.
 * @example
 * ```ts
 * import { describeQuote } from "bursar/signing";
 *
 * for (const quote of quotes) console.log(describeQuote(quote).text);
 * ```
 */
export function describeQuote(quote: SwapQuote, options?: DescribeQuoteOptions): QuoteSummary {
  const { tokenName, now } = readOptions("describeQuote", ignoreIndex(options), {
    tokenName: "any",
    now: "time",
  });
  if (!isObject(quote))
    throw new ConfigurationError(`describeQuote: expected a quote, got ${formatValue(quote)}`);
  const nameToken = (address: unknown, chainId: number) =>
    toPlainText(tokenName?.(toPlainText(address), chainId) ?? formatToken(address));
  const give = {
    amount: toOptionalText(quote.amountIn),
    token: nameToken(quote.tokenIn, quote.chainIn),
    chain: formatChain(quote.chainIn),
  };
  const getAtLeast = {
    amount: toOptionalText(quote.minAmountOut),
    token: nameToken(quote.tokenOut, quote.chainOut),
    chain: formatChain(quote.chainOut),
  };
  const expiry = readExpiry(quote.expiresAt);
  const isValid = typeof expiry === "number" && expiry > timeOf(now);
  const summary = {
    give,
    getAtLeast,
    expected: toOptionalText(quote.amountOut),
    to: toOptionalText(quote.toAddress),
    from: toPlainText(quote.walletAddress),
    validUntil: typeof expiry === "number" ? new Date(expiry).toISOString() : undefined,
    fees: describeFees(quote, (address) => nameToken(address, quote.chainIn)),
    permissions: describePermissions(quote),
    warnings: describeWarnings(quote, isValid),
  };
  return { ...summary, text: formatSummary(summary) };
}

function formatToken(address: unknown): string {
  if (isMissing(address)) return "an unknown token";
  const text = toPlainText(address);
  return text.toLowerCase() === nativeToken ? "the chain's native coin" : text;
}

/** Older quotes list no fees and state them only in the estimates. */
function describeFees(
  { fees, estimatedGasFees: gas, estimatedCollectedFee: collected }: SwapQuote,
  nameToken: (address: unknown) => string,
): DescribedFee[] {
  const toFee = (type: unknown, amount: unknown, token: unknown, to?: unknown): DescribedFee => ({
    type: toPlainText(type ?? "FEE"),
    amount: toOptionalText(amount),
    token: nameToken(token),
    to: toOptionalText(to),
  });
  const list: (Fee | null | undefined)[] = Array.isArray(fees) ? Array.from(fees) : [];
  const listed = list.map((fee) => toFee(fee?.type, fee?.amount, fee?.token, fee?.toAddress));
  const estimated: DescribedFee[] = [];
  if (!isNone(gas)) {
    const { gasFeeTokenAmount, maxGasFeeToken, payGasFeeToken } = gas;
    const isGasEntry = list.map(
      (fee) =>
        fee?.type === "GAS" && isEqual(fee.token, payGasFeeToken) && sumAmounts([fee.amount]) > 0n,
    );
    listed.forEach((fee, i) => {
      if (isGasEntry[i]) fee.most = toOptionalText(maxGasFeeToken ?? gasFeeTokenAmount);
    });
    const most = toOptionalText(maxGasFeeToken);
    if (!isGasEntry.includes(true))
      estimated.push({ ...toFee("GAS", gasFeeTokenAmount, payGasFeeToken), most });
  }
  if (!isNone(collected)) {
    const { collectedFee, serviceCollectedFee, collectedFeeToken } = collected;
    const listedAmounts = list
      .filter((fee) => fee?.type !== "GAS" && isEqual(fee?.token, collectedFeeToken))
      .map((fee) => fee?.amount);
    const parts = [collectedFee, serviceCollectedFee];
    const isMalformed = parts.some((part) => !isMissing(part) && parseDecimal(part) === undefined);
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

/** Malformed amounts count as zero. */
const sumAmounts = (amounts: unknown[]) =>
  amounts.reduce<bigint>((sum, amount) => sum + (parseDecimal(amount) ?? 0n), 0n);

/** Malformed amounts are not zero, so that they are shown. */
const isZeroAmount = (amount = "") => /^[0.]*$/.test(amount);

function listDelegations(quote: SwapQuote): Authorization[] {
  const { authorization, rwaApproveUserOperation: approval } = quote;
  return [authorization, approval?.authorization].filter((each) => !isNone(each));
}

/** A delegation without a chain id could be valid on every chain. */
const isEveryChain = (chainId: unknown) => Number(toPlainText(chainId ?? 0)) === 0;

function describePermissions(quote: SwapQuote): string[] {
  const { rwaApproveUserOperation: approval } = quote;
  const permissions: string[] = [];
  for (const { address, chainId } of listDelegations(quote)) {
    const where = isEveryChain(chainId) ? "every chain" : formatAnyChain(chainId);
    permissions.push(
      `Hands your account over to the contract ${toPlainText(address)} on ${where}: from then on its code decides what your account does (EIP-7702).`,
    );
  }
  if (isLimitOrder(quote))
    permissions.push(
      "Also signs an order for the wallet: it can be executed until it expires or is cancelled. Its contents are not stated.",
    );
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
    warnings.push(
      `It cannot be executed: ${toPlainText(revertReason.decoded ?? "no reason given")}`,
    );
  if (isNone(quote.userOperationHash)) warnings.push("There is nothing to sign.");
  if (!isValid) warnings.push("It has expired, or does not state its expiry.");
  if (isNone(minAmountOut) || !/[1-9]/.test(toPlainText(minAmountOut)))
    warnings.push("No minimum is guaranteed: you may get nothing.");
  if (isNone(amountOut)) warnings.push("It does not state the expected amount.");
  if (isNone(toAddress)) warnings.push("It does not state the receiver.");
  else if (!isEqual(toAddress, walletAddress))
    warnings.push("The receiver is not the wallet that pays.");
  for (const { address, chainId } of listDelegations(quote)) {
    warnings.push(
      `The contract ${toPlainText(address)} gets control of your whole account and can move everything in it, now and later.`,
    );
    if (isEveryChain(chainId)) warnings.push("The delegation is valid on every chain.");
  }
  return warnings;
}

function formatSummary(summary: Omit<QuoteSummary, "text">): string {
  const { give, getAtLeast, expected, fees } = summary;
  const formatAmount = ({ amount, token }: { amount: string | undefined; token: string }) =>
    `${amount ?? "an unknown amount"} of ${token}`;
  const formatFee = (fee: DescribedFee) => {
    const most = fee.most === undefined ? "" : ` (estimated; at most ${fee.most})`;
    return `${formatAmount(fee)}${most}${fee.to ? `, to ${fee.to}` : ""}`;
  };
  const minimum = `${formatAmount(getAtLeast)} on ${getAtLeast.chain}`;
  return formatLines([
    ["You give", [`${formatAmount(give)} on ${give.chain}`]],
    ["You get at least", [expected ? `${minimum} (expected: ${expected})` : minimum]],
    ["From", [summary.from]],
    ["To", [summary.to ?? notStated]],
    ["Valid until", [summary.validUntil ?? notStated]],
    ...fees.map((fee) => [`Fee (${fee.type})`, [formatFee(fee)]] as const),
    ["Permission", summary.permissions],
    ["Warning", summary.warnings],
  ]);
}
