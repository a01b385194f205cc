import { expect } from "vitest";
import type { SigningProblemCode, SwapQuote } from "../../../src/index.js";
import { UnsafeToSignError } from "../../../src/index.js";
import { checkQuote, signQuote } from "../../../src/signing/index.js";
import { problemGuide } from "../../../src/signing/shared/problem-guide.js";
import { chooseSeed } from "../../support/random-runs.js";
import { account, owner } from "../test-signers.js";
import { findFeeDoubts } from "./fee-doubts.js";
import { findDoubts, findHarm } from "./harm.js";
import { createOrdinaryQuote, now } from "./ordinary-quotes.js";
import { createRandom } from "./random-numbers.js";
import { tamper } from "./tamper.js";
import { tamperFees } from "./tamper-fees.js";
import { tamperWorth } from "./tamper-worth.js";
import { findGasWorthDoubts, findLossDoubts, findMinimumDoubts } from "./worth-doubts.js";

const allCodes = Object.keys(problemGuide) as SigningProblemCode[];
const allExcept = (...codes: readonly SigningProblemCode[]) =>
  allCodes.filter((code) => !codes.includes(code));

type Judge = typeof findHarm;
const alsoFind =
  (...finds: readonly Judge[]): Judge =>
  (judged) =>
    [findHarm, ...finds].flatMap((find) => find(judged));

export interface TamperedCase {
  /** The options of signing. */
  options: object;
  /** Lists what must not be signed. */
  judge: Judge;
  /** The parts of the changes that are to fees and to the worth. */
  fees?: number;
  worth?: number;
  /** The number of quotes in a soak. */
  fullRuns: number;
  /** The smallest part of the quotes that proves that the test covers both kinds. */
  leastSigned: number;
  leastHarmful: number;
}

const cases: readonly (TamperedCase & { title: string })[] = [
  {
    title: "none that harms is signed if every code is accepted and confirmed",
    options: { accept: allCodes, confirm: async () => true },
    judge: findHarm,
    fullRuns: 120_000,
    leastSigned: 1 / 20,
    leastHarmful: 1 / 4,
  },
  {
    title: "none that is doubtful or harms is signed without accept and confirm",
    options: {},
    judge: alsoFind(
      ...[findDoubts, findFeeDoubts, findGasWorthDoubts],
      ...[findLossDoubts, findMinimumDoubts],
    ),
    fullRuns: 120_000,
    leastSigned: 1 / 50,
    leastHarmful: 0,
  },
  {
    title: "none with fees above a limit is signed if other problems are accepted",
    options: { accept: allExcept("fee", "amount_in_lower") },
    judge: alsoFind(findFeeDoubts),
    fees: 0.9,
    worth: 0,
    fullRuns: 50_000,
    leastSigned: 1 / 20,
    leastHarmful: 1 / 4,
  },
  {
    title: "none with a loss is signed if other problems are accepted",
    options: { accept: allExcept("price_loss") },
    judge: alsoFind(findLossDoubts),
    worth: 0.7,
    fullRuns: 50_000,
    leastSigned: 1 / 20,
    leastHarmful: 1 / 8,
  },
  {
    title: "none with a low minimum is signed if other problems are accepted",
    options: { accept: allExcept("slippage") },
    judge: alsoFind(findMinimumDoubts),
    worth: 0.7,
    fullRuns: 50_000,
    leastSigned: 1 / 20,
    leastHarmful: 1 / 8,
  },
];

export const tamperedCases = cases.map(({ title, ...tampered }) => [title, tampered] as const);

/** Signs tampered quotes and returns how many were signed, harmful and doubtful. */
export async function signTampered(
  { options, judge, fees = 0.2, worth = 0.1 }: TamperedCase,
  runs: number,
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
