/**
 * Returns a clock that starts at `now` and runs with the real time, so that an expiry is noticed
 * while a dialog is open. It never runs backwards.
 */
export function createClock(now: number | null | undefined): () => number {
  const startedAt = Date.now();
  return () => (now ?? startedAt) + Math.max(0, Date.now() - startedAt);
}
