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
import { tamperWorth } from "./tamper-worth.js";
import { findGasWorthDoubts, findLossDoubts, findMinimumDoubts } from "./worth-doubts.js";

const allCodes = Object.keys(problemGuide) as SigningProblemCode[];

/** The parts of the changes that are to fees and to the worth. */
interface Shares {
  fees?: number;
  worth?: number;
}

/** Signs tampered quotes and returns how many were signed, harmful and doubtful. */
async function signTampered(
  runs: number,
  options: object,
  judge: typeof findHarm,
  { fees = 0.2, worth = 0.1 }: Shares = {},
) {
  const seed = chooseSeed();
  const random = createRandom(seed);
  const chooseChange = () => {
    const share = random.next();
    if (share < fees) return tamperFees;
    return share < fees + worth ? tamperWorth : tamper;
  };
  const counts = { seed, runs, signed: 0, harmful: 0, problems: 0 };
  for (let i = 0; i < runs; i++) {
    const ordinary = createOrdinaryQuote(random, owner);
    const { request, delegates } = ordinary;
    let quote = ordinary.quote;
    for (let changes = random.integer(1, 3); changes > 0; changes--)
      quote = chooseChange()(random, { ...ordinary, quote }) as SwapQuote;
    const tokenOutDecimals = random.pick(
      undefined,
      ordinary.tokenOutDecimals,
      ordinary.tokenOutDecimals,
      0,
      2,
    );
    const { maxGasFeeToken } = Object(ordinary.quote.estimatedGasFees);
    const maxGasFee = random.chance(0.3) ? (maxGasFeeToken ?? "0.01") : undefined;
    const harm = judge({ quote, request, delegates, owner, now, maxGasFee, tokenOutDecimals });
    if (harm.length > 0) counts.harmful++;
    const checkOptions = { expect: request, owner, now, delegates, maxGasFee, tokenOutDecimals };
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

const alsoFind = (find: typeof findHarm) => (judged: Parameters<typeof findHarm>[0]) => [
  ...findHarm(judged),
  ...find(judged),
];

describe("of tampered quotes", () => {
  test("none that harms is signed if every code is accepted and confirmed", {
    timeout: 3_600_000,
  }, async () => {
    const lenient = { accept: allCodes, confirm: async () => true };
    const counts = await signTampered(countRuns(1_000), lenient, findHarm);
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
      ...findGasWorthDoubts(judged),
      ...findLossDoubts(judged),
      ...findMinimumDoubts(judged),
    ];
    const counts = await signTampered(countRuns(1_000), {}, judge);
    console.log("tampered, nothing accepted:", counts);
    expect(counts.signed).toBeGreaterThan(counts.runs / 50);
  });

  test("none with fees above a limit is signed if other problems are accepted", {
    timeout: 3_600_000,
  }, async () => {
    const feeCodes: readonly SigningProblemCode[] = ["fee", "amount_in_lower"];
    const accept = allCodes.filter((code) => !feeCodes.includes(code));
    const judge = alsoFind(findFeeDoubts);
    const counts = await signTampered(countRuns(400), { accept }, judge, { fees: 0.9, worth: 0 });
    console.log("tampered fees, other problems accepted:", counts);
    expect(counts.signed).toBeGreaterThan(counts.runs / 20);
    expect(counts.harmful).toBeGreaterThan(counts.runs / 4);
  });

  test("none with a loss is signed if other problems are accepted", {
    timeout: 3_600_000,
  }, async () => {
    const accept = allCodes.filter((code) => code !== "price_loss");
    const judge = alsoFind(findLossDoubts);
    const counts = await signTampered(countRuns(300), { accept }, judge, { worth: 0.7 });
    console.log("tampered worth, other problems accepted:", counts);
    expect(counts.signed).toBeGreaterThan(counts.runs / 20);
    expect(counts.harmful).toBeGreaterThan(counts.runs / 8);
  });

  test("none with a low minimum is signed if other problems are accepted", {
    timeout: 3_600_000,
  }, async () => {
    const accept = allCodes.filter((code) => code !== "slippage");
    const judge = alsoFind(findMinimumDoubts);
    const counts = await signTampered(countRuns(300), { accept }, judge, { worth: 0.7 });
    console.log("tampered minimum, other problems accepted:", counts);
    expect(counts.signed).toBeGreaterThan(counts.runs / 20);
    expect(counts.harmful).toBeGreaterThan(counts.runs / 8);
  });
});
