import { expect, test, vi } from "vitest";
import { createReplayGuard, signWebhook } from "../../src/webhooks/index.js";
import { waitFor } from "../support/waiting.js";
import { post, setUp, withoutPauses } from "./handler-kit.js";
import { testVector } from "./sample-deliveries.js";

const { now, secret } = testVector;

test("processes a delivery once if saving its completion fails once", async () => {
  const guard = createReplayGuard({ now: () => now });
  const complete = vi.fn().mockRejectedValueOnce(new Error("no connection"));
  const replays = {
    async claim(id: string) {
      const claim = await guard.claim(id);
      if (typeof claim === "string") return claim;
      return { ...claim, complete: async () => [await complete(), await claim.complete()][1] };
    },
  };
  const { handle, onEvent, onError } = setUp({ replays });
  for (let i = 0; i < 2; i++) expect((await withoutPauses(() => handle(post()))).status).toBe(204);
  expect(complete).toHaveBeenCalledTimes(2);
  expect(onEvent).toHaveBeenCalledTimes(1);
  expect(onError).not.toHaveBeenCalled();
});

test.each([1_000, 4 * 86_400_000, Number.POSITIVE_INFINITY])(
  "never processes a copy of a delivery again within a tolerance of %d ms",
  async (tolerance) => {
    let time = now - Math.min(tolerance, 1e12);
    const release = vi.fn();
    const { handle, onEvent } = setUp({
      tolerance,
      now: () => time,
      onEvent: () => new Promise<void>((resolve) => release.mockImplementation(resolve)),
    });
    const first = handle(post());
    await waitFor(() => expect(onEvent).toHaveBeenCalled());
    time = now + Math.min(tolerance, 1e12);
    expect((await handle(post())).status).toBe(503);
    time = now - Math.min(tolerance, 1e12);
    release();
    expect((await first).status).toBe(204);
    time = now + Math.min(tolerance, 1e12);
    expect((await handle(post())).status).toBe(204);
    expect(onEvent).toHaveBeenCalledTimes(1);
  },
);

test("rejects a replay guard whose lease is below twice the tolerance", () => {
  const replays = createReplayGuard({ lease: 60_000 });
  expect(() => setUp({ replays })).toThrow(
    expect.objectContaining({ kind: "configuration", hint: expect.stringContaining("600001") }),
  );
  const tolerance = 3_600_000;
  expect(() => setUp({ replays: createReplayGuard(), tolerance })).toThrow(/below twice/);
  setUp({ replays: createReplayGuard({ lease: 2 * tolerance }), tolerance });
  setUp({ replays, tolerance: 30_000 });
  setUp({ replays, tolerance: Number.POSITIVE_INFINITY });
});

test("rejects a replay guard that forgets a processed id before twice the tolerance", () => {
  expect(() => setUp({ replays: createReplayGuard({ keep: 100 }) })).toThrow(
    expect.objectContaining({
      kind: "configuration",
      message: expect.stringContaining("`keep` of `replays` (100 ms)"),
      hint: expect.stringContaining("keep: 600001"),
    }),
  );
  const tolerance = 30_000;
  setUp({ replays: createReplayGuard({ keep: 2 * tolerance }), tolerance });
});

test("processes a delivery once although its guard is full of others", async () => {
  const { handle, onEvent } = setUp({ replays: createReplayGuard({ max: 1 }) });
  const deliver = async (id: string) => {
    const { headers, body } = await signWebhook({ event_type: "ping" }, secret, { id, now });
    const request = { method: "POST", headers, body };
    expect((await handle(new Request("https://example.test", request))).status).toBe(204);
  };
  for (const id of ["first", "second", "third", "first", "second", "third"]) await deliver(id);
  expect(onEvent).toHaveBeenCalledTimes(3);
});

/** A handler whose guard never expires an id but has room for one, with a settable clock. */
function setUpFullGuard(tolerance: number) {
  const clock = { time: now };
  const getTime = () => clock.time;
  const [lease, keep] = [2 * tolerance + 1, Number.POSITIVE_INFINITY];
  const replays = createReplayGuard({ max: 1, lease, keep, now: getTime });
  const { handle, onEvent } = setUp({ replays, tolerance, now: getTime });
  return {
    clock,
    onEvent,
    async deliver(...ids: string[]) {
      for (const id of ids) {
        const options = { id, now: clock.time };
        const { headers, body } = await signWebhook({ event_type: "ping" }, secret, options);
        expect((await handle(post(headers, body))).status).toBe(204);
      }
    },
  };
}

test("exceeds the `max` of its guard only while its tolerance accepts a copy", async () => {
  const { clock, deliver, onEvent } = setUpFullGuard(1_000);
  await deliver("first", "second");
  clock.time += 2_000;
  await deliver("third", "first", "second");
  expect(onEvent).toHaveBeenCalledTimes(3);
  clock.time += 1;
  await deliver("fourth", "first");
  expect(onEvent).toHaveBeenCalledTimes(5);
});

test("never exceeds the `max` of its guard with an infinite tolerance", async () => {
  const { deliver, onEvent } = setUpFullGuard(Number.POSITIVE_INFINITY);
  await deliver("first", "second", "second", "first");
  expect(onEvent).toHaveBeenCalledTimes(3);
});
