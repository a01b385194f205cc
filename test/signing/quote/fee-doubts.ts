import type { JudgedCase } from "./harm.js";
import { readScaled, type Scaled, scale } from "./random-numbers.js";
import { dollar, isSame, read } from "./read-stated.js";

const highest = (...values: Scaled[]) => values.reduce((a, b) => (a > b ? a : b), 0n);
const unitOf = (text: unknown) =>
  10n ** BigInt(Math.max(0, scale - Math.max(2, String(text).split(".")[1]?.length ?? 0)));

interface Fee {
  type?: unknown;
  token?: unknown;
  amount?: unknown;
  percentage?: unknown;
}

/** The parts of a quote that state fees, read without the code of the checker. */
function readStatement({ quote, request }: JudgedCase) {
  const asked = readScaled(request.amountIn) as Scaled;
  const list: Fee[] = (Array.isArray(quote.fees) ? quote.fees : []).map((fee) => Object(fee));
  const paysInInput = isSame(request.payGasFeeToken, request.tokenIn);
  const isGas = ({ type, token }: Fee) =>
    String(type).toUpperCase() === "GAS" || (!paysInInput && isSame(token, request.payGasFeeToken));
  const percent = (value: unknown) => (asked * (read(value) ?? 0n)) / (100n * dollar);
  const estimate = Object(quote.estimatedGasFees);
  const isOwnEstimate =
    estimate.payGasFeeToken == null || isSame(estimate.payGasFeeToken, request.payGasFeeToken);
  const estimated = isOwnEstimate
    ? (read(estimate.maxGasFeeToken) ?? read(estimate.gasFeeTokenAmount))
    : undefined;
  const gas = list.filter(isGas);
  const amountOf = (fee: Fee) => {
    if (!isSame(fee.token, request.payGasFeeToken)) return undefined;
    const amount = read(fee.amount);
    if (!paysInInput) return amount || (read(fee.percentage) ? undefined : amount);
    if (amount === undefined && read(fee.percentage) === undefined) return undefined;
    return highest(amount ?? 0n, percent(fee.percentage));
  };
  const listed = gas.map(amountOf);
  const isListed = gas.length > 0 && listed.every((amount) => amount !== undefined);
  const listedSum = listed.reduce<Scaled>((sum, amount) => sum + (amount ?? 0n), 0n);
  const price = highest(
    read(quote.tokenInPrice) ?? 0n,
    ((read(quote.amountInUSD) ?? 0n) * dollar) / asked,
  );
  const worthOf = (amount: Scaled) => (amount * price) / dollar;
  return { asked, list, gas, isGas, percent, estimated, isListed, listedSum, paysInInput, worthOf };
}

type Statement = ReturnType<typeof readStatement>;

/** More than a dollar is no rounding. */
const isMuch = (worth: Scaled) => worth * 10n > dollar * 11n;

function findDeductionDoubts(judged: JudgedCase, statement: Statement): string[] {
  const { quote, request, maxGasFee } = judged;
  const { asked, estimated, isListed, listedSum, paysInInput, worthOf } = statement;
  const given = readScaled(quote.amountIn);
  if (given === undefined || given >= asked) return [];
  const isDeducted = request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" && paysInInput;
  let gas = isDeducted ? (estimated ?? (isListed ? listedSum : 0n)) : 0n;
  const own = read(maxGasFee);
  if (own !== undefined && own < gas) gas = own;
  const missing = asked - given - gas;
  const { maxGasFeeToken, gasFeeTokenAmount } = Object(quote.estimatedGasFees);
  const units = unitOf(quote.amountIn) + unitOf(maxGasFeeToken ?? gasFeeTokenAmount ?? "0.00");
  return missing > units || (missing > 0n && isMuch(worthOf(missing)))
    ? ["a deduction that no gas explains"]
    : [];
}

function findOtherTokens({ quote, request }: JudgedCase, { list, isGas }: Statement): string[] {
  const isStated = (...values: unknown[]) => values.some((value) => read(value));
  const collected = Object(quote.estimatedCollectedFee);
  const gas = Object(quote.estimatedGasFees);
  const others = [
    ...list.filter((fee) => {
      const expected = isGas(fee) ? request.payGasFeeToken : request.tokenIn;
      return isStated(fee.amount, fee.percentage) && !isSame(fee.token, expected);
    }),
    ...(isStated(collected.collectedFee, collected.serviceCollectedFee) &&
    !isSame(collected.collectedFeeToken, request.tokenIn)
      ? [collected]
      : []),
    ...(isStated(gas.maxGasFeeToken, gas.gasFeeTokenAmount) &&
    gas.payGasFeeToken != null &&
    !isSame(gas.payGasFeeToken, request.payGasFeeToken)
      ? [gas]
      : []),
  ];
  return others.length > 0 ? ["a fee that cannot be compared"] : [];
}

function findGasDoubts({ quote, maxGasFee }: JudgedCase, statement: Statement): string[] {
  const { estimated, isListed, listedSum, paysInInput, worthOf } = statement;
  const doubts: string[] = [];
  const own = read(maxGasFee);
  if (own !== undefined) {
    if (estimated === undefined && !isListed) doubts.push("gas that is not stated");
    if ((estimated ?? 0n) > own || listedSum > own) doubts.push("gas above the own limit");
  }
  if (estimated === undefined || listedSum <= estimated) return doubts;
  const { gasFeeTokenAmount, gasFeeTokenAmountUSD } = Object(quote.estimatedGasFees);
  const [amount, worth] = [read(gasFeeTokenAmount), read(gasFeeTokenAmountUSD)];
  const excess = listedSum - estimated;
  const excessWorth = paysInInput
    ? worthOf(excess)
    : amount && worth
      ? (excess * worth) / amount
      : 0n;
  if (isMuch(excessWorth)) doubts.push("listed gas above its maximum");
  return doubts;
}

function findSumDoubts({ request }: JudgedCase, statement: Statement): string[] {
  const { asked, list, isGas, percent, worthOf } = statement;
  const fees = list.filter((fee) => !isGas(fee) && isSame(fee.token, request.tokenIn));
  const sum = fees.reduce((total, { amount }) => total + (read(amount) ?? 0n), 0n);
  // The limit of the service is 1%. Percentages are rounded to six places.
  const own = (request.transactionFeePercent ?? 0) + (request.extraFee?.percentage ?? 0);
  const limit = percent(1 + own) + asked / 10_000_000n;
  return sum > limit && isMuch(worthOf(sum - limit)) ? ["fees above their limit"] : [];
}

/** Doubts about fees, gas and deductions, by rules that share no code with the checker. */
export function findFeeDoubts(judged: JudgedCase): string[] {
  const statement = readStatement(judged);
  return [
    ...findDeductionDoubts(judged, statement),
    ...findOtherTokens(judged, statement),
    ...findGasDoubts(judged, statement),
    ...findSumDoubts(judged, statement),
  ];
}
