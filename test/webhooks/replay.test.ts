import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, WebhookReplayError } from "../../src/errors/index.js";
import {
  createReplayGuard,
  type ReplayClaim,
  type ReplayStore,
  signWebhook,
  verifyWebhook,
} from "../../src/webhooks/index.js";
import { buildHeaders, catchErrorCode, otherSecret, testVector } from "./sample-deliveries.js";

const { secret, body, now } = testVector;
const verify = (
  replays: ReplayStore,
  headers: Record<string, string> = buildHeaders(),
  raw: string = body,
) => verifyWebhook(headers, raw, secret, { now, replays });
const take = async (guard: ReplayStore, id: string) => {
  const claim = await guard.claim(id);
  expect(claim, id).toBeTypeOf("object");
  return claim as ReplayClaim;
};

describe("verifyWebhook with replays", () => {
  test("reports a delivery that was processed, and a redelivery signed anew", async () => {
    const replays = createReplayGuard();
    await (await verify(replays)).complete();
    const anew = await signWebhook(body, secret, { id: testVector.id, now: now + 60_000 });
    for (const headers of [buildHeaders(), anew.headers]) {
      const error = await verify(replays, headers).catch((reason) => reason);
      expect(error).toBeInstanceOf(WebhookReplayError);
      expect(error).toMatchObject({ kind: "webhook", state: "done", webhookId: testVector.id });
    }
  });

  test("says of one that is still being processed that it is busy", async () => {
    const replays = createReplayGuard();
    const first = await verify(replays);
    await expect(verify(replays)).rejects.toMatchObject({
      state: "busy",
      hint: expect.stringContaining("503"),
    });
    await first.complete();
    await expect(verify(replays)).rejects.toMatchObject({ state: "done" });
  });

  test("accepts one again that was released", async () => {
    const replays = createReplayGuard();
    await (await verify(replays)).release();
    await (await verify(replays)).complete();
    await expect(verify(replays)).rejects.toMatchObject({ state: "done" });
  });

  test("frees nothing after complete, and completes nothing after release", async () => {
    const replays = createReplayGuard();
    const done = await verify(replays);
    await done.complete();
    await done.release();
    await expect(verify(replays)).rejects.toMatchObject({ state: "done" });

    const other = createReplayGuard();
    const released = await verify(other);
    await released.release();
    await released.complete();
    await expect(verify(other)).resolves.toBeDefined();
  });

  test("keeps a delivery whose completion could not be noted: its work is done", async () => {
    const release = vi.fn();
    const complete = vi.fn().mockRejectedValue(new TypeError("no connection"));
    const delivery = await verify({ claim: () => ({ complete, release }) });
    await expect(delivery.complete()).rejects.toThrow("no connection");
    await delivery.release();
    expect(release).not.toHaveBeenCalled();
  });

  test("claims an id for a right signature, time and form only", async () => {
    const claim = vi.fn<ReplayStore["claim"]>().mockReturnValue("done");
    const options = { replays: { claim } };
    await catchErrorCode(buildHeaders(), `${body} `, secret, options);
    await catchErrorCode(buildHeaders(), body, otherSecret, options);
    await catchErrorCode(buildHeaders(), body, secret, { ...options, now: now + 1e6 });
    for (const text of ["[]", '{"event_type":"ramp.deposit"}']) {
      const signed = await signWebhook(text, secret, { now });
      await catchErrorCode(signed.headers, text, secret, options);
    }
    expect(claim).not.toHaveBeenCalled();
    await verify(options.replays).catch(() => {});
    expect(claim.mock.calls).toEqual([[testVector.id]]);
  });

  test("lets one of many at the same time through", async () => {
    const replays = createReplayGuard();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => verify(replays)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a store that answers as none may is no reason to go on", async () => {
    for (const answer of [true, false, undefined, null, "new", {}, { complete() {} }]) {
      await expect(verify({ claim: () => answer as never })).rejects.toBeInstanceOf(
        ConfigurationError,
      );
    }
    await expect(
      verify({ claim: () => Promise.reject(new TypeError("no connection")) }),
    ).rejects.toThrow("no connection");
  });

  test("without it, complete and release do nothing", async () => {
    const delivery = await verifyWebhook(buildHeaders(), body, secret, { now });
    await delivery.complete();
    await delivery.release();
    await expect(verifyWebhook(buildHeaders(), body, secret, { now })).resolves.toBeDefined();
  });
});

describe("createReplayGuard", () => {
  test("forgets what is done after its time, and what was left unfinished after its lease", async () => {
    let time = 0;
    const guard = createReplayGuard({ keep: 1000, lease: 100, now: () => time });
    (await take(guard, "a")).complete();
    await take(guard, "b");
    time = 99;
    expect(guard.claim("b")).toBe("busy");
    time = 100;
    await take(guard, "b");
    time = 999;
    expect(guard.claim("a")).toBe("done");
    time = 1000;
    await take(guard, "a");
  });

  test("a claim whose lease is over frees nothing that is another's by now", async () => {
    let time = 0;
    const guard = createReplayGuard({ lease: 100, now: () => time });
    const slow = await take(guard, "a");
    time = 100;
    await take(guard, "a");
    slow.release();
    expect(guard.claim("a")).toBe("busy");
    slow.complete();
    expect(guard.claim("a")).toBe("busy");
  });

  test("a claim whose lease is over and that nobody else took still counts as done", async () => {
    let time = 0;
    const guard = createReplayGuard({ lease: 100, now: () => time });
    const slow = await take(guard, "a");
    time = 100;
    await take(guard, "b");
    slow.complete();
    expect(guard.claim("a")).toBe("done");
  });

  test("forgets the oldest that is done when full, and never one that is being processed", async () => {
    const guard = createReplayGuard({ max: 3 });
    const busy = await take(guard, "busy");
    (await take(guard, "old")).complete();
    (await take(guard, "new")).complete();
    (await take(guard, "next")).complete();
    expect(["busy", "new", "next"].map((id) => guard.claim(id))).toEqual(["busy", "done", "done"]);
    await take(guard, "old");
    busy.complete();
    expect(guard.claim("busy")).toBe("done");
  });

  test("has a new one wait when all are being processed", async () => {
    const guard = createReplayGuard({ max: 2 });
    const first = await take(guard, "a");
    await take(guard, "b");
    expect(guard.claim("c")).toBe("busy");
    first.release();
    await take(guard, "c");
  });

  test("never holds more than max, and never gives one id to two, whatever is called in which order", () => {
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
          const held = new Map<number, { claim: ReplayClaim; until: number }>();
          for (const { id, how, wait } of steps) {
            if (how === "wait") time += wait;
            const mine = held.get(id);
            if (how === "claim") {
              const answer = guard.claim(String(id));
              if (typeof answer === "string") continue;
              // Somebody holds it whose lease is not over: it must not be given away.
              expect(mine === undefined || mine.until <= time).toBe(true);
              held.set(id, { claim: answer as ReplayClaim, until: time + 100 });
              expect(
                [...held.values()].filter(({ until }) => until > time).length,
              ).toBeLessThanOrEqual(max);
            } else if (how !== "wait" && mine) {
              mine.claim[how]();
              held.delete(id);
              if (how === "complete" && mine.until > time)
                expect(guard.claim(String(id))).toBe("done");
            }
          }
        },
      ),
    );
  });

  test("a set-up that cannot work is refused", () => {
    for (const max of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => createReplayGuard({ max })).toThrow(ConfigurationError);
    for (const time of [0, -1, Number.NaN]) {
      expect(() => createReplayGuard({ keep: time })).toThrow(ConfigurationError);
      expect(() => createReplayGuard({ lease: time })).toThrow(ConfigurationError);
    }
  });
});
