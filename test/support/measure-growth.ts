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
  const works = [create(size), create(4 * size)];
  const times = works.map(() => Number.POSITIVE_INFINITY);
  const ratio = () => (times[1] as number) / (times[0] as number);
  // V8 has not compiled the code in the first runs.
  for (let run = 0; run < 3 || (run < 7 && ratio() >= enough); run++)
    for (const [i, work] of works.entries())
      times[i] = Math.min(times[i] as number, await measureCpu(work));
  return ratio();
}
