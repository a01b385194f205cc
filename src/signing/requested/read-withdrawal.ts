import type {
  FiatWithdrawalQuote,
  FiatWithdrawalQuoteRequest,
} from "../../contract/fiat/records.js";
import { isObject } from "../../shared/guards.js";
import { formatShort, isAtLeast, isAtMost, parseAmountText } from "../shared/decimal.js";
import { formatStated, type Line } from "../shared/format.js";
import { toWords } from "../shared/plain-text.js";
import type { ReportProblem } from "../shared/problems.js";

/** The quote that was ordered. As a response it may have further fields. */
export interface RequestedWithdrawal {
  kind: "withdrawal";
  quote: Partial<FiatWithdrawalQuote>;
  /** The request of the quote, if the client returned it. */
  request: Partial<FiatWithdrawalQuoteRequest>;
}

/** The fields of an order that are compared, of its current and of its older form. */
interface OrderedWithdrawal {
  from?: { currency?: unknown; amount?: unknown } | null;
  to?: { currency?: unknown; amount?: unknown } | null;
  fees?: { transactionFee?: unknown; gasFee?: unknown } | null;
  amountToSendInCryptoCurrency?: unknown;
  amountToReceiveInFiatCurrency?: unknown;
  transactionFeeAmountInCryptoCurrency?: unknown;
  estimatedGasFeeAmountInCryptoCurrency?: unknown;
}

export function isWithdrawalQuote(value: unknown): value is Partial<FiatWithdrawalQuote> {
  return isObject(value) && "quoteId" in value && "amountToSendInCryptoCurrency" in value;
}

/** Compares an order with its quote: at most the amount leaves, and at least the amount arrives. */
export function compareWithdrawal(
  order: OrderedWithdrawal,
  { quote, request }: RequestedWithdrawal,
  report: ReportProblem,
): undefined {
  const { from, to, fees } = order;
  const [fromPath, toPath] = from || to ? ["from.amount", "to.amount"] : olderPaths;
  const asked = parseAmountText(request.amountToSendInCryptoCurrency);
  const quoted = parseAmountText(quote.amountToSendInCryptoCurrency);
  const expectedOut = parseAmountText(quote.amountToReceiveInFiatCurrency);
  if (!quoted || !expectedOut) {
    const fields = "with both of its amounts above zero";
    return report("request", "expect", `the withdrawQuote, ${fields}`, quote.quoteId);
  }
  // A quote for more than was asked for is no agreement to pay it.
  const most = asked !== undefined && asked < quoted ? asked : quoted;
  const statedIn = from?.amount ?? order.amountToSendInCryptoCurrency;
  const statedOut = to?.amount ?? order.amountToReceiveInFiatCurrency;
  const amountIn = parseAmountText(statedIn);
  const amountOut = parseAmountText(statedOut);
  if (!amountIn || !isAtMost(amountIn, most, statedIn))
    report("amount_in", fromPath, `at most ${formatShort(most)}`, statedIn);
  if (!amountOut || !isAtLeast(amountOut, expectedOut, statedOut))
    report("minimum_out", toPath, `at least ${formatShort(expectedOut)}`, statedOut);
  for (const [path, stated, expected] of [
    ["from.currency", from?.currency, quote.cryptoCurrencyToSend],
    ["to.currency", to?.currency, quote.fiatCurrencyToReceive],
  ] as const)
    if (typeof stated === "string" && stated.toUpperCase() !== expected?.toUpperCase())
      report("token", path, String(expected), stated);
  const fee = addAmounts(
    fees?.transactionFee ?? order.transactionFeeAmountInCryptoCurrency,
    fees?.gasFee ?? order.estimatedGasFeeAmountInCryptoCurrency,
  );
  const agreed = addAmounts(
    quote.transactionFeeInCryptoCurrency,
    quote.estimatedGasFeeInCryptoCurrency,
  );
  if (!isAtMost(fee, agreed))
    report("high_costs", "fees", `at most ${formatShort(agreed)}, as quoted`, formatShort(fee));
}

const addAmounts = (a: unknown, b: unknown) =>
  (parseAmountText(a) ?? 0n) + (parseAmountText(b) ?? 0n);

const olderPaths = ["amountToSendInCryptoCurrency", "amountToReceiveInFiatCurrency"] as const;

export function describeWithdrawal({ quote }: RequestedWithdrawal): Line[] {
  const format = (amount: unknown, currency: unknown) =>
    `${formatStated(amount) ?? "an unknown amount"} ${toWords(currency, 8)}`;
  const { amountToSendInCryptoCurrency: sent, amountToReceiveInFiatCurrency: received } = quote;
  return [
    ["You send, by your quote", format(sent, quote.cryptoCurrencyToSend)],
    ["You receive, by your quote", format(received, quote.fiatCurrencyToReceive)],
  ];
}
