import { onTestFinished, vi } from "vitest";

const { now } = Date;
let ahead = 0;

/** Moves this machine until the end of the test, and so every sandbox without a fixed time. */
export function moveClock(milliseconds: number): void {
  if (!vi.isMockFunction(Date.now)) {
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + ahead);
    onTestFinished(() => {
      ahead = 0;
      clock.mockRestore();
    });
  }
  ahead += milliseconds;
}
