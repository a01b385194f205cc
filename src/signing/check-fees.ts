import type { Fee } from "../contract/types/common.js";
import type { SwapQuote, SwapQuoteRequest } from "../contract/types/swap.js";
import { deductsGas } from "./check-terms.js";
import { compare, type Decimal, decimalOf, percentage, plus, printDecimal, readDecimal, zero } from "./decimal.js";
import { hold, isMissing, isNone, type Report, same } from "./report.js";

/** What `checkFees` needs to know beside the request. */
export interface FeeOptions {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
}

const defaultServicePercent = 1;

/** Does anybody take more than was agreed? Fees come out of the input token, gas out of the token that pays it. */
export function checkFees(quote: SwapQuote, asked: SwapQuoteRequest, options: FeeOptions, report: Report): void {
  const project = decimalOf(asked.transactionFeePercent ?? 0) ?? zero;
  const extra = decimalOf(asked.extraFee?.percentage ?? 0) ?? zero;
  const service = decimalOf(options.maxServiceFeePercent ?? defaultServicePercent) ?? zero;
  const holds = { asked, report, amountIn: readDecimal(asked.amountIn) ?? zero };
  const says = checkCollected(quote, plus(project, extra), service, holds);
  checkEntries(quote, { project, extra, service: says }, checkGas(quote, options, holds), holds);
}

/** What every fee is held against. */
interface Holds {
  asked: SwapQuoteRequest;
  report: Report;
  amountIn: Decimal;
}

/** None at all is undefined; what cannot be read, or is more than the limit, is reported. */
function readFee(path: string, value: unknown, { report }: Holds, limit?: Decimal, unit = ""): Decimal | undefined {
  if (isMissing(value)) return undefined;
  const fee = readDecimal(value);
  if (!fee || (limit && compare(fee, limit) > 0))
    report("fee", path, limit ? `at most ${printDecimal(limit)}${unit}` : "a decimal string", value);
  return fee;
}

/** A share of the input, which is told twice: in percent and as an amount. */
function readShare(at: string, fee: object, [percent, amount]: readonly [string, string], limit: Decimal, holds: Holds) {
  const read = fee as Record<string, unknown>;
  return {
    percent: readFee(`${at}.${percent}`, read[percent], holds, limit, "%"),
    amount: readFee(`${at}.${amount}`, read[amount], holds, percentage(holds.amountIn, limit)) ?? zero,
  };
}

function holdToken(path: string, amount: Decimal, wanted: string, token: unknown, { report }: Holds): void {
  if (amount.units > 0n) hold(report, "fee_token", path, wanted, token);
}

/** Answers with the percentage that the service says it takes, where that is less than the caller allows. */
function checkCollected({ estimatedCollectedFee: collected }: SwapQuote, ours: Decimal, service: Decimal, holds: Holds): Decimal {
  if (isNone(collected)) return service;
  const path = "estimatedCollectedFee";
  const own = readShare(path, collected, ["collectedFeePercent", "collectedFee"], ours, holds);
  const { amount, percent } = readShare(path, collected, ["serviceCollectedFeePercent", "serviceCollectedFee"], service, holds);
  holdToken(`${path}.collectedFeeToken`, plus(own.amount, amount), holds.asked.tokenIn, collected.collectedFeeToken, holds);
  return percent && compare(percent, service) < 0 ? percent : service;
}

/** Whoever is named as a further receiver gets no more than that; all others together no more than the project and the service. */
function checkEntries(
  quote: SwapQuote,
  { project, extra, service }: Record<"project" | "extra" | "service", Decimal>,
  mostGas: Decimal | undefined,
  holds: Holds,
): void {
  const { asked, amountIn, report } = holds;
  const others = plus(project, service);
  const sums = { others: zero, extra: zero };
  for (const [i, fee] of listOf(quote.fees, report).entries()) {
    const path = `fees[${i}]`;
    if (fee.type === "GAS") {
      holdToken(`${path}.token`, readFee(`${path}.amount`, fee.amount, holds, mostGas) ?? zero, asked.payGasFeeToken, fee.token, holds);
      continue;
    }
    const to = same(fee.toAddress, asked.extraFee?.toAddress) ? "extra" : "others";
    // The project's treasury may be the same account.
    const { amount } = readShare(path, fee, ["percentage", "amount"], to === "extra" ? plus(extra, project) : others, holds);
    sums[to] = plus(sums[to], amount);
    holdToken(`${path}.token`, amount, asked.tokenIn, fee.token, holds);
  }
  const holdSum = (sum: Decimal, limit: Decimal) => readFee("fees", printDecimal(sum), holds, percentage(amountIn, limit));
  holdSum(sums.others, others);
  holdSum(plus(sums.others, sums.extra), plus(others, extra));
}

/** What is no list of fees hides what is taken. */
function listOf(fees: unknown, report: Report): Fee[] {
  if (isNone(fees)) return [];
  // A copy, because a list with holes looks whole to every().
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every((fee) => typeof fee === "object" && fee !== null)) return list as Fee[];
  return report("fee", "fees", "a list of fees", fees) ?? [];
}

/** Answers with the most gas that the quote names. */
function checkGas({ estimatedGasFees }: SwapQuote, { maxGasFee }: FeeOptions, holds: Holds): Decimal | undefined {
  const { payGasFeeToken, gasFeeTokenAmount, maxGasFeeToken } = estimatedGasFees ?? {};
  const { asked, amountIn, report } = holds;
  const path = "estimatedGasFees";
  if (!isNone(payGasFeeToken)) hold(report, "fee_token", `${path}.payGasFeeToken`, asked.payGasFeeToken, payGasFeeToken);
  const most = readFee(`${path}.maxGasFeeToken`, maxGasFeeToken, holds);
  const gas = readFee(`${path}.gasFeeTokenAmount`, gasFeeTokenAmount, holds, most);
  const cost = most ?? gas;
  const no = (expected: string) => report("fee", `${path}.maxGasFeeToken`, expected, cost && printDecimal(cost));
  const limit = readDecimal(maxGasFee);
  if (maxGasFee !== undefined && !(cost && limit && compare(cost, limit) <= 0)) no(`at most ${maxGasFee}`);
  if (cost && deductsGas(asked) && compare(cost, amountIn) >= 0) no(`less than the amount, ${asked.amountIn}`);
  return most;
}
