import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createServiceClock } from "../../src/contract/shared/service-clock.js";
import { getMoment } from "../../src/shared/steady-time.js";

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const header = (time: number) => new Date(time).toUTCString();

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: start }));
afterEach(() => void vi.useRealTimers());

describe("the clock of a service", () => {
  test("is unknown before the first header that can be read", () => {
    const clock = createServiceClock();
    expect(clock.now()).toBeUndefined();
    for (const given of [undefined, null, "", "soon", "1767225600"])
      expect(clock.observe(given, getMoment())).toBeNaN();
    expect(clock.now()).toBeUndefined();
  });

  test.each([-hour, 0, hour])(
    "runs on with this machine, whose clock differs by %d",
    (difference) => {
      const clock = createServiceClock();
      expect(clock.observe(header(start + difference), getMoment())).toBe(start + difference);
      vi.advanceTimersByTime(61_000);
      expect(clock.now()).toBe(start + difference + 61_000);
    },
  );

  test("runs on while the machine sleeps, when its steady clock stops", () => {
    const clock = createServiceClock();
    clock.observe(header(start - hour), getMoment());
    vi.setSystemTime(start + 61_000);
    expect(clock.now()).toBe(start - hour + 61_000);
  });

  test("ignores a header that jumps ahead by more than the time that went by", () => {
    const clock = createServiceClock();
    clock.observe(header(start), getMoment());
    vi.advanceTimersByTime(10_000);
    expect(clock.observe(header(start + 12_000), getMoment())).toBe(start + 12_000);
    expect(clock.observe(header(start + 10 * 24 * hour), getMoment())).toBeNaN();
    expect(clock.observe(header(start + 15_000), getMoment())).toBeNaN();
    expect(clock.now()).toBe(start + 12_000);
  });

  /** All times are relative to this machine. */
  test.each<[first: number, second: number, trusted: boolean, known: number]>([
    [-hour, 0, true, 0],
    [-hour, 2_000, true, 2_000],
    [-hour, 3_000, false, -hour],
    [10 * 24 * hour, 0, true, 0],
    [hour, 2_000, true, 2_000],
    [hour, -2_000, true, -2_000],
    // A time that is late can be believed where an early one is safe.
    [hour, 3_000, true, hour],
    [hour, -3_000, true, hour],
    [hour, hour - 1_000, true, hour],
    [0, -hour, true, 0],
    [-2_000, -hour, true, -2_000],
  ])("after a header at %d ms and one at %d ms, trusted: %s, it is %d ms", (...row) => {
    const [first, second, isTrusted, known] = row;
    const clock = createServiceClock();
    clock.observe(header(start + first), getMoment());
    const observed = clock.observe(header(start + second), getMoment());
    expect(observed).toBe(isTrusted ? start + second : Number.NaN);
    expect(clock.now()).toBe(start + known);
  });

  test("runs on while a response waits for this process, which was stopped", () => {
    const clock = createServiceClock();
    const sentAt = getMoment();
    vi.advanceTimersByTime(600_000);
    expect(clock.observe(header(start), sentAt)).toBe(start);
    expect(clock.now()).toBe(start + 600_000);
  });
});
