import { onTestFinished, vi } from "vitest";

/** A call over a socket needs about 20 turns. The shortest time limit of a plan is 40 ms. */
const turnsPerMillisecond = 5;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Replaces clocks and timers until the test has finished. Each millisecond takes a number of turns
 * of the event loop, in which requests and responses usually arrive. A response that needs more
 * turns arrives later in virtual time, and the call may then end with its time limit: a fault that
 * the properties allow.
 */
export function startVirtualTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  let isRunning = true;
  const run = async () => {
    while (isRunning) {
      for (let turn = 0; turn < turnsPerMillisecond; turn++) await nextTurn();
      vi.advanceTimersByTime(1);
    }
  };
  const stopped = run();
  onTestFinished(async () => {
    isRunning = false;
    await stopped;
    vi.useRealTimers();
  });
}
