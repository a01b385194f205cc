import { getElapsed, type Moment } from "../../shared/steady-time.js";
import { parseHttpDate } from "./http-date.js";

/** What is known of the time of a service. */
export interface ServiceClock {
  /**
   * Takes the `Date` header of a response, and when its request was sent. Returns the time of the
   * header, or NaN if it cannot be trusted.
   */
  observe(header: string | null | undefined, sentAt: Moment): number;
  /** The latest time that it can be. Undefined before the first header. */
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
  let latest: { time: number; sentAt: Moment } | undefined;
  // Since the request: this process may have been stopped before it read the response.
  const now = () => latest && latest.time + getElapsed(latest.sentAt);
  return {
    now,
    observe(header, sentAt) {
      const time = parseHttpDate(header);
      const known = now() ?? time;
      // Negated, so that NaN is not trusted.
      if (!(time <= Math.max(known, Date.now()) + tolerance)) return Number.NaN;
      // A server that is late must not turn the clock back, unless this machine agrees.
      const isLate = time < known && Math.abs(time - Date.now()) > tolerance;
      if (!isLate) latest = { time, sentAt };
      return time;
    },
  };
}
