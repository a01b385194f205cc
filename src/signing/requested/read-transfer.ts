import type { Transfer, TransferRequest } from "../../contract/operations/prepared-records.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/records.js";
import { isMissing } from "../../shared/guards.js";
import type { QuoteTerms } from "../quote/quote-options.js";
import { type QuoteReading, readQuote, readTerms, stateQuote } from "../quote/read-quote.js";
import {
  formatDecimal,
  formatShort,
  getUnit,
  isAtLeast,
  maxDecimal,
  parseAmount,
  parseAmountText,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import { formatStated, unreadableAmount } from "../shared/format.js";
import type { ReportProblem } from "../shared/problems.js";
import type { OperationBase } from "./request.js";

export type TermOptions = Omit<QuoteTerms, "expect" | "minReceived">;

export interface TransferReading extends OperationBase {
  kind: "transfer";
  terms: QuoteReading;
}

export function readWholeTransfer(
  transfer: Partial<Transfer>,
  request: TransferRequest,
  options: TermOptions,
  report: ReportProblem,
): TransferReading {
  const terms = readTransfer(transfer, request, options, true, report);
  return {
    kind: "transfer",
    terms,
    parts: terms.parts,
    expiresAt: terms.quote.expiresAt,
    operation: { ...stateQuote(terms), request },
  };
}

// A transfer is a swap of a token for itself, so that quotes and transfers are judged by the same
// code: what arrives is both the expected amount and the minimum.
export function toSwapRequest(request: TransferRequest): SwapQuoteRequest {
  const { amount, chainId, token, metadata: _, ...same } = request;
  return {
    ...same,
    amountIn: amount,
    chainIdIn: chainId,
    chainIdOut: chainId,
    tokenIn: token,
    tokenOut: token,
  };
}

function toSwapQuote(transfer: Partial<Transfer>): SwapQuote {
  const { token, chain, amountToSend, amountToSendUSD, amountToBeReceived, ...same } = transfer;
  return {
    ...same,
    tokenIn: token,
    tokenOut: token,
    chainIn: chain,
    chainOut: chain,
    amountIn: amountToSend,
    amountInUSD: amountToSendUSD,
    amountOut: amountToBeReceived,
    minAmountOut: amountToBeReceived,
    amountOutUSD: getWorthOfReceived(transfer),
  } as SwapQuote;
}

/** By the price of what is sent: a second statement of the price could hide a loss. */
function getWorthOfReceived(transfer: Partial<Transfer>): string | undefined {
  const worth = parseAmount(transfer.amountToSendUSD);
  const sent = parseAmountText(transfer.amountToSend);
  const received = parseAmountText(transfer.amountToBeReceived);
  if (!worth || !sent || !received) return undefined;
  // More digits than these could not be read again.
  const unit = getUnit(40);
  return formatDecimal(((worth * received) / sent / unit) * unit);
}

/** The fields of a transfer, by the names of a quote. Those of the destination are the same. */
const ownNames: Readonly<Record<string, string | undefined>> = {
  tokenIn: "token",
  chainIn: "chain",
  tokenOut: undefined,
  chainOut: undefined,
  amountIn: "amountToSend",
  amountInUSD: "amountToSendUSD",
  minAmountOut: "amountToBeReceived",
  amountOut: undefined,
  "expect.amountIn": "expect.amount",
};

function renamePaths(
  { amountInUSD, minAmountOut }: SwapQuote,
  report: ReportProblem,
): ReportProblem {
  // Without a worth of what is sent, or an amount, there is no worth of what arrives.
  const isReported = parseAmount(amountInUSD) === undefined || !parseAmountText(minAmountOut);
  return (code, path, ...values) => {
    if (code === "price_unknown" && path === "amountOutUSD" && isReported) return undefined;
    // A quote may omit its receiver, a transfer may not: that is reported apart.
    if (code === "receiver_missing") return undefined;
    const own = path === "amountOutUSD" ? "amountToBeReceived" : path;
    const name = own in ownNames ? ownNames[own] : own;
    return name === undefined ? undefined : report(code, name, ...values);
  };
}

/** Without a hash of its own, it is part of a batch. */
export function readTransfer(
  transfer: Partial<Transfer>,
  request: TransferRequest,
  options: TermOptions,
  hasHash: boolean,
  report: ReportProblem,
): QuoteReading {
  const swapOptions = { ...options, expect: toSwapRequest(request) };
  const quote = toSwapQuote(transfer);
  const own = renamePaths(quote, report);
  const reading = hasHash
    ? (readQuote(quote, swapOptions, own) as QuoteReading)
    : readTerms(quote, swapOptions, own);
  if (parseAmountText(transfer.amountToSend) === 0n)
    report(
      "amount_in",
      "amountToSend",
      formatStated(request.amount) ?? unreadableAmount,
      transfer.amountToSend,
    );
  if (isMissing(transfer.toAddress))
    report("receiver", "toAddress", request.toAddress, transfer.toAddress);
  checkReceived(reading, transfer, request, report);
  return reading;
}

/** What arrives: the amount, less the requested or stated fees and the deducted gas. */
function checkReceived(
  { costs }: QuoteReading,
  { amountToBeReceived }: Partial<Transfer>,
  request: TransferRequest,
  report: ReportProblem,
): undefined {
  const asked = parseDecimal(request.amount);
  const received = parseAmountText(amountToBeReceived);
  // Both are reported already.
  if (!asked || !received) return undefined;
  const named = takePercent(asked, parsePercent(request.transactionFeePercent) ?? 0n);
  const stated = costs.fees
    .filter(({ isInside }) => isInside)
    .reduce((sum, { cost }) => sum + cost, 0n);
  const gas = costs.gas.isInside ? (costs.gas.highest ?? 0n) : 0n;
  const least = asked - maxDecimal(named, stated) - gas;
  if (isAtLeast(received, maxDecimal(least, 0n), amountToBeReceived)) return undefined;
  const expected = `at least ${formatShort(maxDecimal(least, 0n))}, which is the amount less its fees`;
  return report("minimum_out", "amountToBeReceived", expected, amountToBeReceived);
}
