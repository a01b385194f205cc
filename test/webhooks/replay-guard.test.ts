import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConfigurationError } from "../../src/errors/index.js";
import {
  createReplayGuard,
  type ReplayClaim,
  type ReplayStore,
  verifyWebhook,
} from "../../src/webhooks/index.js";
import { skipInWebKit } from "../support/in-browser.js";
import { buildHeaders, testVector } from "./sample-deliveries.js";

const { secret, body, now } = testVector;
const claimId = async (guard: ReplayStore, id: string) => {
  const claim = await guard.claim(id);
  expect(claim, id).toBeTypeOf("object");
  return claim as ReplayClaim;
};

describe("createReplayGuard", () => {
  test("forgets processed ids after `keep`, and unfinished claims after `lease`", async () => {
    let time = 0;
    const guard = createReplayGuard({ keep: 1000, lease: 100, now: () => time });
    (await claimId(guard, "a")).complete();
    await claimId(guard, "b");
    time = 99;
    expect(guard.claim("b")).toBe("busy");
    time = 100;
    await claimId(guard, "b");
    time = 999;
    expect(guard.claim("a")).toBe("done");
    time = 1000;
    await claimId(guard, "a");
  });

  test("remembers an id from its last completion on, and others no longer", async () => {
    let time = 0;
    const guard = createReplayGuard({ keep: 100, lease: 1_000, now: () => time });
    const [a, b] = [await claimId(guard, "a"), await claimId(guard, "b")];
    for (const [at, claim] of [
      [10, a],
      [20, b],
      [30, a],
    ] as const) {
      time = at;
      claim.complete();
    }
    time = 119;
    expect(guard.claim("b")).toBe("done");
    time = 120;
    await claimId(guard, "b");
    time = 129;
    expect(guard.claim("a")).toBe("done");
    time = 130;
    await claimId(guard, "a");
  });

  test("remembers an id for three days by default", async () => {
    let time = 0;
    const guard = createReplayGuard({ now: () => time });
    (await claimId(guard, "a")).complete();
    time = 3 * 24 * 60 * 60 * 1_000 - 1;
    expect(guard.claim("a")).toBe("done");
    time++;
    await claimId(guard, "a");
  });

  test("remembers 10,000 processed ids by default", async () => {
    const guard = createReplayGuard({ lease: Number.POSITIVE_INFINITY });
    for (let i = 0; i < 10_000; i++) (await claimId(guard, String(i))).complete();
    expect(guard.claim("0")).toBe("done");
    (await claimId(guard, "one more")).complete();
    expect(guard.claim("1")).toBe("done");
    await claimId(guard, "0");
  });

  test("ignores release of an expired claim if the id was claimed again", async () => {
    let time = 0;
    const guard = createReplayGuard({ lease: 100, now: () => time });
    const slow = await claimId(guard, "a");
    time = 100;
    await claimId(guard, "a");
    slow.release();
    expect(guard.claim("a")).toBe("busy");
  });

  test.each(["complete", "release"] as const)(
    "stays done after an expired claim completed, if the later claim calls %s",
    async (how) => {
      let time = 0;
      const guard = createReplayGuard({ lease: 100, now: () => time });
      const slow = await claimId(guard, "a");
      time = 100;
      const later = await claimId(guard, "a");
      slow.complete();
      expect(guard.claim("a")).toBe("done");
      later[how]();
      expect(guard.claim("a")).toBe("done");
    },
  );

  test("stays done if an expired claim is released after the later claim completed", async () => {
    let time = 0;
    const guard = createReplayGuard({ lease: 100, now: () => time });
    const slow = await claimId(guard, "a");
    time = 100;
    (await claimId(guard, "a")).complete();
    slow.release();
    expect(guard.claim("a")).toBe("done");
  });

  test("remembers a late completion even if it is full of claims", async () => {
    let time = 0;
    const guard = createReplayGuard({ max: 1, lease: 100, now: () => time });
    const slow = await claimId(guard, "a");
    time = 100;
    const other = await claimId(guard, "b");
    slow.complete();
    expect(guard.claim("a")).toBe("done");
    expect(guard.claim("c")).toBe("busy");
    other.release();
    await claimId(guard, "c");
  });

  test("holds a claim by default for as long as a copy of the delivery is accepted", async () => {
    let time = now - 299_000; // the clock of this machine is behind
    const replays = createReplayGuard({ now: () => time });
    const accept = () => verifyWebhook(buildHeaders(), body, secret, { now: time, replays });
    await accept();
    time = now + 300_000;
    await expect(accept()).rejects.toMatchObject({ state: "busy" });
  });

  test("expires a claim after `lease`, although the clock of this machine was set back meanwhile", async ({
    skip,
  }) => {
    skipInWebKit(skip, "Vitest cannot replace `performance` in WebKit");
    vi.useFakeTimers({ now });
    onTestFinished(() => void vi.useRealTimers());
    const guard = createReplayGuard({ lease: 100, keep: 1_000 });
    vi.setSystemTime(now + 3_600_000);
    await claimId(guard, "a");
    vi.setSystemTime(now);
    expect(guard.claim("a")).toBe("busy");
    vi.advanceTimersByTime(100);
    (await claimId(guard, "a")).complete();
    vi.setSystemTime(now + 3_600_000);
    expect(guard.claim("a")).toBe("done");
  });

  test("completes an expired claim if the id was not claimed again", async () => {
    let time = 0;
    const guard = createReplayGuard({ lease: 100, now: () => time });
    const slow = await claimId(guard, "a");
    time = 100;
    await claimId(guard, "b");
    slow.complete();
    expect(guard.claim("a")).toBe("done");
  });

  test("forgets the oldest processed id when it is full, but no claimed id", async () => {
    let time = 0;
    const guard = createReplayGuard({ max: 3, lease: 100, now: () => time });
    (await claimId(guard, "old")).complete();
    time = 50;
    const busy = await claimId(guard, "busy");
    (await claimId(guard, "new")).complete();
    time = 100;
    (await claimId(guard, "next")).complete();
    expect(["busy", "new", "next"].map((id) => guard.claim(id))).toEqual(["busy", "done", "done"]);
    await claimId(guard, "old");
    busy.complete();
    expect(guard.claim("busy")).toBe("done");
  });

  test("forgets no id that was processed within the lease, although it is full", async () => {
    let time = 0;
    for (const [options, others] of [
      [{}, 10_001],
      [{ max: 1 }, 3],
    ] as const) {
      const guard = createReplayGuard({ ...options, now: () => time });
      (await claimId(guard, "first")).complete();
      for (let i = 0; i < others; i += 1) (guard.claim(String(i)) as ReplayClaim).complete();
      time += 599_999;
      expect(guard.claim("first")).toBe("done");
      time += 1;
      (await claimId(guard, "last")).complete();
      await claimId(guard, "first");
    }
  });

  test("never exceeds `max` by processed ids if its lease is infinite", async () => {
    const guard = createReplayGuard({ max: 1, lease: Number.POSITIVE_INFINITY });
    (await claimId(guard, "first")).complete();
    (await claimId(guard, "second")).complete();
    expect(guard.claim("second")).toBe("done");
    await claimId(guard, "first");
  });

  test("returns busy if it is full of claimed ids", async () => {
    const guard = createReplayGuard({ max: 2 });
    const first = await claimId(guard, "a");
    await claimId(guard, "b");
    expect(guard.claim("c")).toBe("busy");
    first.release();
    await claimId(guard, "c");
  });

  test("never gives more than `max` claims, two on one id, or one within the lease of a completion", () => {
    const step = fc.record({
      id: fc.nat(12),
      how: fc.constantFrom("claim", "complete", "release", "wait"),
      wait: fc.nat(60),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200 }),
        fc.integer({ min: 1, max: 5 }),
        (steps, max) => {
          let time = 0;
          const guard = createReplayGuard({ max, lease: 100, keep: 500, now: () => time });
          const claims = new Map<number, { claim: ReplayClaim; until: number }>();
          const completedAt = new Map<number, number>();
          for (const { id, how, wait } of steps) {
            if (how === "wait") time += wait;
            const current = claims.get(id);
            if (how === "claim") {
              const result = guard.claim(String(id));
              if (typeof result === "string") continue;
              // The previous claim must have expired.
              expect(current === undefined || current.until <= time).toBe(true);
              expect(time - (completedAt.get(id) ?? -100)).toBeGreaterThanOrEqual(100);
              claims.set(id, { claim: result as ReplayClaim, until: time + 100 });
              expect(
                [...claims.values()].filter(({ until }) => until > time).length,
              ).toBeLessThanOrEqual(max);
            } else if (how !== "wait" && current) {
              current.claim[how]();
              claims.delete(id);
              if (how !== "complete") continue;
              completedAt.set(id, time);
              expect(guard.claim(String(id))).toBe("done");
            }
          }
        },
      ),
    );
  });

  test("rejects an unknown option", () => {
    expect(() => createReplayGuard({ leese: 1 } as never)).toThrow(
      expect.objectContaining({ kind: "configuration", hint: "Did you mean lease?" }),
    );
  });

  test("rejects invalid options", () => {
    for (const max of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => createReplayGuard({ max })).toThrow(ConfigurationError);
    for (const time of [0, -1, Number.NaN]) {
      expect(() => createReplayGuard({ keep: time })).toThrow(ConfigurationError);
      expect(() => createReplayGuard({ lease: time })).toThrow(ConfigurationError);
    }
  });
});
