/** A page has no environment. */
const environment: Record<string, string | undefined> =
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};

/** `npm run soak` sets 1, or another share of the full number. */
const share = Number(environment.BURSAR_SOAK_SHARE);

/** Whether `npm run soak` runs the tests. */
export const isSoak = environment.BURSAR_SOAK_SHARE !== undefined;

/** Returns the items in `npm run soak`, and none of them in the gate. */
export const inSoak = <T>(...items: readonly T[]): readonly T[] => (isSoak ? items : []);

/**
 * Returns the items in `npm run soak`, and one of `parts` parts of them in the gate. The seed
 * chooses the part.
 */
export const choosePart = <T>(items: readonly T[], parts: number): readonly T[] =>
  isSoak ? items : items.filter((_, i) => i % parts === chooseSeed() % parts);

/**
 * The number of random runs of a test in `test/thorough`: `full` in `npm run soak`, a fiftieth in
 * `npm run test:thorough`, and at least 100. A test whose runs are slow states the divisor.
 */
export const countRuns = (full: number, divisor = 50): number =>
  Math.min(full, Math.max(100, Math.ceil(full * (isSoak ? share : 1 / divisor))));

/**
 * The seed of a random test, which prints it if it fails: that of the run in Node, see
 * test/support/suite-options.ts. Call it once per test.
 */
export const chooseSeed = (): number => Number(environment.BURSAR_SEED);

/** Returns a function of random integers from 0 to below a limit (mulberry32). */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
