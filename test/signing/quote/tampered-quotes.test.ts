import { describe, expect, test } from "vitest";
import type { SigningProblemCode, SwapQuote } from "../../../src/index.js";
import { UnsafeToSignError } from "../../../src/index.js";
import { checkQuote, signQuote } from "../../../src/signing/index.js";
import { problemGuide } from "../../../src/signing/shared/problem-guide.js";
import { account, owner } from "../test-signers.js";
import { findFeeDoubts } from "./fee-doubts.js";
import { findDoubts, findHarm } from "./harm.js";
import { createOrdinaryQuote, now } from "./ordinary-quotes.js";
import { chooseSeed, countRuns, createRandom } from "./random-numbers.js";
import { tamper } from "./tamper.js";
import { tamperFees } from "./tamper-fees.js";

const allCodes = Object.keys(problemGuide) as SigningProblemCode[];

/** Signs tampered quotes and returns how many were signed, harmful and doubtful. */
async function signTampered(runs: number, options: object, judge: typeof findHarm, feeShare = 0.2) {
  const seed = chooseSeed();
  const random = createRandom(seed);
  const counts = { seed, runs, signed: 0, harmful: 0, problems: 0 };
  for (let i = 0; i < runs; i++) {
    const ordinary = createOrdinaryQuote(random, owner);
    const { request, delegates } = ordinary;
    let quote = ordinary.quote;
    for (let changes = random.integer(1, 3); changes > 0; changes--)
      quote = (random.chance(feeShare) ? tamperFees : tamper)(random, {
        ...ordinary,
        quote,
      }) as SwapQuote;
    const { maxGasFeeToken } = Object(ordinary.quote.estimatedGasFees);
    const maxGasFee = random.chance(0.3) ? (maxGasFeeToken ?? "0.01") : undefined;
    const harm = judge({ quote, request, delegates, owner, now, maxGasFee });
    if (harm.length > 0) counts.harmful++;
    const checkOptions = { expect: request, owner, now, delegates, maxGasFee };
    const signOptions = { ...checkOptions, ...options };
    const problems = checkQuote(quote, checkOptions);
    if (problems.length > 0) counts.problems++;
    const outcome = await signQuote(quote, account, signOptions).catch((error) => error);
    const isSigned = !(outcome instanceof Error);
    const context = () => JSON.stringify({ seed, i, harm, problems, quote, request });
    if (isSigned) counts.signed++;
    else expect(outcome, context()).toBeInstanceOf(UnsafeToSignError);
    if (isSigned && harm.length > 0) expect(harm, context()).toEqual([]);
    if (isSigned && !("accept" in options) && problems.length > 0)
      expect(problems, context()).toEqual([]);
  }
  return counts;
}

describe("of tampered quotes", () => {
  test("none that harms is signed if every code is accepted and confirmed", {
    timeout: 3_600_000,
  }, async () => {
    const lenient = { accept: allCodes, confirm: async () => true };
    const counts = await signTampered(countRuns(1_500), lenient, findHarm);
    console.log("tampered, everything accepted:", counts);
    // Proves that the test covers quotes of both kinds.
    expect(counts.signed).toBeGreaterThan(counts.runs / 20);
    expect(counts.harmful).toBeGreaterThan(counts.runs / 4);
  });

  test("none that is doubtful or harms is signed without accept and confirm", {
    timeout: 3_600_000,
  }, async () => {
    const judge = (judged: Parameters<typeof findHarm>[0]) => [
      ...findHarm(judged),
      ...findDoubts(judged),
      ...findFeeDoubts(judged),
    ];
    const counts = await signTampered(countRuns(1_500), {}, judge);
    console.log("tampered, nothing accepted:", counts);
    expect(counts.signed).toBeGreaterThan(counts.runs / 50);
  });

  test("none with fees above a limit is signed if other problems are accepted", {
    timeout: 3_600_000,
  }, async () => {
    const feeCodes: readonly SigningProblemCode[] = ["fee", "amount_in_lower"];
    const accept = allCodes.filter((code) => !feeCodes.includes(code));
    const judge = (judged: Parameters<typeof findHarm>[0]) => [
      ...findHarm(judged),
      ...findFeeDoubts(judged),
    ];
    const counts = await signTampered(countRuns(400), { accept }, judge, 0.9);
    console.log("tampered fees, other problems accepted:", counts);
    expect(counts.signed).toBeGreaterThan(counts.runs / 20);
    expect(counts.harmful).toBeGreaterThan(counts.runs / 4);
  });
});
