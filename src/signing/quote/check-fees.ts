import { defaultSlippage } from "../../contract/shared/patterns.js";
import type { Fee, GasEstimate } from "../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  type Decimal,
  formatDecimal,
  getUnit,
  hundred,
  maxDecimal,
  maxRoundingError,
  oneCent,
  parseDecimal,
  parsePercent,
  takePercent,
} from "../shared/decimal.js";
import {
  checkEqual,
  isEqual,
  isMissing,
  isNone,
  isObject,
  type ReportProblem,
} from "../shared/problems.js";
import { deductsGas } from "./compare-with-request.js";

export interface CheckFeesOptions {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
  maxLossPercent?: number | undefined;
}

const defaultServiceFeePercent = 1;
const defaultLossPercent = 10;
/** A maximum and its description for a problem. */
type Limit = readonly [maximum: Decimal, description: string];

const createLimit = (maximum: Decimal, note = ""): Limit => [
  maximum,
  `at most ${formatDecimal(maximum)}${note}`,
];
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
  const { tokenIn, payGasFeeToken, extraFee } = request;
  const amountIn = parseDecimal(request.amountIn) ?? 0n;
  const shareOfInput = (percent: Decimal) => takePercent(amountIn, percent);
  /** The rounding error of one share of the input. */
  const tolerance = maxDecimal(maxRoundingError, shareOfInput(maxRoundingError));
  /** The default gas limit if gas is paid in the input token. */
  const quarterOfInput = amountIn / 4n;
  const paysGasInInput = isEqual(payGasFeeToken, tokenIn);
  const isGasDeducted = deductsGas(request);
  const projectPercent = parseOptionalPercent(request.transactionFeePercent);
  const extraPercent = parseOptionalPercent(extraFee?.percentage);
  const maxServicePercent = parseOptionalPercent(
    options.maxServiceFeePercent ?? defaultServiceFeePercent,
  );
  const servicePercent = checkCollectedFees();
  const [gasCost, gasLimit] = checkGas();
  checkFeeEntries();
  checkLoss();

  /** Returns undefined if the fee is missing or malformed. Reports malformed and too high fees. */
  function parseFee(
    path: string,
    value: unknown,
    limit?: Limit | false,
    allowance = 0n,
  ): Decimal | undefined {
    if (isMissing(value)) return undefined;
    const fee = value === 0 ? 0n : parseDecimal(value);
    if (fee === undefined || (limit && fee > limit[0] + allowance))
      report("fee", path, limit ? limit[1] : "a decimal string", value);
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
    const percentLimit = createLimit(maxPercent, "%");
    const amountLimit = createLimit(shareOfInput(maxPercent));
    const roundedLimit = roundLimit(maxPercent, percent);
    const rounding = maxDecimal(maxRoundingError, roundedLimit - maxPercent);
    const parsed = parseFee(`${path}.${percentField}`, percent, percentLimit, rounding);
    const isRounded = parsed !== undefined && parsed > maxPercent && parsed <= roundedLimit;
    return [
      // A rounded percentage stands for the exact one.
      isRounded ? maxPercent : parsed,
      parseFee(`${path}.${amountField}`, amount, amountLimit, tolerance) ?? 0n,
    ] as const;
  }

  function checkFeeToken(path: string, amount: Decimal, expected: string, token: unknown): void {
    if (amount) checkEqual(report, "fee_token", path, expected, token);
  }

  /** Returns the stated percentage of the service, at most the caller's limit. */
  function checkCollectedFees(): Decimal {
    const { estimatedCollectedFee: collected } = quote;
    if (isNone(collected)) return maxServicePercent;
    const path = "estimatedCollectedFee";
    const maxProjectPercent = projectPercent + extraPercent;
    const [, projectAmount] = parseShare(path, collected, maxProjectPercent, "collectedFee");
    const [percent = maxServicePercent, serviceAmount] = parseShare(
      path,
      collected,
      maxServicePercent,
      "serviceCollectedFee",
    );
    const total = projectAmount + serviceAmount;
    checkFeeToken(`${path}.collectedFeeToken`, total, tokenIn, collected.collectedFeeToken);
    return percent < maxServicePercent ? percent : maxServicePercent;
  }

  /** Returns the highest gas cost that the quote states, and the lowest gas limit. */
  function checkGas(): [cost: Decimal | undefined, limit: Limit | undefined] {
    const { payGasFeeToken: token, ...fees } = (quote.estimatedGasFees ??
      {}) as Partial<GasEstimate>;
    const path = "estimatedGasFees";
    if (!isNone(token))
      checkEqual(report, "fee_token", `${path}.payGasFeeToken`, payGasFeeToken, token);
    const maximum = parseFee(`${path}.maxGasFeeToken`, fees.maxGasFeeToken);
    const estimateLimit = maximum !== undefined && createLimit(maximum);
    const estimate = parseFee(`${path}.gasFeeTokenAmount`, fees.gasFeeTokenAmount, estimateLimit);
    const cost = maximum ?? estimate;
    const reportGas = (expected: string) => {
      const actual = cost === undefined ? cost : formatDecimal(cost);
      report("fee", `${path}.maxGasFeeToken`, expected, actual);
    };
    const limit = getGasLimit();
    // With the option maxGasFee, the quote must state the gas cost.
    if (limit && (cost === undefined ? !isMissing(options.maxGasFee) : cost > limit[0]))
      reportGas(limit[1]);
    if (cost !== undefined && isGasDeducted && cost >= amountIn)
      reportGas(`less than the amount, ${request.amountIn}`);
    return [cost, cost !== undefined && (!limit || cost < limit[0]) ? createLimit(cost) : limit];
  }

  /** Gas in another token than the input has no default limit: its value is unknown. */
  function getGasLimit(): Limit | undefined {
    const { maxGasFee } = options;
    if (!isMissing(maxGasFee)) return [parseDecimal(maxGasFee) ?? 0n, `at most ${maxGasFee}`];
    return paysGasInInput
      ? createLimit(quarterOfInput, " (25%: pass maxGasFee to allow more)")
      : undefined;
  }

  /** Checks the sums, because each fee alone could be within its limit. */
  function checkFeeEntries(): void {
    let feesToOthers = 0n;
    let feesToExtra = 0n;
    let gas = 0n;
    let gasShares = 0n;
    let roundedFees = 1n;
    for (const [i, fee] of parseFeeList(quote.fees, report).entries()) {
      const path = `fees[${i}]`;
      if (fee.type === "GAS") {
        const amount = parseFee(`${path}.amount`, fee.amount, gasLimit) ?? 0n;
        const share = shareOfInput(parseFee(`${path}.percentage`, fee.percentage) ?? 0n);
        gas += paysGasInInput ? maxDecimal(amount, share) : amount;
        if (!paysGasInInput) gasShares += share;
        checkFeeToken(`${path}.token`, amount + share, payGasFeeToken, fee.token);
        continue;
      }
      // The receiver of the extra fee may also receive the project's fee.
      const isExtra = isEqual(fee.toAddress, extraFee?.toAddress);
      const maxPercent = projectPercent + (isExtra ? extraPercent : servicePercent);
      const [percent = 0n, amount] = parseShare(path, fee, maxPercent, "amount", "percentage");
      // Tolerate the rounding of at most three amounts: many tiny fees must not add up.
      if (amount && roundedFees < 3n) roundedFees++;
      // If amount and percentage differ, or one is missing, the higher one counts.
      const share = maxDecimal(amount, shareOfInput(percent));
      if (isExtra) feesToExtra += share;
      else feesToOthers += share;
      checkFeeToken(`${path}.token`, share, tokenIn, fee.token);
    }
    const checkSum = (
      sum: Decimal,
      [limit, description]: Limit,
      subject = "",
      allowance = tolerance * roundedFees,
    ) => {
      if (sum > limit + allowance)
        report("fee", "fees", `${description}${subject} in total`, formatDecimal(sum));
    };
    const maxToOthers = projectPercent + servicePercent;
    checkSum(feesToOthers, createLimit(shareOfInput(maxToOthers)));
    if (feesToExtra) {
      const maxTotal = shareOfInput(maxToOthers + extraPercent);
      checkSum(feesToOthers + feesToExtra, createLimit(maxTotal));
    }
    if (gasLimit) checkSum(gas, gasLimit, " of gas", paysGasInInput ? tolerance : 0n);
    // A percentage of the input cannot be converted to another gas token. It is never this high.
    checkSum(gasShares, createLimit(quarterOfInput), " of gas");
  }

  /**
   * Compares the stated USD values of a market swap. A limit order has the caller's own price. A
   * value of zero means that the service does not know it.
   */
  function checkLoss(): void {
    const { amountInUSD, amountOutUSD } = quote;
    const [valueIn, valueOut] = [parseDecimal(amountInUSD), parseDecimal(amountOutUSD)];
    if (request.minAmountOut !== undefined || !valueIn || !valueOut) return;
    const slippagePercent = parseOptionalPercent(request.slippage ?? defaultSlippage);
    const lossPercent = parseOptionalPercent(options.maxLossPercent ?? defaultLossPercent);
    const feePercent = projectPercent + extraPercent + maxServicePercent;
    const maxPercent = slippagePercent + feePercent + lossPercent;
    // Both sides are multiplied by the amount, because gas / amount is not an exact decimal.
    const gas = isGasDeducted ? valueIn * (gasCost ?? 0n) : 0n;
    const minimum = takePercent(valueIn, hundred - maxPercent) * amountIn - gas;
    if ((valueOut + oneCent) * amountIn >= minimum) return;
    const deductions = `${formatDecimal(maxPercent)}%${isGasDeducted ? ", less the gas" : ""}`;
    const expected = `${amountInUSD} less at most ${deductions} (pass maxLossPercent to allow more)`;
    report("amount_out", "amountOutUSD", expected, amountOutUSD);
  }
}

/**
 * Rounds a limit to the places of the stated percentage: 0.67 is 2/3 rounded to two places. Fewer
 * places count as two, because rounding to whole percents would hide a fee. Rounding that adds more
 * than 1% of the limit would hide a fee, too.
 */
function roundLimit(limit: Decimal, percent: unknown): Decimal {
  const places = typeof percent === "string" ? (percent.split(".")[1]?.length ?? 0) : 0;
  const unit = getUnit(Math.min(Math.max(places, 2), 6));
  const rounded = limit + unit / 2n - ((limit + unit / 2n) % unit);
  return rounded - limit > limit / 100n ? limit : rounded;
}

/** Reports malformed lists: they could hide fees. */
function parseFeeList(fees: unknown, report: ReportProblem): Partial<Fee>[] {
  if (isNone(fees)) return [];
  // Array.from() fills the holes of a sparse array, which every() would skip.
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every(isObject)) return list as Partial<Fee>[];
  return report("fee", "fees", "a list of fees", fees) ?? [];
}
