/** Waits of seconds between two looks at a status take milliseconds. Time limits stay. */
export const shortenDelay = (ms = 0): number => (ms < 10_000 ? ms / 100 : ms);
