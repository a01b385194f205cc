import fc from "fast-check";
import { expect } from "vitest";
import { chooseSeed } from "../../support/random-runs.js";
import { balance, decimals, tokenIn, tokenOut, wallet } from "./fake-node.js";
import { findCodes } from "./find-codes.js";

/** An amount of up to 12 digits, of which up to 8 are decimal places. */
const randomAmount = fc
  .record({
    digits: fc.oneof(fc.bigInt(1n, 999n), fc.bigInt(1n, 10n ** 12n)),
    places: fc.nat(8),
  })
  .map(({ digits, places }) => {
    const text = digits.toString().padStart(places + 1, "0");
    const whole = text.slice(0, text.length - places);
    const fraction = text.slice(text.length - places);
    return {
      text: fraction ? `${whole}.${fraction}` : whole,
      exact: digits * 10n ** BigInt(40 - places),
    };
  });

const randomSwap = fc.record({
  places: fc.integer({ min: 0, max: 8 }),
  amountIn: randomAmount,
  fees: fc.array(randomAmount, { maxLength: 6 }),
  minAmountOut: randomAmount,
  /** Parts per thousand of what is stated. */
  lost: fc.constantFrom(900n, 1_000n, 1_020n, 1_040n, 1_200n),
  gained: fc.constantFrom(800n, 960n, 980n, 1_000n, 1_100n),
});

/**
 * Asserts that more than 3% off is found, and that what is stated is not. Returns how often both
 * were the case.
 */
export async function checkRandomAmounts(numRuns: number) {
  const counts = { found: 0, stated: 0 };
  await fc.assert(
    fc.asyncProperty(randomSwap, async ({ places, amountIn, fees, minAmountOut, ...change }) => {
      const unit = 10n ** BigInt(40 - places);
      const stated = fees.reduce((sum, { exact }) => sum + exact, amountIn.exact);
      const lost = (stated * change.lost) / 1_000n / unit;
      const gained = (minAmountOut.exact * change.gained) / 1_000n / unit;
      const losses = [amountIn, ...fees].map(({ text }) => ({ token: tokenIn, amount: text }));
      const gains = [{ token: tokenOut, amount: minAmountOut.text, receiver: wallet }];
      const codes = await findCodes({
        expected: { losses, gains },
        values: {
          [decimals(tokenIn)]: [BigInt(places), BigInt(places)] as const,
          [decimals(tokenOut)]: [BigInt(places), BigInt(places)] as const,
          [balance(tokenIn)]: [2n * lost, lost] as const,
          [balance(tokenOut)]: [0n, gained] as const,
        },
      });
      const loss = codes.includes("simulated_loss");
      const gain = codes.includes("simulated_gain");
      if (100n * lost * unit > 103n * stated) expect(loss).toBe(true);
      if (lost * unit <= stated) expect(loss).toBe(false);
      if (100n * gained * unit < 97n * minAmountOut.exact) expect(gain).toBe(true);
      if (gained * unit >= minAmountOut.exact) expect(gain).toBe(false);
      counts.found += Number(loss && gain);
      counts.stated += Number(!loss && !gain);
    }),
    { numRuns, seed: chooseSeed() },
  );
  return counts;
}
