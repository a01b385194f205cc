import { expect, test } from "vitest";
import { checkQuote } from "../../../src/signing/index.js";
import { owner } from "../test-signers.js";
import { createOrdinaryQuote, now } from "./ordinary-quotes.js";
import { chooseSeed, countRuns, createRandom } from "./random-numbers.js";

test("an ordinary quote has no problem", { timeout: 600_000 }, () => {
  const seed = chooseSeed();
  const random = createRandom(seed);
  for (let i = 0; i < countRuns(1_500); i++) {
    const { quote, request, ...options } = createOrdinaryQuote(random, owner);
    const problems = checkQuote(quote, { expect: request, owner, now, ...options });
    const context = () => JSON.stringify({ seed, i, quote, request });
    if (problems.length > 0)
      expect(
        problems.map(({ message }) => message),
        context(),
      ).toEqual([]);
  }
});
