import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConfigurationError, WebhookReplayError } from "../../src/errors/index.js";
import {
  createReplayGuard,
  type ReplayStore,
  signWebhook,
  verifyWebhook,
} from "../../src/webhooks/index.js";
import { withoutPauses } from "./handler-kit.js";
import { buildHeaders, catchErrorCode, otherSecret, testVector } from "./sample-deliveries.js";

const { secret, body, now } = testVector;
const verify = (
  replays: ReplayStore,
  headers: Record<string, string> = buildHeaders(),
  raw: string = body,
) => verifyWebhook(headers, raw, secret, { now, replays });

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

  test("releases once", async () => {
    const release = vi.fn();
    const delivery = await verify({ claim: () => ({ complete() {}, release }) });
    for (const _ of [1, 2]) await delivery.release();
    expect(release).toHaveBeenCalledTimes(1);
  });

  test("ignores release after complete, and completes after release", async () => {
    for (const order of [["complete", "release"] as const, ["release", "complete"] as const]) {
      const replays = createReplayGuard();
      const delivery = await verify(replays);
      for (const how of order) await delivery[how]();
      await expect(verify(replays)).rejects.toMatchObject({ state: "done" });
    }
  });

  test("retries a failed complete, so that the redelivery is not processed again", async () => {
    const guard = createReplayGuard({ now: () => now });
    let failures = 2;
    const replays: ReplayStore = {
      async claim(id) {
        const claim = await guard.claim(id);
        if (typeof claim === "string") return claim;
        const complete = async () => {
          if (failures-- > 0) throw new TypeError("no connection");
          await claim.complete();
        };
        return { ...claim, complete };
      },
    };
    const delivery = await verify(replays);
    await withoutPauses(() => delivery.complete());
    await expect(verify(replays)).rejects.toMatchObject({ state: "done" });
  });

  test("tries again if complete is called again after it rejected, but not after a success", async () => {
    const complete = vi.fn().mockRejectedValue(new TypeError("no connection"));
    const delivery = await verify({ claim: () => ({ complete, release() {} }) });
    await expect(withoutPauses(() => delivery.complete())).rejects.toThrow("no connection");
    expect(complete).toHaveBeenCalledTimes(3);
    complete.mockResolvedValue(undefined);
    await delivery.complete();
    await delivery.complete();
    expect(complete).toHaveBeenCalledTimes(4);
  });

  test("tries to complete again after 0.1 seconds, and after a second more", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.now();
    const times: number[] = [];
    const add = (time: number) => times.push(time);
    const complete = () => {
      add(Date.now() - start);
      throw new TypeError("no connection");
    };
    const delivery = await verify({ claim: () => ({ complete, release() {} }) });
    const completed = expect(delivery.complete()).rejects.toThrow("no connection");
    await vi.runAllTimersAsync();
    await completed;
    expect(times).toEqual([0, 100, 1_100]);
  });

  test("ignores release after a failed complete", async () => {
    const release = vi.fn();
    const complete = vi.fn().mockRejectedValue(new TypeError("no connection"));
    const delivery = await verify({ claim: () => ({ complete, release }) });
    await expect(withoutPauses(() => delivery.complete())).rejects.toThrow("no connection");
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
