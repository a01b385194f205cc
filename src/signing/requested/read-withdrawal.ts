import type { FiatCryptoCurrency } from "../../contract/fiat/records.js";
import type { FiatWithdrawalOrderV1 } from "../../contract/fiat/v1-records.js";
import type {
  FiatWithdrawalOrder,
  FiatWithdrawalQuote,
  FiatWithdrawalQuoteRequest,
} from "../../contract/fiat/withdrawal-records.js";
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

/** The values of an order that are compared, with the path of each. */
type OrderedValues = Record<"sent" | "received" | "fee" | "gas", readonly [string, unknown]>;

/** The older call names the same values in other fields. */
function readOrder(order: object): OrderedValues {
  const older = order as Partial<FiatWithdrawalOrderV1>;
  const { from, to, fees } = order as Partial<FiatWithdrawalOrder>;
  if ("withdrawalInstructions" in order)
    return {
      sent: ["from.amount", from?.amount],
      received: ["to.amount", to?.amount],
      fee: ["fees.transactionFee", fees?.transactionFee],
      gas: ["fees.gasFee", fees?.gasFee],
    };
  const read = (name: keyof FiatWithdrawalOrderV1) => [name, older[name]] as const;
  return {
    sent: read("amountToSendInCryptoCurrency"),
    received: read("amountToReceiveInFiatCurrency"),
    fee: read("transactionFeeAmountInCryptoCurrency"),
    gas: read("estimatedGasFeeAmountInCryptoCurrency"),
  };
}

export function isWithdrawalQuote(value: unknown): value is Partial<FiatWithdrawalQuote> {
  return isObject(value) && "quoteId" in value && "amountToSendInCryptoCurrency" in value;
}

/** Compares an order with its quote: at most the amount leaves, and at least the amount arrives. */
export function compareWithdrawal(
  order: object,
  { quote, request }: RequestedWithdrawal,
  maxGasFee: string | undefined,
  report: ReportProblem,
): undefined {
  const asked = parseAmountText(request.amountToSendInCryptoCurrency);
  const quoted = parseAmountText(quote.amountToSendInCryptoCurrency);
  const least = parseAmountText(quote.amountToReceiveInFiatCurrency);
  if (!quoted || !least) {
    const expected = "the withdrawQuote, with both of its amounts above zero";
    return report("request", "expect", expected, quote.quoteId);
  }
  // A quote for more than was asked for is no agreement to pay it.
  const most = asked !== undefined && asked < quoted ? asked : quoted;
  const { sent, received, fee, gas } = readOrder(order);
  const amountIn = parseAmountText(sent[1]);
  if (!amountIn || !isAtMost(amountIn, most, sent[1]))
    report("amount_in", sent[0], `at most ${formatShort(most)}`, sent[1]);
  const amountOut = parseAmountText(received[1]);
  if (!amountOut || !isAtLeast(amountOut, least, received[1]))
    report("minimum_out", received[0], `at least ${formatShort(least)}`, received[1]);
  compareCurrencies(order, quote, request, report);

  const readFee = ([path, value]: readonly [string, unknown]): Decimal => {
    const amount = parseAmountText(value);
    if (amount === undefined && !isMissing(value))
      report("price_unknown", path, "a decimal string", value);
    return amount ?? 0n;
  };
  const [orderedFee, orderedGas] = [readFee(fee), readFee(gas)];
  const quotedFee = readFee(["expect.fee", quote.transactionFeeInCryptoCurrency]);
  const quotedGas = readFee(["expect.gas", quote.estimatedGasFeeInCryptoCurrency]);
  const ordered = orderedFee + orderedGas;
  const agreed = quotedFee + quotedGas;
  if (!isAtMost(ordered, agreed))
    report("high_costs", fee[0], `at most ${formatShort(agreed)} with gas`, formatShort(ordered));
  const named = takePercent(most, parsePercent(request.transactionFeePercent) ?? 0n);
  const usual = named + most / 10n;
  if (agreed > usual)
    report("high_costs", "expect", `fees of at most ${formatShort(usual)}`, formatShort(agreed));
  checkGas(gas[0], maxGasFee, maxDecimal(orderedGas, quotedGas), report);
}

/** The older form states no currencies. */
function compareCurrencies(
  { from, to }: Partial<FiatWithdrawalOrder>,
  { cryptoCurrencyToSend: quoted, fiatCurrencyToReceive }: Partial<FiatWithdrawalQuote>,
  {
    cryptoCurrencyToSend: asked = quoted as FiatCryptoCurrency,
  }: Partial<FiatWithdrawalQuoteRequest>,
  report: ReportProblem,
): void {
  for (const [path, stated, expected] of [
    ["expect.cryptoCurrencyToSend", quoted, asked],
    ["from.currency", from?.currency, asked],
    ["to.currency", to?.currency, fiatCurrencyToReceive],
  ] as const)
    if (typeof stated === "string" && stated.toUpperCase() !== expected?.toUpperCase())
      report("token", path, String(expected), stated);
}

export function describeWithdrawal({ quote }: RequestedWithdrawal): Line[] {
  const format = (amount: unknown, currency: unknown) =>
    `${formatStated(amount) ?? "an unknown amount"} ${toWords(currency, 8)}`;
  const { amountToSendInCryptoCurrency: sent, amountToReceiveInFiatCurrency: received } = quote;
  return [
    ["You send, by your quote", format(sent, quote.cryptoCurrencyToSend)],
    ["You receive, by your quote", format(received, quote.fiatCurrencyToReceive)],
  ];
}
