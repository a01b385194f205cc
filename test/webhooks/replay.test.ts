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
const claimId = async (guard: ReplayStore, id: string) => {
  const claim = await guard.claim(id);
  expect(claim, id).toBeTypeOf("object");
  return claim as ReplayClaim;
};

describe("verifyWebhook with replays", () => {
  test("rejects a processed delivery, and its redelivery with a new signature", async () => {
    const replays = createReplayGuard();
    await (await verify(replays)).complete();
    const redelivery = await signWebhook(body, secret, { id: testVector.id, now: now + 60_000 });
    for (const headers of [buildHeaders(), redelivery.headers]) {
      const error = await verify(replays, headers).catch((reason) => reason);
      expect(error).toBeInstanceOf(WebhookReplayError);
      expect(error).toMatchObject({ kind: "webhook", state: "done", webhookId: testVector.id });
    }
  });

  test("rejects a delivery as busy while it is being processed", async () => {
    const replays = createReplayGuard();
    const first = await verify(replays);
    await expect(verify(replays)).rejects.toMatchObject({
      state: "busy",
      hint: expect.stringContaining("503"),
    });
    await first.complete();
    await expect(verify(replays)).rejects.toMatchObject({ state: "done" });
  });

  test("accepts a delivery again after release", async () => {
    const replays = createReplayGuard();
    await (await verify(replays)).release();
    await (await verify(replays)).complete();
    await expect(verify(replays)).rejects.toMatchObject({ state: "done" });
  });

  test("ignores release after complete, and complete after release", async () => {
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

  test("ignores release after a failed complete", async () => {
    const release = vi.fn();
    const complete = vi.fn().mockRejectedValue(new TypeError("no connection"));
    const delivery = await verify({ claim: () => ({ complete, release }) });
    await expect(delivery.complete()).rejects.toThrow("no connection");
    await delivery.release();
    expect(release).not.toHaveBeenCalled();
  });

  test("claims an id only after all other checks", async () => {
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

  test("accepts one of many concurrent deliveries", async () => {
    const replays = createReplayGuard();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => verify(replays)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("rejects invalid results of a store, and passes on its errors", async () => {
    for (const result of [true, false, undefined, null, "new", {}, { complete() {} }]) {
      await expect(verify({ claim: () => result as never })).rejects.toBeInstanceOf(
        ConfigurationError,
      );
    }
    await expect(
      verify({ claim: () => Promise.reject(new TypeError("no connection")) }),
    ).rejects.toThrow("no connection");
  });

  test("has no effect on complete and release if it is omitted", async () => {
    const delivery = await verifyWebhook(buildHeaders(), body, secret, { now });
    await delivery.complete();
    await delivery.release();
    await expect(verifyWebhook(buildHeaders(), body, secret, { now })).resolves.toBeDefined();
  });
});

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

  test("ignores an expired claim if the id was claimed again", async () => {
    let time = 0;
    const guard = createReplayGuard({ lease: 100, now: () => time });
    const slow = await claimId(guard, "a");
    time = 100;
    await claimId(guard, "a");
    slow.release();
    expect(guard.claim("a")).toBe("busy");
    slow.complete();
    expect(guard.claim("a")).toBe("busy");
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
    const guard = createReplayGuard({ max: 3 });
    const busy = await claimId(guard, "busy");
    (await claimId(guard, "old")).complete();
    (await claimId(guard, "new")).complete();
    (await claimId(guard, "next")).complete();
    expect(["busy", "new", "next"].map((id) => guard.claim(id))).toEqual(["busy", "done", "done"]);
    await claimId(guard, "old");
    busy.complete();
    expect(guard.claim("busy")).toBe("done");
  });

  test("returns busy if it is full of claimed ids", async () => {
    const guard = createReplayGuard({ max: 2 });
    const first = await claimId(guard, "a");
    await claimId(guard, "b");
    expect(guard.claim("c")).toBe("busy");
    first.release();
    await claimId(guard, "c");
  });

  test("never exceeds `max` and never gives two claims on one id, in any order of calls", () => {
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
          for (const { id, how, wait } of steps) {
            if (how === "wait") time += wait;
            const current = claims.get(id);
            if (how === "claim") {
              const result = guard.claim(String(id));
              if (typeof result === "string") continue;
              // The previous claim must have expired.
              expect(current === undefined || current.until <= time).toBe(true);
              claims.set(id, { claim: result as ReplayClaim, until: time + 100 });
              expect(
                [...claims.values()].filter(({ until }) => until > time).length,
              ).toBeLessThanOrEqual(max);
            } else if (how !== "wait" && current) {
              current.claim[how]();
              claims.delete(id);
              if (how === "complete" && current.until > time)
                expect(guard.claim(String(id))).toBe("done");
            }
          }
        },
      ),
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
