import { expect } from "vitest";
import { checkQuote } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { owner } from "../test-signers.js";
import { createOrdinaryQuote, now } from "./ordinary-quotes.js";
import { createRandom } from "./random-numbers.js";

/** Asserts that ordinary quotes have no problem. */
export function checkOrdinaryQuotes(runs: number): void {
  const seed = chooseSeed();
  const random = createRandom(seed);
  for (let i = 0; i < runs; i++) {
    const { quote, request, ...options } = createOrdinaryQuote(random, owner);
    const problems = checkQuote(quote, { expect: request, owner, now, ...options });
    const context = () => JSON.stringify({ seed, i, quote, request });
    if (problems.length > 0)
      expect(
        problems.map(({ message }) => message),
        context(),
      ).toEqual([]);
  }
}
