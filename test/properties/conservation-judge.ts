// What a response certainly takes, by any of the numbers that it states. It imports no code of
// `src`, and repeats no rule: it only knows what is clear.
import { type Fields, isSameAddress } from "./costs-judge.js";
import { highest, lowest, Rational, readDecimal, readWorth, sum, toRational } from "./rational.js";

const asFields = (value: unknown) => Object(value) as Fields;
const read = (value: unknown) =>
  readDecimal(typeof value === "number" ? String(value) : value) ?? Rational.zero;
const percent = (of: Rational, share: unknown) => of.percent(read(share));

/** 10 % and 5 US dollars, and 3 % and 500, or the limit of the caller. */
const allow = (given: Rational, own: unknown) =>
  own === undefined
    ? lowest(
        highest(given.percent(toRational(10)), toRational(5)),
        highest(given.percent(toRational(3)), toRational(500)),
      )
    : percent(given, own);

/** Why a response must not be signed without a question: it takes more than it gives. */
export function findLosses(response: Fields, request: Fields, limits: object): string[] {
  const { tokenIn = request.token, payGasFeeToken } = request;
  const asked = read(request.amountIn ?? request.amount);
  const isTransfer = request.amount !== undefined;
  const isOrder = request.minAmountOut !== undefined;
  const sent = read(response.amountIn ?? response.amountToSend);

  const estimate = asFields(response.estimatedGasFees);
  const rows = Array.isArray(response.fees) ? response.fees.map(asFields) : [];
  const isTyped = ({ type }: Fields) => String(type).toUpperCase() === "GAS";
  const isGas = (row: Fields) => isTyped(row) && isSameAddress(row.token, payGasFeeToken);
  const isEstimated = isSameAddress(estimate.payGasFeeToken ?? payGasFeeToken, payGasFeeToken);
  /** A percentage counts without an amount. It is one of the input. */
  const costOf = ({ token, amount, percentage }: Fields) =>
    isSameAddress(token, tokenIn) && !read(amount).isPositive()
      ? percent(asked, percentage)
      : read(amount);
  const gas = highest(
    isEstimated ? read(estimate.maxGasFeeToken) : Rational.zero,
    isEstimated ? read(estimate.gasFeeTokenAmount) : Rational.zero,
    sum(rows.filter(isGas).map(costOf)),
  );
  const isGasInput = isSameAddress(payGasFeeToken, tokenIn);
  const inside =
    isGasInput && request.gasFeePaymentMethod === "DEDUCT_FROM_AMOUNT" ? gas : undefined;
  const added = isGasInput && !inside ? gas : Rational.zero;
  const excess = highest(inside?.minus(asked) ?? Rational.zero, Rational.zero);

  const fees = rows.filter((row) => !isTyped(row) && isSameAddress(row.token, tokenIn));
  const sums = asFields(response.estimatedCollectedFee);
  const token = sums.collectedFeeToken;
  const collected = sum(
    ["collectedFee", "serviceCollectedFee"].map((name) =>
      isSameAddress(token, tokenIn)
        ? costOf({ token, amount: sums[name], percentage: sums[`${name}Percent`] })
        : Rational.zero,
    ),
  );
  const feesIn = highest(collected, sum(fees.map(costOf)));
  const named = percent(asked, request.transactionFeePercent ?? 0).plus(
    percent(asked, asFields(request.extraFee).percentage ?? 0),
  );

  const losses: string[] = [];
  const find = (what: string, isFound: boolean | undefined) => isFound && losses.push(what);
  const twoPercentMore = toRational("1.02");
  find("amount", sent.isAbove(asked.plus(added).times(twoPercentMore)));
  const unnamed = highest(feesIn.minus(named), Rational.zero);
  const costs = unnamed.plus(isGasInput ? gas : Rational.zero);
  find("costs", costs.isAbove(asked.percent(toRational(10))));
  const { maxGasFee, minReceived, maxLossPercent } = asFields(limits);
  find("gas", maxGasFee !== undefined && gas.isAbove(read(maxGasFee)));
  const least = read(response.minAmountOut ?? response.amountToBeReceived);
  find(
    "minimum",
    minReceived !== undefined && least.isBelow(read(minReceived).times(toRational("0.999999"))),
  );
  if (isTransfer) {
    const due = asked.minus(highest(feesIn, named)).minus(inside ?? Rational.zero);
    find("delivered", least.times(twoPercentMore).isBelow(due));
  }

  // By each stated price of the input. Deducted gas is not part of the stated worth of a swap.
  const worth = readWorth(response.amountInUSD ?? response.amountToSendUSD);
  const left = inside && !isTransfer ? asked.minus(inside) : sent;
  const prices = {
    "the amount": worth && sent.isPositive() ? worth.over(sent) : undefined,
    "what is left": worth && left.isPositive() ? worth.over(left) : undefined,
    "the price": isTransfer ? undefined : readWorth(response.tokenInPrice),
  };
  for (const [name, price] of Object.entries(prices)) {
    if (!price) continue;
    const given = asked.times(price);
    const received = isOrder
      ? given
      : isTransfer
        ? least.times(price)
        : readWorth(response.amountOutUSD);
    // Of an order, the named fees are part of its price.
    const due = isOrder ? Rational.zero : named.times(price);
    const lost = given
      .plus(added.plus(excess).times(price))
      .minus(due)
      .minus(received ?? given);
    find(`worth by ${name}`, lost.isAbove(allow(given, maxLossPercent)));
  }
  return losses;
}
