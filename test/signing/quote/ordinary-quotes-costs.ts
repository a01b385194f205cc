import {
  divide,
  fromNumber,
  multiply,
  percentOf,
  type Random,
  type RoundingMode,
  type Scaled,
  writeScaled,
} from "./random-numbers.js";

/** What the costs of a quote depend on. Worths are in US dollars. */
export interface CostTerms {
  mode: RoundingMode;
  decimalsIn: number;
  decimalsOut: number;
  tokenIn: string;
  tokenOut: string;
  /** The price of one token of the output, and whether the quote states the expected amount. */
  priceOut: Scaled;
  showsPriceOut: boolean;
  isSameChain: boolean;
  /** The requested amount. */
  asked: Scaled;
  worthIn: Scaled;
  /** The most that a cost may be worth, in percent of the input. */
  mostPercent: number;
}

export type GasPlace = "input" | "output" | "other";

/** The gas of a quote, its token and its amount as the quote writes it. */
export function createGas(random: Random, terms: CostTerms) {
  const { pick, chance } = random;
  const { decimalsIn, decimalsOut, tokenIn, tokenOut, asked, worthIn, priceOut, mode } = terms;
  const places: GasPlace[] = ["input", "input", "other"];
  if (terms.isSameChain) places.push("output");
  const place = pick(...places);
  const isSponsored = chance(0.1);
  const worth = isSponsored ? 0n : percentOf(worthIn, terms.mostPercent * random.next());
  const price = {
    input: divide(worthIn, asked),
    output: priceOut,
    other: fromNumber(10 ** random.integer(-4, 4)),
  }[place];
  const decimals = { input: decimalsIn, output: decimalsOut, other: pick(6, 18) }[place];
  const token = { input: tokenIn, output: tokenOut, other: random.address() }[place];
  const amount = divide(worth, price);
  const text = writeScaled(amount, decimals, mode);
  const most = writeScaled((amount * BigInt(pick(10, 12, 15))) / 10n, decimals, mode);
  const exact = writeScaled(multiply(price, amount), 40, mode);
  const short = writeScaled(multiply(price, amount), pick(6, 18, 30), mode);
  /** The quote shows no other price of this token. */
  const needsWorth = place === "other" || (place === "output" && !terms.showsPriceOut);
  const usd = needsWorth || /^[0.]*$/.test(short) ? exact : short;
  return { place, token, text, most, usd, needsWorth };
}

/** The fees in the input token, in percent of the requested amount. */
export interface FeePercents {
  project: number;
  extra: number;
  service: number;
}

/** How a quote states its costs. */
export type Statement = "list" | "sums" | "both" | "none";

export interface StatedCosts {
  fees: unknown;
  estimatedGasFees?: unknown;
  estimatedCollectedFee?: unknown;
}

/** The fees and the gas of a quote, stated in one of the ways that the service documents. */
export function stateCosts(
  random: Random,
  terms: CostTerms,
  percents: FeePercents,
  gas: ReturnType<typeof createGas>,
  statement: Statement,
): StatedCosts {
  const { pick, chance } = random;
  const { mode, tokenIn, asked, decimalsIn } = terms;
  const share = (percent: number) => writeScaled(percentOf(asked, percent), decimalsIn, mode);
  const writePercent = (percent: number): unknown => {
    const text = writeScaled(fromNumber(percent), pick(2, 4, 6), mode);
    return pick<unknown>(text, text, String(percent), percent);
  };
  const rows: unknown[] = [];
  const addFee = (type: string, percent: number, toAddress: string | null) => {
    const stated = { amount: share(percent), percentage: writePercent(percent) };
    if (percent) rows.push({ type, ...stated, token: tokenIn, toAddress });
  };
  const isListed = statement === "list" || statement === "both";
  if (isListed && chance(0.8)) {
    const toAddress = pick<unknown>(null, undefined);
    rows.push({ type: "GAS", amount: gas.text, token: gas.token, toAddress, percentage: null });
  }
  addFee(pick("TRANSACTION", "PROJECT"), percents.project, random.address());
  addFee("EXTRA", percents.extra, random.address());
  addFee(pick("SERVICE", "unknown word", "BRIDGE"), percents.service, null);
  // In the token of the gas, it could be gas.
  if (chance(0.1) && terms.isSameChain && terms.showsPriceOut && gas.place !== "output") {
    const amount = divide(percentOf(terms.worthIn, 0.2 * random.next()), terms.priceOut);
    const text = writeScaled(amount, terms.decimalsOut, "down");
    rows.push({ type: "BRIDGE", amount: text, token: terms.tokenOut, percentage: null });
  }
  const statesSums = statement === "sums" || statement === "both";
  const named = percents.project + percents.extra;
  return {
    fees: isListed && rows.length > 0 ? rows : pick<unknown>(null, undefined, [], {}),
    // Gas that is worth an unknown amount is not ordinary.
    ...((statesSums || (gas.needsWorth && isListed)) && {
      estimatedGasFees: {
        payGasFeeToken: gas.token,
        maxGasFeeToken: gas.most,
        gasFeeTokenAmount: gas.text,
        gasFeeTokenAmountUSD: gas.usd,
        maxGasFeeNative: "0.01",
      },
    }),
    ...(statesSums && {
      estimatedCollectedFee: {
        collectedFeeToken: tokenIn,
        collectedFee: share(named),
        collectedFeePercent: writePercent(named),
        serviceCollectedFee: share(percents.service),
        serviceCollectedFeePercent: writePercent(percents.service),
      },
    }),
  };
}
