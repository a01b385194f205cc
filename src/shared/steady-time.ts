/**
 * Whole milliseconds of a clock that only runs forward. `Date.now()` jumps when the clock of the
 * machine is corrected, so it measures no time limits.
 */
export function getSteadyTime(): number {
  return Math.round(globalThis.performance?.now() ?? Date.now());
}

/** A time by both clocks of this machine. */
export interface Moment {
  readonly steady: number;
  readonly wall: number;
}

export const getMoment = (): Moment => ({ steady: getSteadyTime(), wall: Date.now() });

/** The milliseconds since then. Some steady clocks stop while the machine sleeps. */
export const getElapsed = ({ steady, wall }: Moment): number =>
  Math.max(0, getSteadyTime() - steady, Date.now() - wall);
