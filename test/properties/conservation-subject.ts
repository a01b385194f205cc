import { expect } from "vitest";
import { createSample, isEndless, listCodes, type Sample } from "./agreement-subject.js";
import { BranchCounter } from "./branches.js";
import { caseCount, createCase } from "./conservation-cases.js";
import { findLosses } from "./conservation-judge.js";
import { evaluate } from "./focus-cases.js";
import { createRandom } from "./random.js";

/** The reasons of the judge. Expects that the SDK signs nothing that it calls a loss. */
function expectNoLoss(sample: Sample, seed: number): Set<string> {
  const losses = findLosses(sample.response, sample.request, sample.limits);
  const codes = listCodes(sample);
  if (losses.length > 0 && codes.size === 0)
    expect.unreachable(JSON.stringify({ seed, losses, sample }));
  return new Set(losses.map((loss) => `loss: ${loss}`));
}

/** A prime, so that a part of the cases has all values of each axis. */
const step = 7_919;

/** Checks a part of the boundary values, which starts anywhere. */
export function checkBoundaries(seed: number, count: number): void {
  const counter = new BranchCounter();
  const start = createRandom(seed).integer(0, caseCount - 1);
  for (let i = 0; i < count; i++) {
    const { sample, branches, isHonest } = createCase((start + i * step) % caseCount);
    const evaluation = evaluate(sample);
    const [own, expected] = [[...listCodes(sample)].sort(), [...evaluation.codes].sort()];
    const message = JSON.stringify({ seed, sample });
    if (!isEndless(evaluation)) expect(own, message).toEqual(expected);
    if (isHonest) expect(own, message).toEqual([]);
    counter.add([...branches, ...expectNoLoss(sample, seed), `signed: ${own.length === 0}`]);
  }
  console.info(counter.print(`seed ${seed}`));
  const losses = ["costs", "delivered", "worth by what is left", "worth by the price"];
  const expected = [...counter.percents().keys(), ...losses.map((loss) => `loss: ${loss}`)];
  expect(counter.findRare([...expected, "signed: true", "signed: false"], 0.1)).toEqual([]);
}

const lossBranches = [
  ...["amount", "costs", "gas", "minimum", "delivered"],
  ...["worth by the amount", "worth by what is left", "worth by the price"],
].map((loss) => `loss: ${loss}`);

/** Checks random quotes and transfers at the limits. */
export function checkLosses(seed: number, count: number): void {
  const counter = new BranchCounter();
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) counter.add(expectNoLoss(createSample(random).sample, seed));
  console.info(counter.print(`seed ${seed}`));
  expect(counter.findRare(lossBranches, 0.1)).toEqual([]);
}

export { caseCount };
