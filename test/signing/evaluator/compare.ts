import { BranchCounter } from "../../properties/branches.js";
import { createRandom, type Random } from "../quote/random-numbers.js";
import { createDraft, type Draft } from "./create-draft.js";
import { createTerms } from "./create-terms.js";
import type { Evaluation } from "./evaluate.js";
import { applyPlan, choosePlan, evaluate } from "./focus.js";
import { findKnownDifference, type What } from "./known-differences.js";
import { askSdk, type Sample } from "./sdk.js";

/** A sample at one of the limits, and the branches of the generators that it takes. */
export function createSample(random: Random): { sample: Draft; branches: Set<string> } {
  const branches = new Set<string>();
  const plan = choosePlan(random);
  const sample = createDraft(random, createTerms(random, branches, plan));
  // Not every sample has each limit.
  return applyPlan(plan, sample, random, branches) ? { sample, branches } : createSample(random);
}

export interface Difference {
  what: What;
  evaluator: unknown;
  sdk: unknown;
  sample: Sample;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What the evaluator and the SDK say differently about a sample. */
export async function compareSample({ kind, response, request, limits }: Sample) {
  const sample: Sample = { kind, response, request, limits };
  const evaluation = evaluate(sample);
  const verdict = await askSdk(sample);
  const differences: Difference[] = [];
  const known: string[] = [];
  const compare = (what: What, toText: (evaluation: Evaluation) => unknown, sdk: unknown) => {
    const evaluator = toText(evaluation);
    if (isEqual(evaluator, sdk)) return;
    const name = findKnownDifference(what, evaluation);
    if (name === undefined) differences.push({ what, evaluator, sdk, sample });
    else known.push(name);
  };
  compare("codes", ({ codes }) => [...codes].sort(), [...verdict.codes].sort());
  if (kind === "swap") compare("loss", ({ loss }) => loss, verdict.loss);
  if (verdict.statement) {
    compare("leaves", ({ leaves }) => leaves, verdict.statement.leaves);
    compare("arrives", ({ arrives }) => arrives, verdict.statement.arrives);
    compare("expiresAt", () => response.expiresAt, verdict.statement.expiresAt);
  }
  return { differences, known, evaluation, isStated: verdict.statement !== undefined };
}

/** Compares many random samples, and counts the branches and the codes that they reach. */
export async function compareSamples(seed: number, count: number) {
  const random = createRandom(seed);
  const counter = new BranchCounter();
  const differences: Difference[] = [];
  const known = new BranchCounter();
  // The first differences explain the others.
  for (let i = 0; i < count && differences.length < 5; i++) {
    const { sample, branches } = createSample(random);
    const compared = await compareSample(sample);
    const { codes, loss } = compared.evaluation;
    for (const code of codes) branches.add(`code: ${code}`);
    if (codes.size === 0) branches.add("code: none");
    if (loss) branches.add("loss: shown");
    if (compared.isStated) branches.add("statement: compared");
    counter.add(branches);
    known.add(compared.known);
    differences.push(...compared.differences);
  }
  return { counter, known, differences };
}
