import { Session } from "node:inspector/promises";

/**
 * The functions of the package's source that a run calls, and how often: a measure of work that is
 * the same on every machine.
 */
export async function countFunctions(
  work: () => unknown,
): Promise<{ file: string; count: number }[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result
      .filter(({ url }) => url.includes("/src/"))
      .flatMap(({ url, functions }) =>
        functions.map(({ ranges }) => ({ file: url, count: ranges[0]?.count ?? 0 })),
      )
      .filter(({ count }) => count > 0);
  } finally {
    await session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
}

/** How often functions of the package's source are called in a run. */
export async function countCalls(work: () => unknown): Promise<number> {
  return (await countFunctions(work)).reduce((sum, { count }) => sum + count, 0);
}
