import { getSteadyTime } from "../../shared/steady-time.js";
import { parseHttpDate } from "./http-date.js";

/** What is known of the time of a service. */
export interface ServiceClock {
  /** Takes the `Date` header of a response. Returns its time, or NaN if it cannot be trusted. */
  observe(header: string | null | undefined): number;
  /** The current time. Undefined before the first header. */
  now(): number | undefined;
}

/** Headers have whole seconds, and responses take a while. */
const tolerance = 2_000;

/**
 * Creates the clock of a service. Between the headers it runs with this machine. A header is not
 * trusted if it is ahead of that clock and of this machine: some of the servers behind one address
 * can be wrong.
 */
export function createServiceClock(): ServiceClock {
  let latest: { time: number; steady: number; wall: number } | undefined;
  const now = () => {
    if (!latest) return undefined;
    // Some steady clocks stop while the machine sleeps.
    const elapsed = [getSteadyTime() - latest.steady, Date.now() - latest.wall];
    return latest.time + Math.max(0, ...elapsed);
  };
  return {
    now,
    observe(header) {
      const time = parseHttpDate(header);
      const known = now() ?? time;
      // Negated, so that NaN is not trusted.
      if (!(time <= Math.max(known, Date.now()) + tolerance)) return Number.NaN;
      latest = { time, steady: getSteadyTime(), wall: Date.now() };
      return time;
    },
  };
}
