// Imported, so that suites of pages leave out what measures: see test/browser/page-project.ts.
import process from "node:process";

/**
 * The CPU time of a run in microseconds. Other processes do not affect it as they do elapsed time.
 */
export async function measureCpu(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/**
 * How much more CPU time four times the size takes, by the fastest of several runs. Linear cost is
 * 4, quadratic cost is 16. Ends early below `enough`.
 */
export async function measureGrowth(
  size: number,
  create: (size: number) => () => unknown,
  enough = 10,
): Promise<number> {
  const [large, small] = [create(4 * size), create(size)];
  let [time, smallTime] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Before V8 has compiled the code, a run takes longer.
  await large();
  for (let run = 0; run < 3 || (run < 25 && time / smallTime >= enough); run++) {
    time = Math.min(time, await measureCpu(large));
    smallTime = Math.min(smallTime, await measureCpu(small));
  }
  return time / smallTime;
}
