import { expect } from "vitest";
import { createRandom } from "../quote/random-numbers.js";
import { createSample } from "./compare.js";
import { type Relation, relations } from "./relations.js";
import { listCodes, type Sample } from "./sdk.js";

export const relationNames = Object.keys(relations);

/** Changes random samples without changing their money, and expects the same set of codes. */
export function checkRelation(name: string, seed: number, runs: number): void {
  const change = relations[name] as Relation;
  const random = createRandom(seed);
  let changed = 0;
  for (let i = 0; i < runs; i++) {
    const { kind, response, request, limits } = createSample(random).sample;
    const sample: Sample = { kind, response, request, limits };
    const other = change(sample, random);
    if (!other) continue;
    changed++;
    const [before, after] = [sample, other].map((each) => [...listCodes(each)].sort());
    expect(after, JSON.stringify({ seed, sample, other })).toEqual(before);
  }
  expect(changed, name).toBeGreaterThan(runs / 10);
}
