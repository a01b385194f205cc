import { nativeToken } from "../../contract/shared/chain-ids.js";
import { readExpiry, timeOf } from "../../contract/shared/expiry.js";
import type { Authorization, Fee } from "../../contract/shared/types.js";
import type { SwapQuote } from "../../contract/swap/types.js";
import { parseDecimal } from "../shared/decimal.js";
import { formatChain } from "../shared/format-chain.js";
import { formatAnyChain, formatLines, notStated, toOptionalText } from "../shared/format-lines.js";
import { toPlainText } from "../shared/plain-text.js";
import { isEqual, isMissing, isNone } from "../shared/problems.js";

/** What helps to describe a quote. */
export interface DescribeQuoteOptions {
  /** How you call a token. Never the service's own word for it: anybody can name a token USDC. @defaultValue its address */
  tokenName?: ((address: string, chainId: number) => string | undefined) | undefined;
  /** Milliseconds since 1970. @defaultValue `Date.now()` */
  now?: number | undefined;
}

/** An amount of one token. All strings are safe to show. */
export interface DescribedAmount {
  /** Decimal string in whole tokens; missing where the quote does not say. */
  amount: string | undefined;
  token: string;
  chain: string;
}

/** One fee. All strings are safe to show. */
export interface DescribedFee {
  type: string;
  amount: string | undefined;
  /** What an estimate may come to at most. */
  most?: string | undefined;
  token: string;
  to: string | undefined;
}

/** What somebody agrees to by signing. All strings are free of control and invisible characters. */
export interface QuoteSummary {
  give: DescribedAmount;
  getAtLeast: DescribedAmount;
  /** What is expected, and not guaranteed. */
  expected: string | undefined;
  /** Who receives; missing where the quote does not say. */
  to: string | undefined;
  from: string;
  /** ISO 8601; missing where it is not known. */
  validUntil: string | undefined;
  fees: DescribedFee[];
  /** What is allowed beside the swap itself, in words. */
  permissions: string[];
  /** What deserves a second look. */
  warnings: string[];
  /** All of it, one line each. */
  text: string;
}

/**
 * Tells a person what they are about to sign: what they give, what they get at least, who receives it, on which chain, until when, what
 * it costs and what is allowed by it. It says what the quote *says*: that the quote is what was asked for is told by `checkQuote`.
 *
 * @example
 * ```ts
 * import { describeQuote } from "bursar/signing";
 *
 * for (const quote of quotes) console.log(describeQuote(quote).text);
 * ```
 */
export function describeQuote(quote: SwapQuote, options?: DescribeQuoteOptions): QuoteSummary {
  const { tokenName, now } = options ?? {};
  const name = (address: unknown, chainId: number) =>
    toPlainText(tokenName?.(toPlainText(address), chainId) ?? formatToken(address));
  const give = {
    amount: toOptionalText(quote.amountIn),
    token: name(quote.tokenIn, quote.chainIn),
    chain: formatChain(quote.chainIn),
  };
  const getAtLeast = {
    amount: toOptionalText(quote.minAmountOut),
    token: name(quote.tokenOut, quote.chainOut),
    chain: formatChain(quote.chainOut),
  };
  const expiry = readExpiry(quote.expiresAt);
  const summary = {
    give,
    getAtLeast,
    expected: toOptionalText(quote.amountOut),
    to: toOptionalText(quote.toAddress),
    from: toPlainText(quote.walletAddress),
    validUntil: typeof expiry === "number" ? new Date(expiry).toISOString() : undefined,
    fees: describeFees(quote, (address) => name(address, quote.chainIn)),
    permissions: describePermissions(quote),
    warnings: describeWarnings(quote, typeof expiry === "number" ? expiry > timeOf(now) : false),
  };
  return { ...summary, text: formatSummary(summary) };
}

function formatToken(address: unknown): string {
  if (isMissing(address)) return "an unknown token";
  const text = toPlainText(address);
  return text.toLowerCase() === nativeToken ? "the chain's native coin" : text;
}

function describeFees(
  { fees, estimatedGasFees: gas, estimatedCollectedFee: collected }: SwapQuote,
  name: (address: unknown) => string,
): DescribedFee[] {
  const entry = (type: unknown, amount: unknown, token: unknown, to?: unknown): DescribedFee => {
    return {
      type: toPlainText(type ?? "FEE"),
      amount: toOptionalText(amount),
      token: name(token),
      to: toOptionalText(to),
    };
  };
  const list: (Fee | null | undefined)[] = Array.isArray(fees) ? Array.from(fees) : [];
  const listed = list.map((fee) => entry(fee?.type, fee?.amount, fee?.token, fee?.toAddress));
  // Older answers list no fees, and name them elsewhere; a smaller fee on the list must not hide what stands there.
  const named: DescribedFee[] = [];
  if (!isNone(gas)) {
    const { gasFeeTokenAmount, maxGasFeeToken, payGasFeeToken } = gas;
    const own = list.map(
      (fee) =>
        fee?.type === "GAS" && isEqual(fee.token, payGasFeeToken) && sumAmounts([fee.amount]) > 0n,
    );
    listed.forEach((fee, i) => {
      if (own[i]) fee.most = toOptionalText(maxGasFeeToken ?? gasFeeTokenAmount);
    });
    if (!own.includes(true))
      named.push({
        ...entry("GAS", gasFeeTokenAmount, payGasFeeToken),
        most: toOptionalText(maxGasFeeToken),
      });
  }
  if (!isNone(collected)) {
    const { collectedFee, serviceCollectedFee, collectedFeeToken } = collected;
    const own = list
      .filter((fee) => fee?.type !== "GAS" && isEqual(fee?.token, collectedFeeToken))
      .map((fee) => fee?.amount);
    const parts = [collectedFee, serviceCollectedFee];
    if (
      parts.some((part) => !isMissing(part) && parseDecimal(part) === undefined) ||
      sumAmounts(own) < sumAmounts(parts)
    ) {
      named.push(
        entry("PROJECT", collectedFee, collectedFeeToken),
        entry("SERVICE", serviceCollectedFee, collectedFeeToken),
      );
    }
  }
  return [
    ...listed,
    ...named.filter(({ amount, most }) => !isZeroAmount(amount) || !isZeroAmount(most)),
  ];
}

/** What cannot be read counts as nothing. */
const sumAmounts = (amounts: unknown[]) =>
  amounts.reduce<bigint>((sum, amount) => sum + (parseDecimal(amount) ?? 0n), 0n);

/** Plainly none: what cannot be read is shown. */
const isZeroAmount = (amount = "") => /^[0.]*$/.test(amount);

/** Everything that is signed with the quote and hands the account over. */
function listDelegations({
  authorization,
  rwaApproveUserOperation: approval,
}: SwapQuote): Authorization[] {
  return [authorization, approval?.authorization].filter((each) => !isNone(each));
}

/** Nothing is known to bind a delegation that names no chain. */
const isEveryChain = (chainId: unknown) => Number(toPlainText(chainId ?? 0)) === 0;

function describePermissions(quote: SwapQuote): string[] {
  const { rwaApproveUserOperation: approval, typedData } = quote;
  const permissions: string[] = [];
  for (const { address, chainId } of listDelegations(quote)) {
    const where = isEveryChain(chainId) ? "every chain" : formatAnyChain(chainId);
    permissions.push(
      `Hands your account over to the contract ${toPlainText(address)} on ${where}: from then on its code decides what your account does (EIP-7702).`,
    );
  }
  if (!isNone(typedData) && typedData.primaryType !== "PackedUserOperation") {
    permissions.push(
      "Signs an order as well, in the name of the wallet: it can be executed until it expires or is cancelled. What it says is not stated.",
    );
  }
  if (!isNone(approval) && !isNone(approval.userOperationHash)) {
    permissions.push(
      "Signs a further operation, an approval for a real-world asset, whose contents the quote does not state.",
    );
  }
  return permissions;
}

function describeWarnings(quote: SwapQuote, alive: boolean): string[] {
  const warnings: string[] = [];
  const { revertReason, toAddress, walletAddress, amountOut, minAmountOut } = quote;
  if (!isNone(revertReason))
    warnings.push(
      `It cannot be executed: ${toPlainText(revertReason.decoded ?? "no reason given")}`,
    );
  if (isNone(quote.userOperationHash)) warnings.push("There is nothing to sign.");
  if (!alive) warnings.push("It has expired, or does not say when it expires.");
  if (isNone(minAmountOut) || !/[1-9]/.test(minAmountOut))
    warnings.push("Nothing is guaranteed: you may get nothing.");
  if (isNone(amountOut)) warnings.push("It does not say how much is expected.");
  if (isNone(toAddress)) warnings.push("It does not say who receives.");
  else if (!isEqual(toAddress, walletAddress))
    warnings.push("Somebody else than the paying wallet receives.");
  for (const { address, chainId } of listDelegations(quote)) {
    warnings.push(
      `The contract ${toPlainText(address)} gets power over your whole account: all that is in it, now and later.`,
    );
    if (isEveryChain(chainId)) warnings.push("The delegation holds on every chain.");
  }
  return warnings;
}

function formatSummary({
  give,
  getAtLeast,
  expected,
  to,
  from,
  validUntil,
  fees,
  permissions,
  warnings,
}: Omit<QuoteSummary, "text">): string {
  const amount = (value: { amount: string | undefined; token: string }) =>
    `${value.amount ?? "an unknown amount"} of ${value.token}`;
  const most = (fee: DescribedFee) =>
    fee.most === undefined ? "" : ` (estimated; at most ${fee.most})`;
  return formatLines([
    ["You give", [`${amount(give)} on ${give.chain}`]],
    [
      "You get at least",
      [`${amount(getAtLeast)} on ${getAtLeast.chain}${expected ? ` (expected: ${expected})` : ""}`],
    ],
    ["From", [from]],
    ["To", [to ?? notStated]],
    ["Valid until", [validUntil ?? notStated]],
    ...fees.map(
      (fee) =>
        [
          `Fee (${fee.type})`,
          [`${amount(fee)}${most(fee)}${fee.to ? `, to ${fee.to}` : ""}`],
        ] as const,
    ),
    ["Permission", permissions],
    ["Warning", warnings],
  ]);
}
