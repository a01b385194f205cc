/**
 * Whole milliseconds of a clock that only runs forward. `Date.now()` jumps when the clock of the
 * machine is corrected, so it measures no time limits.
 */
export function getSteadyTime(): number {
  return Math.round(globalThis.performance?.now() ?? Date.now());
}
