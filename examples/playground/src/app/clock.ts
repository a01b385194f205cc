let ahead = 0;

/** The current time of the service: the browser's time plus the advance of the sandbox's clock. */
export function serviceNow(): number {
  return Date.now() + ahead;
}

/** Sets the advance of the sandbox's clock, in milliseconds. */
export function setClockAhead(milliseconds: number): void {
  ahead = Math.max(0, milliseconds);
}
