import { getBytes, verifyMessage } from "ethers";
import { expect } from "vitest";
import type { ReviewProblemCode, SigningProblem, SwapQuote } from "../../../src/index.js";
import { UnsafeToSignError } from "../../../src/index.js";
import {
  checkQuote,
  describeQuote,
  problemGuide,
  type SignQuoteOptions,
  signQuote,
} from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import { account, owner, stranger } from "../test-signers.js";
import { findLongAmounts } from "./find-long-amounts.js";
import { type Judgement, judgeQuote } from "./judge-quote.js";
import { createOrdinaryQuote, now, type QuoteCase } from "./ordinary-quotes.js";
import { createRandom, type Random } from "./random-numbers.js";
import type { JudgedCase } from "./read-stated.js";
import { tamper } from "./tamper.js";

const reviewCodes = Object.entries(problemGuide)
  .filter(([, { severity }]) => severity === "review")
  .map(([code]) => code as ReviewProblemCode);
/** The two ways to overrule every problem that is for review. */
const overruled = [{ accept: reviewCodes }, { confirm: async () => true }] as const;

export type Mode = "plain" | "accepted";
export const modes: readonly Mode[] = ["plain", "accepted"];

/** How a quote is signed. */
function createSignOptions(random: Random, mode: Mode): Partial<SignQuoteOptions> {
  return mode === "plain" ? {} : random.pick<Partial<SignQuoteOptions>>(...overruled);
}

export interface TamperedCounts {
  seed: number;
  runs: number;
  /** Quotes that are never signed, and quotes that are only asked about. */
  fatal: number;
  review: number;
  signed: Record<Mode, number>;
  /** What was signed although it breaks the promise, by mode and reason. */
  broken: Examples;
  /** Problems of quotes that break no sentence, by code. */
  falseAlarms: Examples;
  /** Quotes without problems where the promise does not say whether it is broken. */
  unclear: Examples;
}

/** How often something was the case, and the first time that it was. */
export type Examples = Record<string, [count: number, first: string]>;

function addExample(examples: Examples, key: string, describe: () => string): void {
  const [count, first] = examples[key] ?? [0, describe()];
  examples[key] = [count + 1, first];
}

/** Signs tampered quotes in every mode, and collects what is signed that breaks the promise. */
export async function signTampered(runs: number): Promise<TamperedCounts> {
  const seed = chooseSeed();
  const random = createRandom(seed);
  const signed = { plain: 0, accepted: 0 };
  const examples = { broken: {}, falseAlarms: {}, unclear: {} };
  const counts: TamperedCounts = { seed, runs, fatal: 0, review: 0, signed, ...examples };
  for (let i = 0; i < runs; i++) {
    const given = tamperOften(random, createOrdinaryQuote(random, owner));
    const judged: JudgedCase = { ...given, owner, now };
    const judgement = judgeQuote(judged);
    if (judgement.fatal.length > 0) counts.fatal++;
    else if (judgement.review.length > 0) counts.review++;
    const options = { ...given.options, expect: given.request, owner, now };
    const problems = checkQuote(given.quote, options);
    const context = () => JSON.stringify({ seed, i, judgement, problems, ...given });
    countAlarms(counts, judgement, problems, context);
    for (const mode of modes) {
      const isSigned = await trySigning(random, judged, mode, context);
      if (!isSigned) continue;
      signed[mode]++;
      const asks = mode === "plain";
      const { fatal, review } = judgement;
      for (const reason of asks ? [...fatal, ...review] : fatal)
        addExample(counts.broken, `${mode}: ${reason}`, context);
      const unasked = problems.filter(({ severity }) => asks || severity === "fatal");
      if (unasked.length > 0) expect(unasked, context()).toEqual([]);
    }
  }
  return counts;
}

/** How many examples there are. */
export const countExamples = (examples: Examples): number =>
  Object.values(examples).reduce((sum, [count]) => sum + count, 0);

/** Changes the quote, and sometimes the limits of the caller. */
export function tamperOften(random: Random, ordinary: QuoteCase): QuoteCase {
  const { pick, chance } = random;
  let given = ordinary;
  for (let left = random.integer(1, 3); left > 0; left--) given = tamper(random, given);
  const { maxGasFeeToken } = Object(ordinary.quote.estimatedGasFees);
  const options = { ...given.options };
  if (chance(0.1)) options.maxGasFee = pick(maxGasFeeToken ?? "0.01", "0", "0.5");
  if (chance(0.1)) options.minReceived = pick(ordinary.quote.minAmountOut ?? "1", "1", "0.5");
  if (chance(0.1)) options.maxLossPercent = pick(0, 0.5, 3, 10, 30);
  if (chance(0.1)) options.delegates = pick(undefined, [], [random.address()]);
  if (chance(0.1)) options.margin = pick(0, 60_000);
  return { ...given, options };
}

async function trySigning(
  random: Random,
  { quote, request, options }: JudgedCase,
  mode: Mode,
  context: () => string,
): Promise<boolean> {
  const isOwner = random.chance(0.99);
  const signer = isOwner ? account : stranger;
  const own = createSignOptions(random, mode);
  const signOptions = { ...options, expect: request, owner, now, ...own };
  const outcome: unknown = await signQuote(quote, signer, signOptions).catch((error) => error);
  if (outcome instanceof Error) {
    if (isOwner) expect(outcome, context()).toBeInstanceOf(UnsafeToSignError);
    return false;
  }
  // Of the signatures, a part is recovered by other code than that of the checker.
  if (!isOwner || random.chance(0.05)) expectSigned(quote, outcome as SignedQuote, context);
  return true;
}

type SignedQuote = Awaited<ReturnType<typeof signQuote>>;

/** Asserts that the owner signed the hash of the quote. */
export function expectSigned(
  { userOperationHash }: SwapQuote,
  signed: SignedQuote,
  context: () => string,
): void {
  expect(signed.userOperationHash, context()).toBe(userOperationHash);
  const signer = verifyMessage(getBytes(signed.userOperationHash), signed.signature);
  expect(signer, context()).toBe(owner);
}

function countAlarms(
  { falseAlarms, unclear }: TamperedCounts,
  judgement: Judgement,
  problems: readonly SigningProblem[],
  context: () => string,
): void {
  if (judgement.fatal.length + judgement.review.length > 0) return;
  if (problems.length === 0)
    for (const reason of judgement.unclear) addExample(unclear, reason, context);
  else if (judgement.unclear.length === 0)
    for (const { code } of problems) addExample(falseAlarms, code, context);
}

/** Asserts that each problem and description of random quotes shows readable amounts. */
export function readAmounts(runs: number): number {
  const seed = chooseSeed();
  const random = createRandom(seed);
  let read = 0;
  for (let i = 0; i < runs; i++) {
    const { quote, request, options } = tamperOften(random, createOrdinaryQuote(random, owner));
    const checkOptions = { ...options, expect: request, owner, now };
    const problems = checkQuote(quote, checkOptions);
    const summary = describeQuote(quote, checkOptions);
    read += problems.length;
    const found = findLongAmounts(quote, problems, summary);
    if (found.length > 0) expect(found, JSON.stringify({ seed, i, quote, request })).toEqual([]);
  }
  return read;
}
