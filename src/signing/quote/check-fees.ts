import { defaultSlippage } from "../../contract/shared/patterns.js";
import type { Fee } from "../../contract/shared/types.js";
import type { SwapQuote, SwapQuoteRequest } from "../../contract/swap/types.js";
import {
  cent,
  type Decimal,
  formatDecimal,
  hundred,
  maxDecimal,
  maxRoundingError,
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
import { deductsGas } from "./check-swap-details.js";

/** What `checkFees` needs to know beside the request. */
export interface CheckFeesOptions {
  maxServiceFeePercent?: number | undefined;
  maxGasFee?: string | undefined;
  maxLossPercent?: number | undefined;
}

const defaultServicePercent = 1;
const defaultLossPercent = 10;
/** The most that something may be, and how a refusal says it. */
type Limit = readonly [most: Decimal, words: string];

const createLimit = (most: Decimal, note = ""): Limit => [
  most,
  `at most ${formatDecimal(most)}${note}`,
];
const parseOptionalPercent = (percent: number | null | undefined) =>
  parsePercent(percent ?? 0) ?? 0n;

/** Does anybody take more than was agreed? Fees come out of the input token, gas out of the token that pays it. */
export function checkFees(
  quote: SwapQuote,
  asked: SwapQuoteRequest,
  options: CheckFeesOptions,
  report: ReportProblem,
): void {
  const { tokenIn, payGasFeeToken, extraFee } = asked;
  const amountIn = parseDecimal(asked.amountIn) ?? 0n;
  const shareOf = (percent: Decimal) => takePercent(amountIn, percent);
  // What rounding adds to one share of the amount.
  const slack = maxDecimal(maxRoundingError, shareOf(maxRoundingError));
  // Gas in the input token that takes more is taken on the caller's word only.
  const quarter = amountIn / 4n;
  const paysInInput = isEqual(payGasFeeToken, tokenIn);
  const deducts = deductsGas(asked);
  const ours = parseOptionalPercent(asked.transactionFeePercent);
  const extra = parseOptionalPercent(extraFee?.percentage);
  const most = parseOptionalPercent(options.maxServiceFeePercent ?? defaultServicePercent);
  const service = checkCollected();
  const [gasCost, gasLimit] = checkGas();
  checkEntries();
  checkLoss();

  /** None at all is undefined; what cannot be read, or is more than the limit, is reported. */
  function readFee(
    path: string,
    value: unknown,
    limit?: Limit | false,
    more = 0n,
  ): Decimal | undefined {
    if (isMissing(value)) return undefined;
    const fee = value === 0 ? 0n : parseDecimal(value);
    if (fee === undefined || (limit && fee > limit[0] + more))
      report("fee", path, limit ? limit[1] : "a decimal string", value);
    return fee;
  }

  /** A share of the input, which is told twice: in percent and as an amount. */
  function readShare(
    path: string,
    fee: object,
    limit: Decimal,
    amountField: string,
    percentField = `${amountField}Percent`,
  ) {
    const read = fee as Record<string, unknown>;
    return [
      readFee(
        `${path}.${percentField}`,
        read[percentField],
        createLimit(limit, "%"),
        maxRoundingError,
      ),
      readFee(`${path}.${amountField}`, read[amountField], createLimit(shareOf(limit)), slack) ??
        0n,
    ] as const;
  }

  function holdToken(path: string, amount: Decimal, wanted: string, token: unknown): void {
    if (amount) checkEqual(report, "fee_token", path, wanted, token);
  }

  /** Answers with the percentage that the service says it takes, where that is less than the caller allows. */
  function checkCollected(): Decimal {
    const { estimatedCollectedFee: collected } = quote;
    if (isNone(collected)) return most;
    const path = "estimatedCollectedFee";
    const [, own] = readShare(path, collected, ours + extra, "collectedFee");
    const [percent = most, amount] = readShare(path, collected, most, "serviceCollectedFee");
    holdToken(`${path}.collectedFeeToken`, own + amount, tokenIn, collected.collectedFeeToken);
    return percent < most ? percent : most;
  }

  /** Answers with what the quote says that the gas costs at most, and with the least of the limits that hold for it. */
  function checkGas(): [cost: Decimal | undefined, limit: Limit | undefined] {
    const {
      payGasFeeToken: token,
      gasFeeTokenAmount,
      maxGasFeeToken,
    } = quote.estimatedGasFees ?? {};
    const path = "estimatedGasFees";
    if (!isNone(token))
      checkEqual(report, "fee_token", `${path}.payGasFeeToken`, payGasFeeToken, token);
    const highest = readFee(`${path}.maxGasFeeToken`, maxGasFeeToken);
    const gas = readFee(
      `${path}.gasFeeTokenAmount`,
      gasFeeTokenAmount,
      highest !== undefined && createLimit(highest),
    );
    const cost = highest ?? gas;
    const no = (expected: string) =>
      report(
        "fee",
        `${path}.maxGasFeeToken`,
        expected,
        cost === undefined ? cost : formatDecimal(cost),
      );
    const own = ownGasLimit();
    // A limit of the caller's own also wants to know what it is the limit of.
    if (own && (cost === undefined ? !isMissing(options.maxGasFee) : cost > own[0])) no(own[1]);
    if (cost !== undefined && deducts && cost >= amountIn)
      no(`less than the amount, ${asked.amountIn}`);
    return [cost, cost !== undefined && (!own || cost < own[0]) ? createLimit(cost) : own];
  }

  /** The caller's limit, or a share of the amount. Gas in another token than the input cannot be compared with it. */
  function ownGasLimit(): Limit | undefined {
    const { maxGasFee } = options;
    if (!isMissing(maxGasFee)) return [parseDecimal(maxGasFee) ?? 0n, `at most ${maxGasFee}`];
    return paysInInput ? createLimit(quarter, " (25%: pass maxGasFee to allow more)") : undefined;
  }

  /** Whoever is named as a further receiver gets no more than that; all others together no more than the project and the service. */
  function checkEntries(): void {
    let toOthers = 0n;
    let toExtra = 0n;
    let gas = 0n;
    let gasShares = 0n;
    let rounded = 1n;
    for (const [i, fee] of parseFeeList(quote.fees, report).entries()) {
      const path = `fees[${i}]`;
      if (fee.type === "GAS") {
        const amount = readFee(`${path}.amount`, fee.amount, gasLimit) ?? 0n;
        const share = shareOf(readFee(`${path}.percentage`, fee.percentage) ?? 0n);
        gas += paysInInput ? maxDecimal(amount, share) : amount;
        if (!paysInInput) gasShares += share;
        holdToken(`${path}.token`, amount + share, payGasFeeToken, fee.token);
        continue;
      }
      const isExtra = isEqual(fee.toAddress, extraFee?.toAddress);
      // The project's treasury may be the same account.
      const [percent = 0n, amount] = readShare(
        path,
        fee,
        ours + (isExtra ? extra : service),
        "amount",
        "percentage",
      );
      // Amounts are rounded one by one, and only a few of them honestly.
      if (amount && rounded < 3n) rounded++;
      // Where the two do not say the same, or only one is told, the larger one counts.
      const share = maxDecimal(amount, shareOf(percent));
      if (isExtra) toExtra += share;
      else toOthers += share;
      holdToken(`${path}.token`, share, tokenIn, fee.token);
    }
    const holdSum = (sum: Decimal, [limit, words]: Limit, of = "", more = slack * rounded) => {
      if (sum > limit + more) report("fee", "fees", `${words}${of} in all`, formatDecimal(sum));
    };
    holdSum(toOthers, createLimit(shareOf(ours + service)));
    if (toExtra) holdSum(toOthers + toExtra, createLimit(shareOf(ours + service + extra)));
    if (gasLimit) holdSum(gas, gasLimit, " of gas", paysInInput ? slack : 0n);
    // A percentage of the input says nothing in another token, and is never this much.
    holdSum(gasShares, createLimit(quarter), " of gas");
  }

  /** What a market swap loses by its price. Who gives a limit order names a price; and a worth of nothing is one that is not known. */
  function checkLoss(): void {
    const { amountInUSD, amountOutUSD } = quote;
    const [before, after] = [parseDecimal(amountInUSD), parseDecimal(amountOutUSD)];
    if (asked.minAmountOut !== undefined || !before || !after) return;
    const loss =
      parseOptionalPercent(asked.slippage ?? defaultSlippage) +
      ours +
      extra +
      most +
      parseOptionalPercent(options.maxLossPercent ?? defaultLossPercent);
    // Both sides times the amount, because the gas is a share of it that does not divide evenly.
    const gas = deducts ? before * (gasCost ?? 0n) : 0n;
    if ((after + cent) * amountIn >= takePercent(before, hundred - loss) * amountIn - gas) return;
    const words = `${amountInUSD} less at most ${formatDecimal(loss)}%${deducts ? ", less the gas" : ""}`;
    report(
      "amount_out",
      "amountOutUSD",
      `${words} (pass maxLossPercent to allow more)`,
      amountOutUSD,
    );
  }
}

/** What is no list of fees hides what is taken. */
function parseFeeList(fees: unknown, report: ReportProblem): Fee[] {
  if (isNone(fees)) return [];
  // A copy, because a list with holes looks whole to every().
  const list: unknown[] = Array.isArray(fees) ? Array.from(fees) : [undefined];
  if (list.every(isObject)) return list as Fee[];
  return report("fee", "fees", "a list of fees", fees) ?? [];
}
