import { onTestFinished, vi } from "vitest";
import { inBrowser } from "../support/in-browser.js";

/**
 * Runs a call while the test moves the time from timer to timer, so that delays and time limits
 * cost no time. Only for Node: in a page, reading a body takes real time, in which a limit of the
 * request would fire.
 */
export async function inFakeTime<T>(call: () => PromiseLike<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  try {
    let isSettled = false;
    // Ends the loop if the test reaches its time limit.
    onTestFinished(() => {
      isSettled = true;
    });
    const result = Promise.resolve(call()).finally(() => {
      isSettled = true;
    });
    // The caller gets the rejection.
    result.catch(() => {});
    while (!isSettled) {
      // What needs no timer happens before the next one.
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
      if (!isSettled) await vi.advanceTimersToNextTimerAsync();
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

/** Runs a call in fake time where that is possible, so that its pauses are short. */
export const inFakeTimeOutsidePages: typeof inFakeTime = inBrowser
  ? async (call) => call()
  : inFakeTime;
