import { existsSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { test } from "vitest";
import { chooseSeed, isSoak } from "../support/random-runs.js";

interface Options<Input> {
  /** The file in `kept` with the inputs that failed once. They run first, each time. */
  readonly kept: string;
  /** The runs in `npm test`. */
  readonly runs: number;
  /** Must create JSON values, so that a failing input can be kept. */
  readonly input: fc.Arbitrary<Input>;
  /** Returns true for an input that the code under test accepts. */
  readonly check: (input: Input) => unknown;
  /** The least share of accepted inputs: without any, the property would test only rejections. */
  readonly accepted?: number;
}

/** A property of random inputs. */
export type Target = { readonly title: string } & Options<unknown>;

/** Defines a property of random inputs, for `fuzz`. */
export const fuzzTarget = <Input>(title: string, options: Options<Input>): Target =>
  ({ title, ...options }) as Target;

/** How many times the mean an input may cost. A longer text costs more, but not quadratically. */
const maxRatio = 1_000;
/** The first inputs also pay for the compilation of the code. */
const warmUp = 200;

/** Finds inputs whose CPU time is far above the mean of the others. */
function createCostCheck(): (run: () => Promise<void>) => Promise<void> {
  let count = 0;
  let total = 0;
  async function measure(run: () => Promise<void>): Promise<number> {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }
  return async (run) => {
    const first = await measure(run);
    const limit = (maxRatio * total) / count;
    total += first;
    count++;
    if (count <= warmUp || first <= limit) return;
    // The second time excludes a garbage collection.
    const second = await measure(run);
    if (second > limit)
      throw new Error(`takes ${second} µs of CPU time, the mean is ${limit / maxRatio} µs`);
  };
}

/**
 * Tests a property with random inputs. With `manyRuns`, also compares the cost of the inputs, and
 * keeps the input that breaks the property.
 */
export function fuzz(target: Target, manyRuns?: number): void {
  const { title, kept, runs, input, check, accepted = 0 } = target;
  test(title, async () => {
    const seed = chooseSeed();
    const path = new URL(`kept/${kept}.json`, import.meta.url);
    const failedBefore: unknown[] = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
    const checkCost = manyRuns ? createCostCheck() : (run: () => Promise<void>) => run();
    let acceptedCount = 0;
    const property = fc.asyncProperty(input, (each) =>
      checkCost(async () => {
        if ((await check(each)) === true) acceptedCount += 1;
      }),
    );
    const result = await fc.check(property, {
      seed,
      numRuns: failedBefore.length + (manyRuns ?? runs),
      examples: failedBefore.map((each) => [each]),
    });
    if (isSoak) console.log(`${kept}: ${result.numRuns} runs, ${acceptedCount} accepted, ${seed}`);
    if (!result.failed) {
      // Half of them, less what chance can change.
      const half = (accepted / 2) * result.numRuns;
      const least = half - 6 * Math.sqrt(half);
      if (acceptedCount < least)
        throw new Error(`accepted only ${acceptedCount} of ${result.numRuns} inputs, seed ${seed}`);
      return;
    }
    if (manyRuns && result.counterexample) {
      const texts = [...failedBefore, ...result.counterexample].map((each) => JSON.stringify(each));
      writeFileSync(path, `[\n${[...new Set(texts)].join(",\n")}\n]\n`);
    }
    throw new Error(await fc.asyncDefaultReportMessage(result), {
      cause: result.errorInstance,
    });
  });
}
