/** Replaces `Date.now` by a clock that can be corrected in both directions. */
export interface MachineClock {
  /** Moves the clock, `after` milliseconds from now. */
  correct(milliseconds: number, after: number): void;
  restore(): void;
}

export function replaceClock(): MachineClock {
  const { now } = Date;
  let offset = 0;
  Date.now = () => now() + offset;
  return {
    correct(milliseconds, after) {
      setTimeout(() => {
        offset = milliseconds;
      }, after).unref();
    },
    restore() {
      Date.now = now;
    },
  };
}
