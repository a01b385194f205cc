import type { Random } from "./random.js";
import { type Rational, toRational, writeDecimal } from "./rational.js";
import {
  type FeeTerms,
  respell,
  type Terms,
  type TokenTerms,
  unknownToken,
} from "./terms-cases.js";

export interface StatedCosts {
  fees: readonly object[] | null | undefined;
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
      maxGasFeeNative: random.pick("0.0379", "0.0379", "1000000", null),
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
    case "equal":
      return {
        amount,
        ...estimate({ maxGasFeeToken: amount, gasFeeTokenAmount: amount }, amount),
      };
    case "percentage": {
      const amounts = random.pick({}, { amount: "0" }, { amount: null });
      const { amount: _, ...fields } = row("0");
      const rows = [{ ...fields, ...amounts, percentage: String(gas.percent) }];
      // Of another token than the input, it states no amount.
      return { amount: gas.place === "input" ? amount : "0", estimatedGasFees: null, rows };
    }
    case "another token": {
      const other = tokenOf(terms, gas.place === "third" ? "input" : "third");
      const { estimatedGasFees } = estimate({ maxGasFeeToken: lower }, lower);
      const payGasFeeToken = other.address;
      return { amount: "0", estimatedGasFees: { ...estimatedGasFees, payGasFeeToken }, rows: [] };
    }
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

/** A percentage counts only without an amount. */
function stateSums(form: FeeTerms["form"], of: string, half: string, share: string): object {
  if (form === "percentage in sums")
    return { collectedFee: null, collectedFeePercent: share, serviceCollectedFee: "0" };
  if (form !== "service") return { collectedFee: form === "more listed" ? half : of };
  return {
    collectedFee: "0",
    collectedFeePercent: "0",
    serviceCollectedFee: of,
    serviceCollectedFeePercent: share,
  };
}

/** States the gas and the fees of some terms, as a list, as sums, or as both. */
export function stateCosts(random: Random, terms: Terms): StatedCosts {
  const { amount, estimatedGasFees, rows } = stateGas(random, terms);
  const listed: object[] = [...rows];
  let sums: object | null = null;
  for (const { place, percent, form } of terms.fees) {
    const token = tokenOf(terms, place);
    const of = convert(terms, percent, token);
    const half = scale(of, "0.5", token);
    const inSums = ["sums", "service", "percentage in sums"].includes(form);
    const share = String(percent);
    if (!inSums)
      listed.push({
        type: random.pick("SERVICE", "PROJECT", "BRIDGE"),
        token: respell(random, token.address),
        ...(form === "percentage"
          ? { ...random.pick({}, { amount: "0" }, { amount: null }), percentage: share }
          : {
              amount: form === "more in sums" ? half : of,
              percentage: random.pick("0", undefined),
            }),
      });
    // The sums have one token.
    if (form === "listed" || form === "percentage" || sums) continue;
    sums = {
      collectedFeeToken: respell(random, token.address),
      ...stateSums(form, of, half, share),
    };
    if (form !== "service" && form !== "percentage in sums")
      Object.assign(sums, { serviceCollectedFee: random.pick("0", scale(of, "0.1", token)) });
  }
  return {
    fees: listed.length > 0 ? listed : terms.isRecorded ? undefined : random.pick(null, []),
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
