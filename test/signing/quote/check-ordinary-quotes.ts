import { expect } from "vitest";
import { checkQuote, describeQuote, signQuote } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { account, owner } from "../test-signers.js";
import { findLongAmounts } from "./find-long-amounts.js";
import { judgeQuote } from "./judge-quote.js";
import { createOrdinaryQuote, now } from "./ordinary-quotes.js";
import { createRandom } from "./random-numbers.js";
import { expectSigned } from "./sign-tampered.js";

/** Asserts that ordinary quotes have no problem and are signed. */
export async function checkOrdinaryQuotes(runs: number): Promise<void> {
  const seed = chooseSeed();
  const random = createRandom(seed);
  for (let i = 0; i < runs; i++) {
    const given = createOrdinaryQuote(random, owner);
    const { quote, request, options } = given;
    const context = () => JSON.stringify({ seed, i, ...given });
    // Proves that the judges of tampered quotes reject no ordinary one.
    const judgement = judgeQuote({ ...given, owner, now });
    if (Object.values(judgement).flat().length > 0)
      expect(judgement, context()).toEqual({ fatal: [], review: [], unclear: [] });
    const checkOptions = { ...options, expect: request, owner, now };
    const problems = checkQuote(quote, checkOptions).map(({ message }) => message);
    if (problems.length > 0) expect(problems, context()).toEqual([]);
    const signed = await signQuote(quote, account, checkOptions);
    if (random.chance(0.05)) expectSigned(quote, signed, context);
    const unreadable = findLongAmounts(quote, [], describeQuote(quote, checkOptions));
    if (unreadable.length > 0) expect(unreadable, context()).toEqual([]);
  }
}
