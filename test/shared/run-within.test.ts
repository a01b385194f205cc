import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runWithin, sleep } from "../../src/shared/time/run-within.js";

const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A signal that counts its listeners. */
function createSignal() {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  return { controller, countListeners: () => added.mock.calls.length - removed.mock.calls.length };
}

describe("runWithin", () => {
  const ends: [string, () => unknown, (controller: AbortController) => unknown, unknown][] = [
    ["succeeds", async () => "done", () => {}, "done"],
    ["returns no promise", () => "done", () => {}, "done"],
    ["rejects", () => Promise.reject("broken"), () => {}, "rejected: broken"],
    [
      "throws",
      () => {
        throw "broken";
      },
      () => {},
      "rejected: broken",
    ],
    ["is too slow", never, () => vi.advanceTimersByTime(1_000), "late"],
    ["is aborted", never, (controller) => controller.abort("enough"), "rejected: enough"],
  ];

  test.each(ends)(
    "leaves no timer and no listener when the task %s",
    async (_, task, end, result) => {
      const { controller, countListeners } = createSignal();
      const limits = { signal: controller.signal, timeout: 1_000, onTimeout: () => "late" };
      const outcome = runWithin<unknown>(limits, task).catch((error) => `rejected: ${error}`);
      end(controller);
      expect(await outcome).toBe(result);
      expect([vi.getTimerCount(), countListeners()]).toEqual([0, 0]);
    },
  );

  test("does not start the task if the signal is already aborted", async () => {
    const task = vi.fn(never);
    const signal = AbortSignal.abort("early");
    await expect(runWithin({ signal }, task)).rejects.toBe("early");
    const onAbort = () => "stopped";
    expect(await runWithin<string>({ signal, onAbort }, task)).toBe("stopped");
    expect(task).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("rejects with the error of onTimeout, after beforeReject", async () => {
    const order: string[] = [];
    const outcome = runWithin<void>(
      {
        timeout: 1_000,
        onTimeout() {
          throw "late";
        },
        beforeReject: () => order.push("stopped"),
      },
      never,
    ).catch((error) => order.push(error));
    vi.advanceTimersByTime(1_000);
    await outcome;
    expect(order).toEqual(["stopped", "late"]);
  });

  test("adds one listener to a signal for all tasks at once", async () => {
    const { controller, countListeners } = createSignal();
    const { signal } = controller;
    const tasks = Array.from({ length: 20 }, () => runWithin({ signal }, never).catch(String));
    expect(countListeners()).toBe(1);
    controller.abort("enough");
    expect(new Set(await Promise.all(tasks))).toEqual(new Set(["enough"]));
    expect(countListeners()).toBe(0);
  });
});

describe("sleep", () => {
  test("resolves after its time", async () => {
    const slept = sleep(1_000);
    vi.advanceTimersByTime(999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await slept).toBeUndefined();
  });

  test("rejects with the reason of the signal as soon as it is aborted", async () => {
    const controller = new AbortController();
    const slept = sleep(1_000, controller.signal);
    controller.abort("enough");
    await expect(slept).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
  });
});
