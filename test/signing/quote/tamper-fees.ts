import type { QuoteCase } from "./ordinary-quotes.js";
import type { Random } from "./random-numbers.js";
import { type Fields, isObject } from "./read-stated.js";

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const scaleBy = (value: unknown, factor: number) =>
  typeof value === "string" ? (Number(value) * factor).toFixed(12) : value;

/** A lower amount as if gas was deducted, with or without a statement of that gas. */
function deduct(random: Random, { quote, request }: QuoteCase): Fields {
  const { pick, chance } = random;
  const share = pick(0.001, 0.01, 0.02, 0.1, 0.24, 0.4, 0.99);
  const worth = chance(0.7)
    ? {
        amountInUSD: scaleBy(quote.amountInUSD, 1 - share),
        amountOutUSD: scaleBy(quote.amountOutUSD, 1 - share),
      }
    : {};
  const amount = (Number(request.amountIn) * share * pick(0.02, 0.5, 1, 1)).toFixed(18);
  const gas = { type: "GAS", token: request.payGasFeeToken, amount };
  const estimate = { payGasFeeToken: request.payGasFeeToken, maxGasFeeToken: amount };
  const stated = pick<Fields>(
    {},
    { estimatedGasFees: null, fees: null },
    { estimatedGasFees: null, fees: [gas] },
    { estimatedGasFees: estimate, fees: null },
  );
  return { ...worth, ...stated, amountIn: scaleBy(request.amountIn, 1 - share) };
}

/** A fee or gas in a token that the request does not name for it. */
function addOtherToken(random: Random, { quote, request }: QuoteCase): Fields {
  const { pick, address } = random;
  const { tokenIn, tokenOut, payGasFeeToken } = request;
  const token = pick<unknown>(address(), tokenOut, payGasFeeToken, undefined, tokenIn);
  const amount = pick<unknown>("0.5", "1e-9", "0", "1000000", String(quote.amountOut));
  const fee = { type: pick("GAS", "SERVICE", "gas"), token, amount };
  const collected = { collectedFeeToken: token, serviceCollectedFee: amount };
  const gas = { payGasFeeToken: token, maxGasFeeToken: amount };
  return pick<Fields>(
    { fees: [{ ...fee, token: tokenOut }], estimatedCollectedFee: collected },
    { fees: [...listOf(quote.fees), fee] },
    { fees: [fee] },
    { estimatedCollectedFee: collected },
    { estimatedGasFees: gas },
    { estimatedGasFees: { ...Object(quote.estimatedGasFees), payGasFeeToken: token } },
  );
}

/** Gas and fees whose amount is not readable, or not where it belongs. */
function hideAmount(random: Random, { quote, request }: QuoteCase): Fields {
  const { pick } = random;
  const token = pick<unknown>(request.payGasFeeToken, request.tokenIn, undefined);
  const stated = pick<Fields>(
    ...[{}, { percentage: "24" }, { amount: "0", percentage: "1" }, { amount: null }],
    ...[{ amount: "1,5" }, { amount: "-1" }, { amount: {} }, { amount: 3 }, { amount: "0x10" }],
  );
  const row = { type: pick("GAS", "SERVICE"), token, ...stated };
  const list = pick<unknown>([row], [row, ...listOf(quote.fees)], { 0: row }, [[row]], "1", [null]);
  return pick<Fields>(
    { fees: list },
    { estimatedGasFees: null, fees: list },
    { estimatedGasFees: pick<unknown>([], "1", [{ maxGasFeeToken: "1" }], 1) },
    { estimatedGasFees: { ...Object(quote.estimatedGasFees), ...renameAmount(stated) } },
    { estimatedCollectedFee: pick<unknown>([], "1", { collectedFee: "one" }) },
  );
}

const renameAmount = (stated: Fields) =>
  "amount" in stated ? { maxGasFeeToken: stated.amount } : {};

/** Gas near the limits: of the caller, and of what is a usual loss. */
function raiseGas(random: Random, { quote, request, options }: QuoteCase): Fields {
  const { pick, integer, chance } = random;
  const gas = Object(quote.estimatedGasFees);
  const share = pick(0.001, 0.02, 0.03, 0.05, 0.1, 0.12, 0.5, 2);
  const inInput = (Number(request.amountIn) * share).toFixed(12);
  const limit = options.maxGasFee ?? "1";
  const near = (Number(limit) * pick(0.5, 0.9999, 1, 1.0005, 1.002, 1.5)).toFixed(18);
  const amount = pick(inInput, near, limit, `${limit}.${integer(0, 1)}`, "1e6");
  const token = chance(0.7) ? request.payGasFeeToken : request.tokenIn;
  const usd = (Number(quote.amountInUSD) * share).toFixed(pick(2, 8, 18));
  const row = { type: "GAS", token, amount };
  const worth = chance(0.6) ? { gasFeeTokenAmountUSD: usd } : {};
  const rows = Array.from({ length: integer(1, 6) }, () => row);
  return pick<Fields>(
    { estimatedGasFees: { ...gas, ...worth, payGasFeeToken: token, maxGasFeeToken: amount } },
    { estimatedGasFees: { ...gas, ...worth, payGasFeeToken: token, gasFeeTokenAmount: amount } },
    {
      estimatedGasFees: {
        ...gas,
        ...worth,
        payGasFeeToken: token,
        gasFeeTokenAmount: amount,
        maxGasFeeToken: amount,
      },
    },
    { fees: [...listOf(quote.fees), ...rows] },
    { fees: rows, estimatedGasFees: chance(0.5) ? null : quote.estimatedGasFees },
  );
}

/** Higher fees, which are part of the amount in. */
function raiseFees(random: Random, { quote }: QuoteCase): Fields {
  const factor = random.pick(0.5, 1.001, 1.1, 3, 100);
  const raise = (entry: unknown) =>
    isObject(entry) ? { ...entry, amount: scaleBy(entry.amount, factor) } : entry;
  const sums = Object(quote.estimatedCollectedFee);
  return random.pick<Fields>(
    { fees: listOf(quote.fees).map(raise) },
    {
      estimatedCollectedFee: {
        ...sums,
        collectedFee: scaleBy(sums.collectedFee, factor),
        serviceCollectedFee: scaleBy(sums.serviceCollectedFee, factor),
      },
    },
  );
}

/** States fees and gas as a dishonest service could that does not want them to be noticed. */
export function tamperFees(random: Random, given: QuoteCase): Fields {
  const changes = [deduct, addOtherToken, hideAmount, raiseGas, raiseGas, raiseFees];
  return { ...given.quote, ...random.pick(...changes)(random, given) };
}
