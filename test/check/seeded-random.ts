import type { Random } from "../../src/check/scramble.js";

/** The same numbers in every run: a linear congruential generator. */
export function createSeededRandom(seed = 1): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
