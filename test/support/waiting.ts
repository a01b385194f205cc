import { vi } from "vitest";

/** The real timers, because a test may replace them. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** Waits for one turn of the event loop, also while a test replaces the timers. */
export const takeTurn = (): Promise<void> => new Promise((resolve) => startTimer(resolve, 0));

/** Waits for a condition. Rejects after 30 seconds, before the test's own time limit. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  let isLate = false;
  const limit = startTimer(() => {
    isLate = true;
  }, 30_000);
  try {
    while (!(await condition())) {
      if (isLate) throw new Error(`waited 30 s for ${what}`);
      await new Promise((resolve) => startTimer(resolve, 2));
    }
  } finally {
    stopTimer(limit);
  }
}

/**
 * Waits until an assertion passes. Rejects with its error, before the test's own time limit. While
 * a test replaces the timers, each look moves their time by 5 ms.
 */
export const waitFor = (assertion: () => unknown): Promise<unknown> =>
  vi.waitFor(assertion, { timeout: 30_000, interval: 5 });
