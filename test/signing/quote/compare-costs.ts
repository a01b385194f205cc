import { expect } from "vitest";
import { toOperation } from "../../../src/signing/quote/expect-changes.js";
import { readQuote } from "../../../src/signing/quote/read-quote.js";
import { one, parseDecimal } from "../../../src/signing/shared/decimal.js";
import { chooseSeed } from "../../support/random-runs.js";
import { otherToken, tokenIn, tokenOut } from "../simulation/fake-node.js";
import { createOptions, createPricedQuote, deducted, estimateGas } from "./priced-quotes.js";
import { createRandom } from "./random-numbers.js";

const nativeSpellings = [`0x${"e".repeat(40)}`, `0x${"E".repeat(40)}`, `0x${"0".repeat(40)}`];

/** What a simulation of a quote allows to leave beyond the amount, and what the loss counts. */
function readBoth(changes: object, expected: object) {
  const options = createOptions({ expect: expected });
  const reading = readQuote(createPricedQuote(changes), options, () => undefined);
  if (!reading) throw new Error("the quote was not read");
  const { losses, gas } = toOperation(reading).expected;
  const allowed = [...losses, ...(gas ? [gas] : [])]
    .map(({ amount }) => parseDecimal(amount) ?? 0n)
    .reduce((a, b) => a + b);
  return { allowed: allowed - 100n * one, counted: reading.worth.outside };
}

/** Asserts that a simulation of random quotes allows exactly the costs that the loss counts. */
export function compareCosts(runs: number): void {
  const seed = chooseSeed();
  const { pick, integer, chance } = createRandom(seed);
  for (let i = 0; i < runs; i++) {
    const isNative = chance(0.5);
    const respell = (token: string) =>
      token === tokenOut && isNative
        ? pick(...nativeSpellings)
        : pick(token, token.toUpperCase().replace("0X", "0x"));
    const pickToken = () => respell(pick(tokenIn, tokenOut, otherToken));
    const amount = () => String(integer(0, 20));
    const fees = Array.from({ length: integer(0, 4) }, () => ({
      type: pick("SERVICE", "PROJECT"),
      token: pickToken(),
      amount: amount(),
    }));
    const estimatedCollectedFee = pick<unknown>(null, {
      collectedFeeToken: pickToken(),
      collectedFee: amount(),
      serviceCollectedFee: amount(),
    });
    const gasToken = pick(tokenIn, tokenOut, otherToken);
    // All tokens are worth a US dollar.
    const priced = { gasFeeTokenAmount: "1", gasFeeTokenAmountUSD: "1" };
    const gas = estimateGas(amount(), { payGasFeeToken: respell(gasToken), ...priced });
    const isPriced = gasToken === otherToken;
    const changes = {
      tokenOut: respell(tokenOut),
      estimatedCollectedFee,
      ...gas,
      fees: fees.filter(({ token }) => isPriced || token.toLowerCase() !== otherToken),
    };
    if (!isPriced && /^0xc/i.test(Object(estimatedCollectedFee).collectedFeeToken))
      changes.estimatedCollectedFee = null;
    const expected = {
      tokenOut: respell(tokenOut),
      payGasFeeToken: respell(gasToken),
      ...pick<object>({}, deducted),
    };
    const { allowed, counted } = readBoth(changes, expected);
    expect(counted, JSON.stringify({ seed, i, changes, expected })).toBe(allowed);
  }
}
