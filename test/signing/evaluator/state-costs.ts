import type { Random } from "../quote/random-numbers.js";
import { respell, type Terms, type TokenTerms, unknownToken } from "./create-terms.js";
import { type Rational, toRational, writeDecimal } from "./rational.js";

export interface StatedCosts {
  fees: readonly object[] | null;
  estimatedGasFees: object | null;
  estimatedCollectedFee: object | null;
  /** The gas that a response states at most, in its token. */
  gas: string;
}

/** What a percentage of the input is worth, in another token. */
function convert(terms: Terms, percent: number, token: TokenTerms): string {
  const worth = terms.asked.times(terms.input.price).percent(toRational(percent));
  return writeDecimal(worth.over(token.price), token.decimals);
}

const scale = (amount: string, factor: string, { decimals }: TokenTerms): string =>
  writeDecimal(toRational(amount).times(toRational(factor)), decimals);

export function tokenOf(terms: Terms, place: "input" | "output" | "third" | "unknown"): TokenTerms {
  return place === "unknown" ? { ...terms.third, address: unknownToken } : terms[place];
}

function stateGas(random: Random, terms: Terms) {
  const { gas } = terms;
  const token = tokenOf(terms, gas.place);
  const amount = convert(terms, gas.percent, token);
  const lower = scale(amount, random.pick("0.1", "0.8", "1"), token);
  const worthOf = (of: string) => writeDecimal(toRational(of).times(token.price), 36);
  const estimate = (fields: object, priced: string) => ({
    estimatedGasFees: {
      payGasFeeToken: respell(random, token.address),
      gasFeeTokenAmountUSD: worthOf(priced),
      ...fields,
    },
    rows: [],
  });
  const row = (of: string) => ({
    type: random.pick("GAS", "gas"),
    token: respell(random, token.address),
    amount: of,
  });
  switch (gas.form) {
    case "none":
      return { amount: "0", estimatedGasFees: random.pick(null, {}), rows: [] };
    case "maximum":
      return { amount, ...estimate({ maxGasFeeToken: amount }, amount) };
    case "estimate":
      return { amount, ...estimate({ gasFeeTokenAmount: amount }, amount) };
    case "both": {
      const isEstimateLower = random.chance(0.8);
      const fields = isEstimateLower
        ? { maxGasFeeToken: amount, gasFeeTokenAmount: lower }
        : { maxGasFeeToken: lower, gasFeeTokenAmount: amount };
      return { amount, ...estimate(fields, fields.gasFeeTokenAmount) };
    }
    case "listed":
      return { amount, estimatedGasFees: null, rows: [row(amount)] };
    default: {
      const isListLower = random.chance(0.5);
      const [listed, most] = isListLower ? [lower, amount] : [amount, lower];
      const stated = estimate({ maxGasFeeToken: most, gasFeeTokenAmount: most }, most);
      return { amount, ...stated, rows: [row(listed)] };
    }
  }
}

/** States the gas and the fees of some terms, as a list, as sums, or as both. */
export function stateCosts(random: Random, terms: Terms): StatedCosts {
  const { amount, estimatedGasFees, rows } = stateGas(random, terms);
  const listed: object[] = [...rows];
  let sums: {
    collectedFeeToken: string;
    collectedFee: string;
    serviceCollectedFee: string;
  } | null = null;
  for (const { place, percent, form } of terms.fees) {
    const token = tokenOf(terms, place);
    const of = convert(terms, percent, token);
    const half = scale(of, "0.5", token);
    if (form !== "sums")
      listed.push({
        type: random.pick("SERVICE", "PROJECT", "BRIDGE"),
        token: respell(random, token.address),
        amount: form === "more in sums" ? half : of,
        percentage: random.pick("0", undefined),
      });
    // The sums have one token.
    if (form === "listed" || sums) continue;
    sums = {
      collectedFeeToken: respell(random, token.address),
      collectedFee: form === "more listed" ? half : of,
      serviceCollectedFee: random.pick("0", scale(of, "0.1", token)),
    };
  }
  return {
    fees: listed.length > 0 ? listed : random.pick(null, []),
    estimatedGasFees,
    estimatedCollectedFee: sums,
    gas: amount,
  };
}

/** Deducted gas in the input token. */
export function deductedGas({ gas }: Terms, stated: StatedCosts): Rational {
  const isInside = gas.place === "input" && gas.method === "DEDUCT_FROM_AMOUNT";
  return toRational(isInside ? stated.gas : "0");
}
