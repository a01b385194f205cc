import { existsSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { test } from "vitest";

/** The runs of each target in the long form. Unset: the few runs of `npm test`. */
const longRuns = Number(process.env["FUZZ_RUNS"] ?? 0);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const maxCpuMilliseconds = 2_000;

interface Target<Input> {
  /** The file in `kept` with the inputs that failed once. They run first, each time. */
  readonly kept: string;
  readonly runs: number;
  /** Must create JSON values, so that a failing input can be kept. */
  readonly input: fc.Arbitrary<Input>;
  /** Returns true for an input that the code under test accepts. */
  readonly check: (input: Input) => unknown;
  /** The least share of accepted inputs: without any, the property would test only rejections. */
  readonly accepted?: number;
}

/** Tests a property with random inputs, and keeps the input that breaks it. */
export function fuzz<Input>(title: string, target: Target<Input>): void {
  const { kept, runs, input, check, accepted = 0 } = target;
  test(title, { timeout: longRuns ? 3_600_000 : 30_000 }, async () => {
    const path = new URL(`kept/${kept}.json`, import.meta.url);
    const failedBefore: Input[] = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
    let acceptedCount = 0;
    const property = fc.asyncProperty(input, async (each) => {
      const run = async () => {
        const before = process.cpuUsage();
        if ((await check(each)) === true) acceptedCount += 1;
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      };
      // The second time excludes a garbage collection.
      if ((await run()) <= maxCpuMilliseconds) return;
      const milliseconds = await run();
      if (milliseconds > maxCpuMilliseconds)
        throw new Error(`takes ${milliseconds} ms of CPU time`);
    });
    const result = await fc.check(property, {
      seed,
      numRuns: failedBefore.length + (longRuns || runs),
      examples: failedBefore.map((each) => [each]),
    });
    if (longRuns)
      console.log(`${kept}: ${result.numRuns} runs, ${acceptedCount} accepted, ${seed}`);
    if (!result.failed) {
      // A short run may have few by chance.
      const least = longRuns ? accepted : accepted / 4;
      if (acceptedCount < least * result.numRuns)
        throw new Error(`accepted only ${acceptedCount} of ${result.numRuns} inputs, seed ${seed}`);
      return;
    }
    if (longRuns && result.counterexample) {
      const texts = [...failedBefore, ...result.counterexample].map((each) => JSON.stringify(each));
      writeFileSync(path, `[\n${[...new Set(texts)].join(",\n")}\n]\n`);
    }
    throw new Error(await fc.asyncDefaultReportMessage(result), {
      cause: result.errorInstance,
    });
  });
}
