import { expect } from "vitest";
import { compareSamples } from "./compare.js";

/**
 * Compares random samples, and prints the share of each branch. Every branch has at least
 * `leastPercent` of the samples.
 */
export async function checkAgreement(
  seed: number,
  samples: number,
  leastPercent: number,
): Promise<void> {
  const { counter, known, differences } = await compareSamples(seed, samples);
  console.info(counter.print(`seed ${seed}`));
  console.info(known.print("known differences"));
  expect(differences, `seed ${seed}`).toEqual([]);
  const percents = [...counter.percents()];
  expect(percents.filter(([, percent]) => percent < leastPercent)).toEqual([]);
  expect(percents.map(([branch]) => branch)).toEqual(expect.arrayContaining(expectedCodes));
  // Few samples may differ, so that a known difference hides no other one.
  for (const [name, percent] of known.percents()) expect(percent, name).toBeLessThan(4);
}

const expectedCodes = [
  ...["amount_in", "minimum_out", "below_minimum", "gas_above_maximum", "slippage", "price_loss"],
  ...["price_unknown", "high_costs", "receiver", "receiver_missing", "token", "chain", "wallet"],
  ...["expired", "expiry", "expiry_later", "quote_id", "none"],
].map((code) => `code: ${code}`);
