import type { QuoteCase } from "./ordinary-quotes.js";
import type { Random } from "./random-numbers.js";
import type { Fields } from "./read-stated.js";

const unreadable = ["0", "0.00", "", "abc", null, undefined, "-1", {}, "1e-9", 0] as const;

const scaleBy = (value: unknown, factor: number, places: number) =>
  typeof value === "string" ? (Number(value) * factor).toFixed(places) : value;

/** A loss, of which the price still shows what the input is worth. */
function hideWorth(random: Random, { quote, request }: QuoteCase): Fields {
  const { pick, chance } = random;
  const worth = pick(1, 50, 1_000, 100_000);
  const price = (worth / Number(request.amountIn)).toFixed(pick(2, 8, 18));
  const sides = {
    amountInUSD: chance(0.5) ? pick<unknown>(...unreadable) : (worth * 0.001).toFixed(6),
    tokenInPrice: chance(0.8) ? price : pick<unknown>(...unreadable),
  };
  const kept = pick(0.001, 0.1, 0.4, 0.97, 1);
  return { amountIn: quote.amountIn, ...sides, amountOutUSD: (worth * kept).toFixed(6) };
}

/** Gas whose worth is not stated, or is that of no amount. */
function hideGasWorth(random: Random, { quote, request }: QuoteCase): Fields {
  const { pick } = random;
  const amount = pick("100000", "1", "0.000001");
  const gasFeeTokenAmountUSD = pick<unknown>(...unreadable);
  const { payGasFeeToken } = request;
  const estimate = { payGasFeeToken, gasFeeTokenAmountUSD };
  const stated = pick<object>({ amount }, { amount }, { amount }, { percentage: pick("1", "50") });
  const listed = { fees: [{ type: pick("GAS", "OTHER"), token: payGasFeeToken, ...stated }] };
  const own = Object(quote.estimatedGasFees);
  const other = pick(request.tokenIn, request.tokenOut);
  return pick<Fields>(
    { estimatedGasFees: { ...own, gasFeeTokenAmountUSD } },
    { estimatedGasFees: { ...estimate, maxGasFeeToken: amount, gasFeeTokenAmount: amount } },
    { estimatedGasFees: { ...estimate, gasFeeTokenAmount: amount }, fees: [] },
    { estimatedGasFees: { payGasFeeToken, gasFeeTokenAmountUSD: "1" }, ...listed },
    { estimatedGasFees: pick(null, undefined, {}), ...listed },
    { estimatedGasFees: { ...estimate, payGasFeeToken: other }, ...listed },
  );
}

/** A minimum near the slippage, or near the minimum of the caller. */
function lowerMinimum(random: Random, { quote, request, options }: QuoteCase): Fields {
  const { pick, chance } = random;
  const few = pick("1", "2", "3", "10", "60", "0.01", "0.05", "1.9");
  const expected = chance(0.4) ? few : (quote.amountOut ?? quote.minAmountOut);
  const own = options.minReceived ?? request.minAmountOut;
  const kept = 1 - (request.slippage ?? 0.5) / 100;
  const base = own && chance(0.4) ? Number(own) : Number(expected) * kept;
  const share = pick(0.0001, 0.5, 0.9, 0.97, 0.985, 0.9985, 0.9995, 0.999999, 1, 1.01);
  const minAmountOut = (base * share).toFixed(pick(0, 2, 4, 8, 18));
  return { ...(chance(0.8) && { amountOut: expected }), minAmountOut };
}

/** Both amounts of the output and its worth at once: what a route at a bad price returns. */
function lowerOutput(random: Random, { quote }: QuoteCase): Fields {
  const factor = random.pick(0.01, 0.5, 0.85, 0.9, 0.92, 0.95, 0.97, 0.98, 0.995, 1.001, 3);
  const { amountOut, minAmountOut, amountOutUSD } = quote;
  const scaled = {
    amountOut: scaleBy(amountOut, factor, 18),
    minAmountOut: scaleBy(minAmountOut, factor, 18),
    amountOutUSD: scaleBy(amountOutUSD, factor, random.pick(2, 8, 18)),
  };
  return random.pick<Fields>(scaled, { amountOutUSD: scaled.amountOutUSD }, scaled, {
    ...scaled,
    amountOutUSD,
  });
}

/** Another worth of the input, with or without its price. */
function changeInput(random: Random, { quote }: QuoteCase): Fields {
  const { pick, chance } = random;
  const factor = pick(0.01, 0.5, 0.9, 0.97, 1.02, 1.05, 1.2, 100);
  return {
    amountInUSD: scaleBy(quote.amountInUSD, factor, pick(2, 8, 18)),
    ...(chance(0.5) && { tokenInPrice: scaleBy(quote.tokenInPrice, factor, pick(0, 2, 8, 18)) }),
  };
}

/** No expected amount, as in older quotes. */
const dropExpected = (random: Random): Fields => ({ amountOut: random.pick(null, undefined) });

/** States worths as a dishonest service could that does not want them to be compared. */
export function tamperWorth(random: Random, given: QuoteCase): Fields {
  const first = random.pick(hideWorth, hideGasWorth, lowerMinimum, lowerMinimum);
  const second = random.pick(lowerOutput, lowerOutput, changeInput, dropExpected);
  return { ...given.quote, ...random.pick(first, second)(random, given) };
}
