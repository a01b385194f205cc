import type { QuoteCase } from "./ordinary-quotes.js";
import type { Random } from "./random-numbers.js";

type Quote = Record<string, unknown>;

const unreadable = ["0", "0.00", "", "abc", null, undefined, "-1", {}] as const;

/** A loss, of which the price still shows what the input is worth. */
function hideWorth(random: Random, { quote, request }: QuoteCase): Quote {
  const { pick, chance } = random;
  const worth = pick(1, 50, 1_000, 100_000);
  const price = (worth / Number(request.amountIn)).toFixed(18);
  const sides = {
    amountInUSD: pick<unknown>(...unreadable),
    tokenInPrice: chance(0.8) ? price : pick<unknown>(...unreadable),
  };
  const kept = pick(0.001, 0.1, 0.4, 0.97);
  return { amountIn: quote.amountIn, ...sides, amountOutUSD: (worth * kept).toFixed(6) };
}

/** Gas whose worth is not stated, or is that of no amount. */
function hideGasWorth(random: Random, { quote, request }: QuoteCase): Quote {
  const { pick } = random;
  const amount = pick("100000", "1", "0.000001");
  const gasFeeTokenAmountUSD = pick<unknown>(...unreadable);
  const { payGasFeeToken } = request;
  const estimate = { payGasFeeToken, gasFeeTokenAmountUSD };
  const listed = { fees: [{ type: pick("GAS", "OTHER"), token: payGasFeeToken, amount }] };
  const own = Object(quote.estimatedGasFees);
  return pick<Quote>(
    { estimatedGasFees: { ...own, gasFeeTokenAmountUSD } },
    { estimatedGasFees: { ...estimate, maxGasFeeToken: amount, gasFeeTokenAmount: amount } },
    { estimatedGasFees: { ...estimate, gasFeeTokenAmount: amount }, fees: [] },
    { estimatedGasFees: { payGasFeeToken, gasFeeTokenAmountUSD: "1" }, ...listed },
    { estimatedGasFees: pick(null, undefined, {}), ...listed },
  );
}

/** A few units of a token, with a minimum of less than its smallest one. */
function lowerMinimum({ pick }: Random): Quote {
  const amountOut = pick("1", "2", "3", "10", "0.01", "0.05", "1.9");
  const share = pick(0.0001, 0.3, 0.5, 0.9, 0.95);
  const minAmountOut = (Number(amountOut) * share).toFixed(pick(2, 4, 8));
  return { amountOut, minAmountOut };
}

/** States the worth of something as a liar could who does not want it to be compared. */
export function tamperWorth(random: Random, given: QuoteCase): unknown {
  const change = random.pick(hideWorth, hideGasWorth, lowerMinimum);
  return { ...given.quote, ...change(random, given) };
}
