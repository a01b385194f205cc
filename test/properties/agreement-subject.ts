import { privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished, vi } from "vitest";
import type { SigningProblem } from "../../src/index.js";
import {
  checkOperation,
  checkQuote,
  describeQuote,
  problemGuide,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import { BranchCounter } from "./branches.js";
import { type Fields, normaliseAddress } from "./costs-judge.js";
import { applyPlan, choosePlan, evaluate, focusBranches } from "./focus-cases.js";
import { createOrdinary } from "./ordinary-cases.js";
import { createDraft } from "./quote-cases.js";
import type { Evaluation, Limits, Line } from "./quote-judge.js";
import { createRandom, type Random } from "./random.js";
import { toRational } from "./rational.js";
import { findUnreadable } from "./readable-judge.js";
import { createTerms, hash, now, termBranches, wallet } from "./terms-cases.js";

/** A response, its request and the caller's limits. */
export interface Sample {
  kind: "swap" | "transfer";
  response: Fields;
  request: Fields;
  limits: Limits;
}

export interface SdkVerdict {
  codes: ReadonlySet<string>;
  loss: { usd: string; percent: string } | undefined;
  totalCost: string | undefined;
  /** Amounts that are not written as a person writes them. */
  unreadable: readonly string[];
  /** Whether a refusal and a description name the same problems, and else the signer is called. */
  isSame: boolean;
  /** Undefined if a fatal problem ends the signing before a statement is used. */
  statement: { leaves: readonly Line[]; arrives: readonly Line[]; expiresAt: unknown } | undefined;
}

export const owner = privateKeyToAccount(`0x${"59".repeat(32)}`);
const reviewCodes = [
  ...["receiver_missing", "expiry_later", "quote_id", "slippage"],
  ...["price_loss", "price_unknown", "high_costs"],
];

/** The only place that has the names of the SDK's options. */
function toOptions({ request, limits }: Sample): object {
  return { ...limits, expect: request, owner: owner.address };
}

interface Stated {
  leaves: { chainId: number; token: string; amount: string; why: string }[];
  arrives: { chainId: number; token: string; account: string; least: string }[];
  expiresAt: unknown;
}

/** Captures the statement that a policy gets. The policy refuses, so that nothing is signed. */
function captureStatement() {
  let captured: Stated | undefined;
  const policy = {
    reserve: async ({ operation }: { operation?: { statement: Stated } }) => {
      captured = operation?.statement;
      return { problems: [{ code: "policy" }], release: async () => {} };
    },
  };
  return { policy, read: () => captured };
}

export function checkSample(sample: Sample): readonly SigningProblem[] {
  const options = toOptions(sample) as never;
  return sample.kind === "swap"
    ? checkQuote(sample.response as never, options)
    : checkOperation(sample.response as never, options);
}

export const listCodes = (sample: Sample): ReadonlySet<string> =>
  new Set(checkSample(sample).map(({ code }) => code));

/** How a description words a problem. */
function describeProblem({ code, severity, path }: SigningProblem): string {
  const { meaning } = problemGuide[code];
  if (severity === "review") return meaning;
  return `Do not sign this: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1, -1)} (${path}).`;
}

/** What the SDK says about a sample. */
async function askSdk(sample: Sample): Promise<SdkVerdict> {
  const options = toOptions(sample);
  const { policy, read } = captureStatement();
  const response = sample.response as never;
  let calls = 0;
  const signWrongly = async () => `0x${++calls}`;
  const functions = { signMessage: signWrongly, signTypedData: signWrongly };
  const signer = { address: owner.address, ...functions } as never;
  const sign = (more: object): Promise<{ problems?: readonly SigningProblem[] }> => {
    const given = { ...options, ...more } as never;
    const signing: Promise<unknown> =
      sample.kind === "swap"
        ? signQuote(response, signer, given)
        : signOperation(response, signer, given);
    return signing.then(
      () => expect.unreachable("The signature is no signature."),
      (error) => error,
    );
  };
  const problems = checkSample(sample);
  await sign({ accept: reviewCodes, policy });
  expect(calls, "The policy refuses every sample.").toBe(0);
  const { problems: refused = [] } = await sign({});
  const stated = read();
  const summary = sample.kind === "swap" ? describeQuote(response, options as never) : undefined;
  const described = [...new Set(problems.map(describeProblem))];
  return {
    codes: new Set(problems.map(({ code }) => code)),
    loss: summary?.loss,
    totalCost: summary?.totalCost,
    unreadable: findUnreadable(sample.response, problems, summary),
    isSame:
      calls > 0 === (problems.length === 0) &&
      JSON.stringify(refused) === JSON.stringify(problems) &&
      (!summary || JSON.stringify(summary.problems) === JSON.stringify(described)),
    statement: stated && {
      leaves: stated.leaves
        .map(
          ({ chainId, token, amount, why }) =>
            `${chainId} ${normaliseAddress(token)} ${amount} ${why}`,
        )
        .sort(),
      arrives: stated.arrives.map(
        ({ chainId, token, account, least }) =>
          `${chainId} ${normaliseAddress(token)} ${normaliseAddress(account)} ${least}`,
      ),
      expiresAt: stated.expiresAt,
    },
  };
}

const otherWallet = `0x${"20".repeat(20)}`;
const otherHash = `0x${"6b".repeat(32)}`;

/** A sample at one of the limits, and the branches of the generators that it takes. */
export function createSample(random: Random): { sample: Sample; branches: Set<string> } {
  const branches = new Set<string>();
  const plan = choosePlan(random);
  const draft = createDraft(random, createTerms(random, branches, plan));
  // Not every sample has each limit.
  if (!applyPlan(plan, draft, random, branches)) return createSample(random);
  const { kind, response, request, limits } = draft;
  const sample: Sample = { kind, response, request, limits };
  if (random.chance(0.9)) return { sample, branches };
  const text = JSON.stringify(sample)
    .replaceAll(new RegExp(wallet, "gi"), otherWallet)
    .replaceAll(hash, otherHash);
  // The contract of the native coin is that of one chain.
  const isOfChain = text.includes("0001010");
  return { sample: JSON.parse(isOfChain ? text : text.replaceAll(":137,", ":10,")), branches };
}

const tiny = toRational("1e-200");
/** Of what a transfer delivers, the SDK reads 40 decimals of a US dollar. */
const least = toRational("1e-39");

/** The numbers of the SDK have 255 decimals. A limit that has more can be a unit higher. */
export const isEndless = ({ limits: { leastWorth, received } }: Evaluation): boolean => {
  if (!leastWorth || !received) return false;
  const difference = leastWorth.minus(received);
  return (
    received.isBelow(least) ||
    (difference.isBelow(tiny) && received.minus(leastWorth).isBelow(tiny))
  );
};

/** What the evaluator and the SDK say differently about a sample, also when it is signed. */
export async function compareSample(sample: Sample, isWhole = true) {
  const { kind, response } = sample;
  const evaluation = evaluate(sample);
  const differences: string[] = [];
  const compare = (what: string, evaluator: unknown, sdk: unknown) => {
    if (JSON.stringify(evaluator) !== JSON.stringify(sdk))
      differences.push(JSON.stringify({ what, evaluator, sdk, sample }));
  };
  const own = [...listCodes(sample)].sort();
  const isKnown = own.join() !== [...evaluation.codes].sort().join() && isEndless(evaluation);
  if (!isKnown) compare("codes", [...evaluation.codes].sort(), own);
  const verdict = isWhole ? await askSdk(sample) : undefined;
  if (verdict) {
    compare("amounts that are not readable", [], verdict.unreadable);
    compare("the same problems", true, verdict.isSame);
  }
  if (verdict && kind === "swap") {
    compare("loss", evaluation.loss, verdict.loss);
    compare("total cost", evaluation.totalCost, verdict.totalCost);
  }
  if (verdict?.statement) {
    compare("leaves", evaluation.leaves, verdict.statement.leaves);
    compare("arrives", evaluation.arrives, verdict.statement.arrives);
    compare("expiresAt", response.expiresAt, verdict.statement.expiresAt);
  }
  return { differences, evaluation, isStated: verdict?.statement !== undefined, isKnown };
}

/** Of these samples, one is also signed and described, which takes most of the time. */
const every = 8;

/**
 * Compares random samples, and prints the share of each branch. Every branch has at least
 * `leastPercent` of the samples.
 */
export async function checkAgreement(
  seed: number,
  samples: number,
  leastPercent: number,
): Promise<void> {
  // Some samples expire after a millisecond.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now });
  onTestFinished(() => void vi.useRealTimers());
  const random = createRandom(seed);
  const counter = new BranchCounter();
  for (let i = 0; i < samples; i++) {
    const { sample, branches } = createSample(random);
    const compared = await compareSample(sample, i % every === 0);
    const { differences, evaluation, isStated, isKnown } = compared;
    if (differences.length > 0) expect(differences, `seed ${seed}`).toEqual([]);
    for (const code of evaluation.codes) branches.add(`code: ${code}`);
    if (evaluation.codes.size === 0) branches.add("code: none");
    if (evaluation.loss) branches.add("loss: shown");
    if (isStated) branches.add("statement: compared");
    if (isKnown) branches.add("unclear");
    counter.add(branches);
  }
  console.info(counter.print(`seed ${seed}`));
  // Few samples may differ, so that a known difference hides no other one.
  expect(counter.percents().get("unclear") ?? 0).toBeLessThan(1);
  const expected = [...termBranches, ...focusBranches, ...codeBranches, "statement: compared"];
  expect(counter.findRare(expected, leastPercent)).toEqual([]);
}

const codeBranches = [
  ...["amount_in", "minimum_out", "below_minimum", "gas_above_maximum", "slippage", "price_loss"],
  ...["price_unknown", "high_costs", "receiver", "receiver_missing", "token", "chain", "wallet"],
  ...["expired", "expiry", "expiry_later", "quote_id", "none"],
].map((code) => `code: ${code}`);

/** Expects no problem of ordinary responses, from the evaluator and from the SDK. */
export function checkOrdinary(seed: number, count: number): void {
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) {
    const { kind, response, request, limits } = createOrdinary(random);
    const sample: Sample = { kind, response, request, limits };
    const message = JSON.stringify({ seed, sample });
    expect([...evaluate(sample).codes], message).toEqual([]);
    expect(checkSample(sample), message).toEqual([]);
  }
}
