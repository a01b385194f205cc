import { createRandom as createIntegers } from "../support/random-runs.js";

/** A seeded generator, so that a failure can be repeated. */
export function createRandom(seed: number) {
  const below = createIntegers(seed);
  const next = () => below(2 ** 32) / 2 ** 32;
  const integer = (from: number, to: number) => from + below(to - from + 1);
  const pick = <T>(...values: readonly T[]): T => values[below(values.length)] as T;
  const chance = (probability: number) => next() < probability;
  return { next, integer, pick, chance };
}

export type Random = ReturnType<typeof createRandom>;
