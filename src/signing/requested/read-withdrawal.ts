import type {
  FiatWithdrawalQuote,
  FiatWithdrawalQuoteRequest,
} from "../../contract/fiat/records.js";
import { isMissing, isObject } from "../../shared/guards.js";
import { checkGas } from "../quote/compare-with-request.js";
import {
  type Decimal,
  formatShort,
  isAtLeast,
  isAtMost,
  maxDecimal,
  parseAmountText,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
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
  maxGasFee: string | undefined,
  report: ReportProblem,
): undefined {
  const { from, to, fees } = order;
  const asked = parseAmountText(request.amountToSendInCryptoCurrency);
  const quoted = parseAmountText(quote.amountToSendInCryptoCurrency);
  const expectedOut = parseAmountText(quote.amountToReceiveInFiatCurrency);
  if (!quoted || !expectedOut) {
    const fields = "with both of its amounts above zero";
    return report("request", "expect", `the withdrawQuote, ${fields}`, quote.quoteId);
  }
  // A quote for more than was asked for is no agreement to pay it.
  const most = asked !== undefined && asked < quoted ? asked : quoted;
  // An order of one form can have the fields of the other, too: each that is stated is compared.
  const isStated = (value: unknown) => !isMissing(value);
  const { amountToSendInCryptoCurrency: olderIn, amountToReceiveInFiatCurrency: olderOut } = order;
  const ins = [
    ["from.amount", from?.amount],
    ["amountToSendInCryptoCurrency", olderIn],
  ] as const;
  const outs = [
    ["to.amount", to?.amount],
    ["amountToReceiveInFiatCurrency", olderOut],
  ] as const;
  const pick = (pairs: typeof ins | typeof outs) => {
    const stated = pairs.filter(([, value]) => isStated(value));
    return stated.length > 0 ? stated : [pairs[from || to ? 0 : 1]];
  };
  for (const [path, value] of pick(ins)) {
    const amount = parseAmountText(value);
    if (!amount || !isAtMost(amount, most, value))
      report("amount_in", path, `at most ${formatShort(most)}`, value);
  }
  for (const [path, value] of pick(outs)) {
    const amount = parseAmountText(value);
    if (!amount || !isAtLeast(amount, expectedOut, value))
      report("minimum_out", path, `at least ${formatShort(expectedOut)}`, value);
  }
  const currency = request.cryptoCurrencyToSend ?? quote.cryptoCurrencyToSend;
  for (const [path, stated, expected] of [
    ["expect.cryptoCurrencyToSend", quote.cryptoCurrencyToSend, currency],
    ["from.currency", from?.currency, currency],
    ["to.currency", to?.currency, quote.fiatCurrencyToReceive],
  ] as const)
    if (typeof stated === "string" && stated.toUpperCase() !== expected?.toUpperCase())
      report("token", path, String(expected), stated);
  const gas = [fees?.gasFee, order.estimatedGasFeeAmountInCryptoCurrency];
  const fee = [fees?.transactionFee, order.transactionFeeAmountInCryptoCurrency];
  for (const value of [...gas, ...fee])
    if (isStated(value) && parseAmountText(value) === undefined)
      report("high_costs", "fees", "fees that can be read", value);
  const quotedGas = parseAmountText(quote.estimatedGasFeeInCryptoCurrency) ?? 0n;
  const quotedFee = parseAmountText(quote.transactionFeeInCryptoCurrency) ?? 0n;
  const [statedGas, statedFee] = [findHighest(gas), findHighest(fee)];
  if (!isAtMost(statedFee + statedGas, quotedFee + quotedGas)) {
    const agreed = `at most ${formatShort(quotedFee + quotedGas)}, as quoted`;
    report("high_costs", "fees", agreed, formatShort(statedFee + statedGas));
  }
  const named = takePercent(most, parsePercent(request.transactionFeePercent) ?? 0n);
  const usual = named + most / 10n;
  if (quotedFee + quotedGas > usual) {
    const expected = `fees and gas of at most ${formatShort(usual)}`;
    report("high_costs", "expect", expected, formatShort(quotedFee + quotedGas));
  }
  checkGas("fees.gasFee", maxGasFee, maxDecimal(statedGas, quotedGas), report);
}

const findHighest = (values: readonly unknown[]) =>
  values.reduce((highest: Decimal, value) => maxDecimal(highest, parseAmountText(value) ?? 0n), 0n);

export function describeWithdrawal({ quote }: RequestedWithdrawal): Line[] {
  const format = (amount: unknown, currency: unknown) =>
    `${formatStated(amount) ?? "an unknown amount"} ${toWords(currency, 8)}`;
  const { amountToSendInCryptoCurrency: sent, amountToReceiveInFiatCurrency: received } = quote;
  return [
    ["You send, by your quote", format(sent, quote.cryptoCurrencyToSend)],
    ["You receive, by your quote", format(received, quote.fiatCurrencyToReceive)],
  ];
}
