let ahead = 0;

/** The time as the service sees it: the browser's, and what the sandbox in the page has been moved on by. */
export function serviceNow(): number {
  return Date.now() + ahead;
}

/** Says how far the sandbox's clock is ahead of the browser's, in milliseconds. */
export function setClockAhead(milliseconds: number): void {
  ahead = Math.max(0, milliseconds);
}
