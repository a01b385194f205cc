/** Returns a function of random integers from 0 to below a limit. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** The error of a call. */
export async function untilRejects(call: Promise<unknown>): Promise<Error & { hint?: string }> {
  try {
    await call;
  } catch (error) {
    return error as Error;
  }
  throw new TypeError("the call did not reject");
}
