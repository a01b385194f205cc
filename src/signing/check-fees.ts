import type { Fee } from "../contract/types/common.js";
import type { SwapQuote, SwapQuoteRequest } from "../contract/types/swap.js";
import { compare, type Decimal, decimalOf, percentage, plus, printDecimal, readDecimal, zero } from "./decimal.js";
import { isNone, type Report, sameAddress, sameText } from "./report.js";

/** What `checkFees` needs to know beside the request. */
export interface FeeOptions {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
}

const defaultServicePercent = 1;

/** Does anybody take more than was agreed? Fees come out of the input token, gas out of the token that pays it. */
export function checkFees(quote: SwapQuote, asked: SwapQuoteRequest, options: FeeOptions, report: Report): void {
  const amountIn = readDecimal(asked.amountIn) ?? zero;
  const agreed = {
    project: decimalOf(asked.transactionFeePercent ?? 0) ?? zero,
    extra: decimalOf(asked.extraFee?.percentage ?? 0) ?? zero,
    service: decimalOf(options.maxServiceFeePercent ?? defaultServicePercent) ?? zero,
  };
  const most = new Limits(amountIn, report);
  const service = checkCollected(quote, asked, agreed, most, report);
  checkEntries(quote, asked, { ...agreed, service }, most, report);
  checkGas(quote, asked, options, report);
}

interface Agreed {
  project: Decimal;
  extra: Decimal;
  service: Decimal;
}

/** Holds amounts and percentages of the input amount to the same limit. */
class Limits {
  constructor(
    readonly amountIn: Decimal,
    readonly report: Report,
  ) {}

  percent(path: string, value: unknown, percent: Decimal): Decimal {
    return this.#hold(path, value, percent, "%");
  }

  amount(path: string, value: unknown, percent: Decimal): Decimal {
    return this.#hold(path, value, percentage(this.amountIn, percent), "");
  }

  /** None at all is no fee; what cannot be read is held to be too much. */
  #hold(path: string, value: unknown, limit: Decimal, unit: string): Decimal {
    if (value === null || value === undefined) return zero;
    const given = readDecimal(value);
    if (!given || compare(given, limit) > 0) {
      this.report("fee", path, `at most ${printDecimal(limit)}${unit}`, value, "more than was agreed");
    }
    return given ?? zero;
  }
}

/** Answers with the percentage that the service says it takes. */
function checkCollected(quote: SwapQuote, asked: SwapQuoteRequest, agreed: Agreed, most: Limits, report: Report): Decimal {
  const collected = quote.estimatedCollectedFee;
  if (isNone(collected)) return agreed.service;
  const path = "estimatedCollectedFee";
  const ours = plus(agreed.project, agreed.extra);
  most.percent(`${path}.collectedFeePercent`, collected.collectedFeePercent, ours);
  const fee = most.amount(`${path}.collectedFee`, collected.collectedFee, ours);
  const percent = most.percent(`${path}.serviceCollectedFeePercent`, collected.serviceCollectedFeePercent, agreed.service);
  const serviceFee = most.amount(`${path}.serviceCollectedFee`, collected.serviceCollectedFee, agreed.service);
  const taken = plus(fee, serviceFee).units > 0n;
  if (taken && !sameText(collected.collectedFeeToken, asked.tokenIn)) {
    report("fee_token", `${path}.collectedFeeToken`, asked.tokenIn, collected.collectedFeeToken, "fees come out of the input token");
  }
  return isNone(collected.serviceCollectedFeePercent) || compare(percent, agreed.service) > 0 ? agreed.service : percent;
}

/** Whoever is named as a further receiver gets no more than that; all others together no more than the project and the service. */
function checkEntries(quote: SwapQuote, asked: SwapQuoteRequest, agreed: Agreed, most: Limits, report: Report): void {
  const others = plus(agreed.project, agreed.service);
  const sums = { others: zero, extra: zero };
  for (const [i, fee] of listed(quote.fees, report).entries()) {
    const path = `fees[${i}]`;
    if (fee.type === "GAS") {
      checkGasEntry(fee, path, quote, asked, report);
      continue;
    }
    const isExtra = asked.extraFee !== undefined && sameAddress(fee.toAddress, asked.extraFee.toAddress);
    // The project's treasury may be the same account.
    const limit = isExtra ? plus(agreed.extra, agreed.project) : others;
    most.percent(`${path}.percentage`, fee.percentage, limit);
    const amount = most.amount(`${path}.amount`, fee.amount, limit);
    sums[isExtra ? "extra" : "others"] = plus(sums[isExtra ? "extra" : "others"], amount);
    if (amount.units > 0n && !sameText(fee.token, asked.tokenIn)) {
      report("fee_token", `${path}.token`, asked.tokenIn, fee.token, "fees come out of the input token");
    }
  }
  most.amount("fees", printDecimal(sums.others), others);
  most.amount("fees", printDecimal(plus(sums.others, sums.extra)), plus(others, agreed.extra));
}

/** What is no list of fees hides what is taken. */
function listed(fees: unknown, report: Report): Fee[] {
  if (isNone(fees)) return [];
  // A copy, because a list with holes looks whole to every().
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every((fee) => typeof fee === "object" && fee !== null)) return list as Fee[];
  report("fee", "fees", "a list of fees", fees, "not a list");
  return [];
}

function checkGasEntry(fee: Fee, path: string, quote: SwapQuote, asked: SwapQuoteRequest, report: Report): void {
  const amount = readDecimal(fee.amount);
  if (fee.amount !== null && fee.amount !== undefined && !amount) {
    report("fee", `${path}.amount`, "a decimal string", fee.amount, "not an amount");
  }
  if ((amount?.units ?? 0n) > 0n && !sameText(fee.token, asked.payGasFeeToken)) {
    report("fee_token", `${path}.token`, asked.payGasFeeToken, fee.token, "not the token that pays the gas");
  }
  const most = readDecimal(quote.estimatedGasFees?.maxGasFeeToken);
  if (amount && most && compare(amount, most) > 0) {
    report("fee", `${path}.amount`, `at most ${printDecimal(most)}`, fee.amount, "more gas than the quote's own limit");
  }
}

function checkGas({ estimatedGasFees: gas }: SwapQuote, asked: SwapQuoteRequest, { maxGasFee }: FeeOptions, report: Report): void {
  if (isNone(gas)) {
    if (maxGasFee !== undefined)
      report("fee", "estimatedGasFees", `at most ${maxGasFee}`, gas, "the quote does not say what the gas costs");
    return;
  }
  const path = "estimatedGasFees";
  if (!isNone(gas.payGasFeeToken) && !sameText(gas.payGasFeeToken, asked.payGasFeeToken)) {
    report("fee_token", `${path}.payGasFeeToken`, asked.payGasFeeToken, gas.payGasFeeToken, "not the token that pays the gas");
  }
  const estimate = readDecimal(gas.gasFeeTokenAmount);
  const most = readDecimal(gas.maxGasFeeToken);
  for (const [field, value, read] of [
    ["gasFeeTokenAmount", gas.gasFeeTokenAmount, estimate],
    ["maxGasFeeToken", gas.maxGasFeeToken, most],
  ] as const) {
    if (!isNone(value) && !read) report("fee", `${path}.${field}`, "a decimal string", value, "not an amount");
  }
  if (estimate && most && compare(estimate, most) > 0) {
    report("fee", `${path}.gasFeeTokenAmount`, `at most ${printDecimal(most)}`, gas.gasFeeTokenAmount, "more than the quote's own limit");
  }
  checkGasLimit(most ?? estimate, asked, maxGasFee, report);
}

function checkGasLimit(gas: Decimal | undefined, asked: SwapQuoteRequest, maxGasFee: string | undefined, report: Report): void {
  const path = "estimatedGasFees.maxGasFeeToken";
  const shown = gas && printDecimal(gas);
  const limit = readDecimal(maxGasFee);
  if (maxGasFee !== undefined && (!gas || !limit || compare(gas, limit) > 0)) {
    report("fee", path, `at most ${maxGasFee}`, shown, "more gas than the caller allows");
  }
  const amountIn = readDecimal(asked.amountIn);
  const deducted = asked.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && sameText(asked.payGasFeeToken, asked.tokenIn);
  if (deducted && gas && amountIn && compare(gas, amountIn) >= 0) {
    report("fee", path, `less than ${asked.amountIn}`, shown, "the gas would eat the whole amount");
  }
}
