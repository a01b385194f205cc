import { defaultSlippage } from "../contract/patterns.js";
import type { Fee } from "../contract/types/common.js";
import type { SwapQuote, SwapQuoteRequest } from "../contract/types/swap.js";
import { deductsGas } from "./check-terms.js";
import {
  compare,
  type Decimal,
  decimalOf,
  half,
  hundred,
  larger,
  minus,
  percentage,
  plus,
  printDecimal,
  readDecimal,
  times,
  zero,
} from "./decimal.js";
import { hold, isMissing, isNone, type Report, same } from "./report.js";

/** What `checkFees` needs to know beside the request. */
export interface FeeOptions {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
  maxLossPercent?: number | undefined;
}

const defaultServicePercent = 1;
const defaultLossPercent = 10;
/** Of the amount: gas in the input token that takes more is taken on the caller's word only. */
const gasPercent: Decimal = { units: 25n, places: 0 };
/** Prices are rounded to cents. */
const cent: Decimal = { units: 1n, places: 2 };

/** Does anybody take more than was agreed? Fees come out of the input token, gas out of the token that pays it. */
export function checkFees(quote: SwapQuote, asked: SwapQuoteRequest, options: FeeOptions, report: Report): void {
  const project = decimalOf(asked.transactionFeePercent ?? 0) ?? zero;
  const extra = decimalOf(asked.extraFee?.percentage ?? 0) ?? zero;
  const service = decimalOf(options.maxServiceFeePercent ?? defaultServicePercent) ?? zero;
  const amountIn = readDecimal(asked.amountIn) ?? zero;
  const holds = { asked, report, amountIn, slack: larger(half, percentage(amountIn, half)) };
  const says = checkCollected(quote, plus(project, extra), service, holds);
  const gas = checkGas(quote, options, holds);
  checkEntries(quote, { project, extra, service: says }, gas.limit, holds);
  checkLoss(quote, plus(plus(project, extra), service), gas.cost ?? zero, options, holds);
}

/** What every fee is held against. */
interface Holds {
  asked: SwapQuoteRequest;
  report: Report;
  amountIn: Decimal;
  /** What rounding adds to one share of the amount. */
  slack: Decimal;
}

/** The most that something may be, and how a refusal says it. */
interface Limit {
  most: Decimal;
  words: string;
}

const limitOf = (most: Decimal, note = ""): Limit => ({ most, words: `at most ${printDecimal(most)}${note}` });

/** None at all is undefined; what cannot be read, or is more than the limit, is reported. */
function readFee(path: string, value: unknown, { report }: Holds, limit?: Limit, slack = zero): Decimal | undefined {
  if (isMissing(value)) return undefined;
  const fee = value === 0 ? zero : readDecimal(value);
  if (!fee || (limit && compare(fee, plus(limit.most, slack)) > 0)) report("fee", path, limit?.words ?? "a decimal string", value);
  return fee;
}

/** A share of the input, which is told twice: in percent and as an amount. */
function readShare(at: string, fee: object, [percent, amount]: readonly [string, string], limit: Decimal, holds: Holds) {
  const read = fee as Record<string, unknown>;
  return {
    percent: readFee(`${at}.${percent}`, read[percent], holds, limitOf(limit, "%"), half),
    amount: readFee(`${at}.${amount}`, read[amount], holds, limitOf(percentage(holds.amountIn, limit)), holds.slack) ?? zero,
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
  gasLimit: Limit | undefined,
  holds: Holds,
): void {
  const { asked, amountIn, slack, report } = holds;
  const others = plus(project, service);
  const sums = { others: zero, extra: zero };
  const gas = { amount: zero, share: zero };
  const inInput = paysInInput(asked);
  let rounded = 1n;
  for (const [i, fee] of listOf(quote.fees, report).entries()) {
    const path = `fees[${i}]`;
    if (fee.type === "GAS") {
      const amount = readFee(`${path}.amount`, fee.amount, holds, gasLimit) ?? zero;
      const percent = readFee(`${path}.percentage`, fee.percentage, holds) ?? zero;
      const share = percentage(amountIn, percent);
      gas.amount = plus(gas.amount, inInput ? larger(amount, share) : amount);
      gas.share = plus(gas.share, inInput ? zero : share);
      holdToken(`${path}.token`, plus(amount, percent), asked.payGasFeeToken, fee.token, holds);
      continue;
    }
    const to = same(fee.toAddress, asked.extraFee?.toAddress) ? "extra" : "others";
    // The project's treasury may be the same account.
    const { amount, percent = zero } = readShare(
      path,
      fee,
      ["percentage", "amount"],
      to === "extra" ? plus(extra, project) : others,
      holds,
    );
    // Amounts are rounded one by one, and only a few of them honestly.
    if (amount.units > 0n && rounded < 3n) rounded++;
    // Where the two do not say the same, or only one is told, the larger one counts.
    const share = larger(amount, percentage(amountIn, percent));
    sums[to] = plus(sums[to], share);
    holdToken(`${path}.token`, share, asked.tokenIn, fee.token, holds);
  }
  const holdSum = (sum: Decimal, { most, words }: Limit, of = "", more = times(slack, { units: rounded, places: 0 })) => {
    if (compare(sum, plus(most, more)) > 0) report("fee", "fees", `${words}${of} in all`, printDecimal(sum));
  };
  holdSum(sums.others, limitOf(percentage(amountIn, others)));
  holdSum(plus(sums.others, sums.extra), limitOf(percentage(amountIn, plus(others, extra))));
  if (gasLimit) holdSum(gas.amount, gasLimit, " of gas", inInput ? slack : zero);
  // A percentage of the input says nothing in another token, and is never this much.
  holdSum(gas.share, limitOf(percentage(amountIn, gasPercent)), " of gas");
}

const paysInInput = ({ payGasFeeToken, tokenIn }: SwapQuoteRequest) => same(payGasFeeToken, tokenIn);

/** What is no list of fees hides what is taken. */
function listOf(fees: unknown, report: Report): Fee[] {
  if (isNone(fees)) return [];
  // A copy, because a list with holes looks whole to every().
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every((fee) => typeof fee === "object" && fee !== null)) return list as Fee[];
  return report("fee", "fees", "a list of fees", fees) ?? [];
}

/** Answers with what the quote says that the gas costs at most, and with the least of the limits that hold for it. */
function checkGas(
  { estimatedGasFees }: SwapQuote,
  { maxGasFee }: FeeOptions,
  holds: Holds,
): { cost: Decimal | undefined; limit: Limit | undefined } {
  const { payGasFeeToken, gasFeeTokenAmount, maxGasFeeToken } = estimatedGasFees ?? {};
  const { asked, amountIn, report } = holds;
  const path = "estimatedGasFees";
  if (!isNone(payGasFeeToken)) hold(report, "fee_token", `${path}.payGasFeeToken`, asked.payGasFeeToken, payGasFeeToken);
  const most = readFee(`${path}.maxGasFeeToken`, maxGasFeeToken, holds);
  const gas = readFee(`${path}.gasFeeTokenAmount`, gasFeeTokenAmount, holds, most && limitOf(most));
  const cost = most ?? gas;
  const no = (expected: string) => report("fee", `${path}.maxGasFeeToken`, expected, cost && printDecimal(cost));
  const own = gasLimitOf(maxGasFee, holds);
  // A limit of the caller's own also wants to know what it is the limit of.
  if (own && (cost ? compare(cost, own.most) > 0 : !isMissing(maxGasFee))) no(own.words);
  if (cost && deductsGas(asked) && compare(cost, amountIn) >= 0) no(`less than the amount, ${asked.amountIn}`);
  return { cost, limit: cost && (!own || compare(cost, own.most) < 0) ? limitOf(cost) : own };
}

/** The caller's limit, or a share of the amount. Gas in another token than the input cannot be compared with it. */
function gasLimitOf(maxGasFee: string | undefined, { asked, amountIn }: Holds): Limit | undefined {
  if (!isMissing(maxGasFee)) return { most: readDecimal(maxGasFee) ?? zero, words: `at most ${maxGasFee}` };
  if (!paysInInput(asked)) return undefined;
  return limitOf(percentage(amountIn, gasPercent), ` (${printDecimal(gasPercent)}% of the amount: pass maxGasFee to allow more)`);
}

/** What a market swap loses by its price. Who gives a limit order names a price; and a worth of nothing is one that is not known. */
function checkLoss(
  { amountInUSD, amountOutUSD }: SwapQuote,
  fees: Decimal,
  gas: Decimal,
  { maxLossPercent }: FeeOptions,
  { asked, amountIn, report }: Holds,
): void {
  const [before, after] = [readDecimal(amountInUSD), readDecimal(amountOutUSD)];
  if (asked.minAmountOut !== undefined || !before?.units || !after?.units) return;
  const slippage = decimalOf(asked.slippage ?? defaultSlippage) ?? zero;
  const loss = plus(plus(slippage, fees), decimalOf(maxLossPercent ?? defaultLossPercent) ?? zero);
  // Both sides times the amount, because the gas is a share of it that does not divide evenly.
  const left = times(percentage(before, minus(hundred, loss)), amountIn);
  const least = deductsGas(asked) ? minus(left, times(before, gas)) : left;
  if (compare(times(plus(after, cent), amountIn), least) >= 0) return;
  const less = deductsGas(asked) ? ", less the gas" : "";
  report(
    "amount_out",
    "amountOutUSD",
    `${amountInUSD} less at most ${printDecimal(loss)}%${less} (pass maxLossPercent to allow more)`,
    amountOutUSD,
  );
}
