import type { Fee, GasEstimate } from "../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  countDecimals,
  type Decimal,
  formatDecimal,
  getUnit,
  maxDecimal,
  maxRoundingError,
  one,
  parseAmount,
  parseDecimal,
  parsePercent,
  roundingOf,
  takePercent,
} from "../shared/decimal.js";
import { isEqual, isMissing, isNone, isObject, type ReportProblem } from "../shared/problems.js";
import { checkLoss } from "./check-loss.js";
import { deductsGas } from "./compare-with-request.js";
import { getGasWorthLimit } from "./get-gas-worth-limit.js";
import { isGasFee } from "./is-gas-fee.js";
import { isSameToken } from "./same-token.js";

export interface CheckFeesOptions {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
  maxLossPercent?: number | undefined;
}

const defaultServiceFeePercent = 1;
/** Lists have fewer. More roundings could add up to a fee. */
const maxRoundedFees = 8;
/** What rounding may cost, in US dollars by the quote's own prices. */
const maxRoundedWorth = one;
/** A maximum and its description for a problem. */
type Limit = readonly [maximum: Decimal, description: string];

const createLimit = (maximum: Decimal, note = ""): Limit => [
  maximum,
  `at most ${formatDecimal(maximum)}${note}`,
];
const minDecimal = (a: Decimal, b: Decimal) => (a < b ? a : b);
const parseOptionalPercent = (percent: number | null | undefined) =>
  parsePercent(percent ?? 0) ?? 0n;

/**
 * Checks that all fees are within the requested ones and the caller's limits. Fees are paid in the
 * input token, gas in `payGasFeeToken`.
 */
export function checkFees(
  quote: SwapQuote,
  request: SwapQuoteRequest,
  options: CheckFeesOptions,
  report: ReportProblem,
): void {
  const { tokenIn, payGasFeeToken, extraFee, chainIdIn } = request;
  const amountIn = parseDecimal(request.amountIn) ?? 0n;
  const fees = parseFeeList(quote.fees, report);
  const shareOfInput = (percent: Decimal) => takePercent(amountIn, percent);
  /** The rounding error of one share of the input. */
  const tolerance = maxDecimal(
    isSmallWorth(maxRoundingError) ? maxRoundingError : 0n,
    shareOfInput(maxRoundingError),
  );
  /** The default gas limit if gas is paid in the input token. */
  const quarterOfInput = amountIn / 4n;
  const paysGasInInput = isSameToken(payGasFeeToken, tokenIn, chainIdIn);
  const projectPercent = parseOptionalPercent(request.transactionFeePercent);
  const extraPercent = parseOptionalPercent(extraFee?.percentage);
  const maxServicePercent = parseOptionalPercent(
    options.maxServiceFeePercent ?? defaultServiceFeePercent,
  );
  const ownGasLimit = isMissing(options.maxGasFee)
    ? undefined
    : (parseDecimal(options.maxGasFee) ?? 0n);
  const inputRounding = findInputRounding();
  const statedServicePercent = checkCollectedFees();
  const servicePercent = statedServicePercent ?? maxServicePercent;
  const { gasCost, gasLimit } = checkGas();
  const gasTotal = checkFeeEntries();
  const feePercent = projectPercent + extraPercent + (statedServicePercent ?? 0n);
  const gas = deductsGas(request) ? (gasCost ?? gasTotal) : 0n;
  checkLoss(quote, request, { amountIn, feePercent, gas, ...options }, report);

  /** The rounding of the amount of the input token that shows the most decimals. */
  function findInputRounding(): Decimal {
    const { estimatedCollectedFee: collected, estimatedGasFees: estimate } = quote;
    const amounts: unknown[] = [request.amountIn, quote.amountIn];
    amounts.push(collected?.collectedFee, collected?.serviceCollectedFee);
    if (paysGasInInput) amounts.push(estimate?.maxGasFeeToken, estimate?.gasFeeTokenAmount);
    for (const fee of fees)
      if (isSameToken(fee.token, tokenIn, chainIdIn)) amounts.push(fee.amount);
    return getUnit(Math.max(...amounts.map(countDecimals))) - 1n;
  }

  /** A coarse digit of a valuable token is more than rounding. */
  function isSmallWorth(amount: Decimal): boolean {
    const worthIn = parseAmount(quote.amountInUSD);
    if (amount <= amountIn / 100n) return true;
    return worthIn !== undefined && amount * worthIn <= maxRoundedWorth * amountIn;
  }

  /** How much an amount of the input token may exceed its limit by rounding. */
  function getRounding(amount: unknown, limit: Decimal): Decimal {
    const unit = roundingOf(amount);
    // Rounding never makes a fee of none. A coarse digit needs a token without finer ones.
    if (!limit || isMissing(amount)) return tolerance;
    const coarse = isSmallWorth(inputRounding) ? inputRounding : 0n;
    return maxDecimal(tolerance, unit <= amountIn / 1_000n ? unit : coarse);
  }

  /** Returns undefined if the fee is missing or malformed. Reports malformed and too high fees. */
  function parseFee(
    path: string,
    value: unknown,
    limit?: Limit | false,
    allowance = 0n,
  ): Decimal | undefined {
    if (isMissing(value)) return undefined;
    const fee = parseAmount(value);
    if (fee === undefined) report("fee_unreadable", path, "a decimal string", value);
    else if (limit && fee > limit[0] + allowance) report("fee", path, limit[1], value);
    return fee;
  }

  /** Parses a share of the input, which is stated in percent and as an amount. */
  function parseShare(
    path: string,
    fee: object,
    maxPercent: Decimal,
    amountField: string,
    percentField = `${amountField}Percent`,
  ) {
    const { [percentField]: percent, [amountField]: amount } = fee as Record<string, unknown>;
    const percentUnit = maxPercent ? roundingOf(percent) : 0n;
    const rounding = maxDecimal(maxRoundingError, percentUnit);
    const limit = createLimit(maxPercent, "%");
    const parsed = parseFee(`${path}.${percentField}`, percent, limit, rounding);
    const isRounded =
      maxPercent && parsed && parsed > maxPercent && parsed <= maxPercent + rounding;
    const maximum = shareOfInput(maxPercent);
    const allowance = getRounding(amount, maximum);
    const amountPath = `${path}.${amountField}`;
    return {
      // A rounded percentage stands for the exact one.
      percent: isRounded ? maxPercent : parsed,
      percentUnit,
      amount: parseFee(amountPath, amount, createLimit(maximum), allowance) ?? 0n,
      allowance,
    };
  }

  function checkFeeToken(path: string, amount: Decimal, expected: string, token: unknown): void {
    if (amount && !isSameToken(expected, token, chainIdIn))
      report("fee_token", path, expected, token);
  }

  /** Returns the stated percentage of the service, at most the caller's limit. */
  function checkCollectedFees(): Decimal | undefined {
    const { estimatedCollectedFee: collected } = quote;
    if (isNone(collected)) return undefined;
    const path = "estimatedCollectedFee";
    const maxProjectPercent = projectPercent + extraPercent;
    const project = parseShare(path, collected, maxProjectPercent, "collectedFee");
    const service = parseShare(path, collected, maxServicePercent, "serviceCollectedFee");
    const total = project.amount + service.amount;
    checkFeeToken(`${path}.collectedFeeToken`, total, tokenIn, collected.collectedFeeToken);
    if (service.percent === undefined) return undefined;
    // The exact percentage can be higher than the rounded one.
    const highest = service.percent ? service.percent + service.percentUnit : 0n;
    return highest < maxServicePercent ? highest : maxServicePercent;
  }

  /** The caller's own limit is exact. Rounding of a lower limit must not exceed it either. */
  function limitGasRounding(rounding: Decimal, limit: Decimal): Decimal {
    if (ownGasLimit === undefined) return rounding;
    return minDecimal(rounding, maxDecimal(ownGasLimit - limit, 0n));
  }

  /** Returns the highest gas cost that the quote states, and the lowest gas limit. */
  function checkGas() {
    const { payGasFeeToken: token, ...stated } = (quote.estimatedGasFees ??
      {}) as Partial<GasEstimate>;
    const path = "estimatedGasFees";
    const { maxGasFeeToken, gasFeeTokenAmount } = stated;
    const maximum = parseFee(`${path}.maxGasFeeToken`, maxGasFeeToken);
    const estimateLimit = maximum !== undefined && createLimit(maximum);
    const rounding = limitGasRounding(roundingOf(maxGasFeeToken), maximum ?? 0n);
    const estimatePath = `${path}.gasFeeTokenAmount`;
    const estimate = parseFee(estimatePath, gasFeeTokenAmount, estimateLimit, rounding);
    const cost = maximum ?? estimate;
    if (!isNone(token)) checkFeeToken(`${path}.payGasFeeToken`, 1n, payGasFeeToken, token);
    const reportGas = (expected: string) => {
      const actual = cost === undefined ? cost : formatDecimal(cost);
      report("fee", `${path}.maxGasFeeToken`, expected, actual);
    };
    const limit = getGasLimit();
    const isListed = fees.some((fee) => isGasFee(fee, request));
    // With the option maxGasFee, the quote must state the gas cost.
    if (limit && (cost === undefined ? ownGasLimit !== undefined && !isListed : cost > limit[0]))
      reportGas(limit[1]);
    if (cost !== undefined && deductsGas(request) && cost >= amountIn)
      reportGas(`less than the amount, ${request.amountIn}`);
    const isCostLower = cost !== undefined && (!limit || cost < limit[0]);
    return { gasCost: cost, gasLimit: isCostLower ? createLimit(cost) : limit };
  }

  /** Gas in another token than the input is limited by its stated worth only. */
  function getGasLimit(): Limit | undefined {
    if (ownGasLimit !== undefined) return [ownGasLimit, `at most ${options.maxGasFee}`];
    const more = "pass maxGasFee to allow more";
    if (paysGasInInput) return createLimit(quarterOfInput, ` (25%: ${more})`);
    const limit = getGasWorthLimit(quote);
    return limit === undefined ? limit : createLimit(limit, ` (25% of the stated worth: ${more})`);
  }

  /** Checks the sums, because each fee alone could be within its limit. Returns the listed gas. */
  function checkFeeEntries(): Decimal {
    let feesToOthers = 0n;
    let feesToExtra = 0n;
    let gasTotal = 0n;
    let gasShares = 0n;
    const roundings: Decimal[] = [];
    const gasRoundings: Decimal[] = [];
    const limitRounding = (rounding: Decimal) => limitGasRounding(rounding, gasLimit?.[0] ?? 0n);
    const roundGas = (amount: unknown) =>
      limitRounding(paysGasInInput ? getRounding(amount, amountIn) : roundingOf(amount));
    for (const [i, fee] of fees.entries()) {
      const path = `fees[${i}]`;
      if (isGasFee(fee, request)) {
        const allowance = roundGas(fee.amount);
        const amount = parseFee(`${path}.amount`, fee.amount, gasLimit, allowance) ?? 0n;
        const share = shareOfInput(parseFee(`${path}.percentage`, fee.percentage) ?? 0n);
        gasTotal += paysGasInInput ? maxDecimal(amount, share) : amount;
        if (!paysGasInInput) gasShares += share;
        if (amount) gasRoundings.push(allowance);
        checkFeeToken(`${path}.token`, amount + share, payGasFeeToken, fee.token);
        continue;
      }
      // The receiver of the extra fee may also receive the project's fee.
      const isExtra = isEqual(fee.toAddress, extraFee?.toAddress);
      const maxPercent = projectPercent + (isExtra ? extraPercent : servicePercent);
      const parsed = parseShare(path, fee, maxPercent, "amount", "percentage");
      const { percent = 0n, percentUnit, amount } = parsed;
      // If amount and percentage differ, or one is missing, the higher one counts.
      const isConsistent = amount >= shareOfInput(maxDecimal(0n, percent - percentUnit));
      const share = amount && isConsistent ? amount : maxDecimal(amount, shareOfInput(percent));
      if (share) roundings.push(parsed.allowance);
      if (isExtra) feesToExtra += share;
      else feesToOthers += share;
      checkFeeToken(`${path}.token`, share, tokenIn, fee.token);
    }
    const checkSum = (
      sum: Decimal,
      [limit, description]: Limit,
      allowances: readonly Decimal[],
      subject = "",
      limitRoundingTo = (rounding: Decimal) => rounding,
    ) => {
      const all = allowances.slice(0, maxRoundedFees).reduce((total, each) => total + each, 0n);
      const highest = allowances.reduce(maxDecimal, 0n);
      const rounding = isSmallWorth(all) ? all : minDecimal(all, 3n * highest);
      if (sum > limit + limitRoundingTo(rounding))
        report("fee", "fees", `${description}${subject} in total`, formatDecimal(sum));
    };
    const maxToOthers = projectPercent + servicePercent;
    checkSum(feesToOthers, createLimit(shareOfInput(maxToOthers)), roundings);
    if (feesToExtra) {
      const maxTotal = shareOfInput(maxToOthers + extraPercent);
      checkSum(feesToOthers + feesToExtra, createLimit(maxTotal), roundings);
    }
    if (gasLimit) checkSum(gasTotal, gasLimit, gasRoundings, " of gas", limitRounding);
    // A percentage of the input cannot be converted to another gas token. It is never this high.
    checkSum(gasShares, createLimit(quarterOfInput), [], " of gas");
    return gasTotal;
  }
}

/** Reports malformed lists: they could hide fees. */
function parseFeeList(fees: unknown, report: ReportProblem): Partial<Fee>[] {
  if (isNone(fees)) return [];
  // Array.from() fills the holes of a sparse array, which every() would skip.
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every(isObject)) return list as Partial<Fee>[];
  return report("fee_unreadable", "fees", "a list of fees", fees) ?? [];
}
