/**
 * How much longer four times the size takes, by the fastest of several runs. Linear cost is 4,
 * quadratic cost is 16.
 */
export async function measureGrowth(
  size: number,
  create: (size: number) => () => unknown,
): Promise<number> {
  const works = [create(size), create(4 * size)];
  const times = works.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < 7; run++)
    for (const [i, work] of works.entries()) {
      const start = performance.now();
      await work();
      times[i] = Math.min(times[i] as number, performance.now() - start);
    }
  return (times[1] as number) / (times[0] as number);
}
