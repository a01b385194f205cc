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

  test("is not turned back by a server that is late, unless this machine agrees with it", () => {
    const clock = createServiceClock();
    clock.observe(header(start), getMoment());
    // Its time can be believed where an early one is safe.
    expect(clock.observe(header(start - hour), getMoment())).toBe(start - hour);
    expect(clock.now()).toBe(start);
    vi.setSystemTime(start - hour);
    clock.observe(header(start - hour), getMoment());
    expect(clock.now()).toBe(start - hour);
  });

  test("takes back the first header if it was ahead", () => {
    const clock = createServiceClock();
    clock.observe(header(start + 10 * 24 * hour), getMoment());
    clock.observe(header(start), getMoment());
    expect(clock.now()).toBe(start);
  });

  test("runs on while a response waits for this process, which was stopped", () => {
    const clock = createServiceClock();
    const sentAt = getMoment();
    vi.advanceTimersByTime(600_000);
    expect(clock.observe(header(start), sentAt)).toBe(start);
    expect(clock.now()).toBe(start + 600_000);
  });
});
