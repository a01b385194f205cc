import type { QuoteCase } from "./ordinary-quotes.js";
import type { Random } from "./random-numbers.js";

type Quote = Record<string, unknown>;

const scaleBy = (value: unknown, factor: number) =>
  typeof value === "string" ? (Number(value) * factor).toFixed(12) : value;

/** A lower amount as if gas was deducted, with or without a statement of that gas. */
function deduct(random: Random, { quote, request }: QuoteCase): Quote {
  const { pick, chance } = random;
  const share = pick(0.001, 0.01, 0.1, 0.24, 0.4);
  const kept = 1 - share;
  const worth = chance(0.7)
    ? {
        amountInUSD: scaleBy(quote.amountInUSD, kept),
        amountOutUSD: scaleBy(quote.amountOutUSD, kept),
      }
    : {};
  const amount = (Number(request.amountIn) * share * pick(0.02, 0.5, 1, 1)).toFixed(18);
  const gas = { type: "GAS", token: request.payGasFeeToken, amount };
  const estimate = { payGasFeeToken: request.payGasFeeToken, maxGasFeeToken: amount };
  const stated = pick<Quote>(
    {},
    { estimatedGasFees: null, fees: null },
    { estimatedGasFees: null, fees: [gas] },
    { estimatedGasFees: estimate, fees: null },
  );
  return { ...worth, ...stated, amountIn: scaleBy(request.amountIn, kept) };
}

/** A fee in a token that was not requested for it. */
function addOtherToken(random: Random, { quote, request }: QuoteCase): Quote {
  const { pick, address } = random;
  const token = pick<unknown>(address(), address(), undefined, request.tokenIn);
  const stated = pick<object>({ amount: "0.5" }, { percentage: "0.5" }, { amount: "1e-9" });
  const fee = { type: pick("GAS", "SERVICE"), token, ...stated };
  const collected = { collectedFeeToken: token, serviceCollectedFee: "0.000001" };
  const gas = { payGasFeeToken: token, maxGasFeeToken: "0.000001" };
  return pick<Quote>(
    { fees: [...(Array.isArray(quote.fees) ? quote.fees : []), fee] },
    { fees: [fee] },
    { estimatedCollectedFee: collected },
    { estimatedGasFees: gas },
  );
}

/** Gas without a readable amount. */
function hideGas(random: Random, { request }: QuoteCase): Quote {
  const token = random.pick<unknown>(request.payGasFeeToken, undefined);
  const stated = random.pick<object>(
    {},
    { percentage: "1" },
    { percentage: "24" },
    { amount: "0", percentage: "1" },
    { amount: null },
  );
  const gas = { type: "GAS", token, ...stated };
  const exact = { type: "GAS", token: request.payGasFeeToken, amount: "0.000001" };
  return { estimatedGasFees: null, fees: random.pick<object[]>([gas], [gas, exact], []) };
}

/** Fees or gas of a coarse digit, of a token that the quote prices as valuable. */
function roundUp(random: Random, { quote, request }: QuoteCase): Quote {
  const { pick, integer } = random;
  const amount = Number(request.amountIn);
  const worth = 10 ** integer(0, 7);
  const sides = { amountInUSD: worth.toFixed(2), amountOutUSD: worth.toFixed(2) };
  const priced = { ...sides, tokenInPrice: (worth / amount).toFixed(18) };
  if (random.chance(0.5)) {
    // The limit, and further fees of one unit each.
    const places = Math.max(2, 3 - Math.floor(Math.log10(amount)));
    const limit = amount * ((1 + (request.transactionFeePercent ?? 0)) / 100);
    const create = (share: number) => ({
      ...{ type: "SERVICE", token: request.tokenIn, amount: share.toFixed(places) },
      percentage: ((share / amount) * 100).toFixed(6),
    });
    const further = Array.from({ length: integer(0, 8) }, () => create(10 ** -places));
    const fees = [create(limit), ...further];
    return { ...priced, estimatedGasFees: null, estimatedCollectedFee: null, fees };
  }
  const gas = { type: "GAS", token: request.payGasFeeToken, amount: pick("0.01", "0.02") };
  const gasFeeTokenAmount = (10 ** -integer(2, 8)).toFixed(8);
  const gasFeeTokenAmountUSD = pick("1", "0.1", "0.00001", null);
  const estimate = { payGasFeeToken: request.payGasFeeToken, gasFeeTokenAmount };
  const estimatedGasFees = {
    ...estimate,
    maxGasFeeToken: gasFeeTokenAmount,
    gasFeeTokenAmountUSD,
  };
  const fees = Array.from({ length: integer(1, 8) }, () => gas);
  return { ...priced, amountIn: quote.amountIn, estimatedGasFees, fees };
}

/** States fees and gas as a liar could who does not want them to be noticed. */
export function tamperFees(random: Random, given: QuoteCase): unknown {
  const change = random.pick(deduct, deduct, addOtherToken, hideGas, roundUp, roundUp);
  return { ...given.quote, ...change(random, given) };
}
